//! The networks that are part of the program.
//!
//! They are the files `assets/flagfall-<variant>.f16` with their sidecars, as `train/export.py` writes them.

use std::sync::{Arc, OnceLock};

use flagfall_core::Variant;
use flagfall_net::Network;

struct Files {
    sidecar: &'static [u8],
    weights: &'static [u8],
}

const CLASSIC: Files = Files {
    sidecar: include_bytes!("../../../assets/flagfall-classic.json"),
    weights: include_bytes!("../../../assets/flagfall-classic.f16"),
};

const BARRAGE: Files = Files {
    sidecar: include_bytes!("../../../assets/flagfall-barrage.json"),
    weights: include_bytes!("../../../assets/flagfall-barrage.f16"),
};

fn files(variant: Variant) -> &'static Files {
    match variant {
        Variant::Classic => &CLASSIC,
        Variant::Barrage => &BARRAGE,
    }
}

/// The program's own network for this variant; it is read once.
pub(crate) fn built_in(variant: Variant) -> Result<Arc<Network>, String> {
    static CLASSIC: OnceLock<Result<Arc<Network>, String>> = OnceLock::new();
    static BARRAGE: OnceLock<Result<Arc<Network>, String>> = OnceLock::new();
    let network = match variant {
        Variant::Classic => &CLASSIC,
        Variant::Barrage => &BARRAGE,
    };
    let read = || {
        let Files { sidecar, weights } = files(variant);
        let network = Network::from_bytes(sidecar, weights);
        network
            .map(Arc::new)
            .map_err(|error| format!("the built-in {variant} network: {error}"))
    };
    network.get_or_init(read).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_networks_can_be_read_and_are_of_their_variant() {
        for variant in [Variant::Classic, Variant::Barrage] {
            assert_eq!(built_in(variant).unwrap().variant(), variant);
        }
    }

    #[test]
    fn built_in_networks_are_small_enough_to_ship() {
        for variant in [Variant::Classic, Variant::Barrage] {
            assert!(files(variant).weights.len() <= 15_000_000);
        }
    }
}
