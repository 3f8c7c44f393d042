//! Files that are missing, damaged, or of something else: a clear error, never a panic.

use std::path::{Path, PathBuf};

use flagfall_net::{NetError, Network};
use proptest::prelude::*;

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

fn files(name: &str) -> (String, Vec<u8>) {
    let sidecar = std::fs::read_to_string(data(name).with_extension("json")).expect("it is there");
    (
        sidecar,
        std::fs::read(data(name).with_extension("f16")).expect("it is there"),
    )
}

/// What is said about the small network after a change of its sidecar.
fn complaint(from: &str, to: &str) -> String {
    let (sidecar, weights) = files("conv");
    assert!(sidecar.contains(from), "{from}");
    let error = Network::from_bytes(sidecar.replace(from, to).as_bytes(), &weights)
        .expect_err("it is not right");
    error.to_string()
}

#[test]
fn a_missing_file_is_named() {
    let error = Network::load(Path::new("no-such-file.f16")).unwrap_err();
    assert!(matches!(error, NetError::Read { .. }));
    assert!(error.to_string().contains("no-such-file"), "{error}");
}

#[test]
fn truncated_and_changed_weights_are_refused() {
    let (sidecar, mut weights) = files("conv");
    let short = &weights[..weights.len() - 2];
    let error = Network::from_bytes(sidecar.as_bytes(), short).unwrap_err();
    assert!(matches!(error, NetError::WrongSize { .. }), "{error}");
    weights[1000] ^= 1;
    let error = Network::from_bytes(sidecar.as_bytes(), &weights).unwrap_err();
    assert!(matches!(error, NetError::WrongHash { .. }), "{error}");
    let error = Network::from_bytes(b"", b"").unwrap_err();
    assert!(matches!(error, NetError::Sidecar(_)), "{error}");
}

#[test]
fn networks_of_other_versions_are_refused() {
    let says = |from: &str, to: &str, expected: &str| {
        let text = complaint(from, to);
        assert!(text.contains(expected), "{text}");
    };
    says(
        "\"observation_version\": 1",
        "\"observation_version\": 2",
        "observation version 2",
    );
    says(
        "\"format_version\": 1",
        "\"format_version\": 7",
        "format version 7",
    );
    says("flagfall network", "another network", "another network");
    says("4 directions x 9 distances", "8 directions", "8 directions");
    says("\"own_moved\"", "\"own_shaved\"", "own_shaved");
    says(
        "\"n_globals\": 100",
        "\"n_globals\": 99",
        "global inputs 99",
    );
    says("\"win\"", "\"loss\"", "value order");
    says("\"variant\": \"classic\"", "\"variant\": \"duel\"", "duel");
    says("\"kind\": \"conv\"", "\"kind\": \"soup\"", "soup");
}

#[test]
fn weights_that_are_not_those_of_the_architecture_are_refused() {
    let says = |from: &str, to: &str, expected: &str| {
        let text = complaint(from, to);
        assert!(text.contains(expected), "{text}");
    };
    says("\"width\": 16", "\"width\": 32", "instead of [32, 264]");
    says("\"width\": 16", "\"width\": 0", "conv 0x2");
    says("\"blocks\": 2", "\"blocks\": 1", "no such tensor");
    says(
        "\"blocks\": 2",
        "\"blocks\": 3",
        "blocks.2.norm1.gain: it is missing",
    );
    says("\"kind\": \"conv\"", "\"kind\": \"encoder\"", "missing");
    says(
        "\"offset\": 0",
        "\"offset\": 18446744073709551615",
        "past the end",
    );
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(sidecar: Vec<u8>, weights: Vec<u8>) {
        prop_assert!(Network::from_bytes(&sidecar, &weights).is_err());
    }

    #[test]
    fn no_damage_to_the_sidecar_makes_the_reader_panic(
        is_encoder: bool,
        cuts in proptest::collection::vec((0_usize..4000, any::<u8>()), 1..4),
    ) {
        let (sidecar, weights) = files(if is_encoder { "encoder" } else { "conv" });
        let mut sidecar = sidecar.into_bytes();
        for (at, byte) in cuts {
            let at = at % sidecar.len();
            // Digits make other numbers, which get further than broken JSON does.
            sidecar[at] = if sidecar[at].is_ascii_digit() { b'0' + byte % 10 } else { byte };
        }
        let _ = Network::from_bytes(&sidecar, &weights);
    }
}
