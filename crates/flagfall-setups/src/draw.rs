//! Drawing by weight.

use flagfall_core::below;
use rand::Rng;

/// A number from 0 up to, but not including, 1.
pub fn uniform(rng: &mut impl Rng) -> f64 {
    f64::from(below(rng, u32::MAX)) / f64::from(u32::MAX)
}

/// An index drawn in proportion to the weights; `None` if no weight is above zero.
pub fn pick(rng: &mut impl Rng, weights: &[f64]) -> Option<usize> {
    let mut left = uniform(rng) * weights.iter().filter(|&&weight| weight > 0.0).sum::<f64>();
    let mut last = None;
    for (index, &weight) in weights.iter().enumerate() {
        if weight > 0.0 {
            last = Some(index);
            if left < weight {
                return last;
            }
            left -= weight;
        }
    }
    // Rounding may leave a crumb behind the last weight.
    last
}

#[cfg(test)]
mod tests {
    use flagfall_core::Seed;

    use super::*;

    #[test]
    fn weights_are_drawn_in_proportion_and_zero_never() {
        let mut rng = Seed(1).rng();
        let mut counts = [0; 4];
        for _ in 0..8000 {
            counts[pick(&mut rng, &[1.0, 0.0, 3.0, 4.0]).unwrap()] += 1;
        }
        assert_eq!(counts[1], 0);
        for (count, expected) in [(counts[0], 1000), (counts[2], 3000), (counts[3], 4000)] {
            assert!(i32::abs(count - expected) < 200, "{counts:?}");
        }
        assert_eq!(pick(&mut rng, &[0.0, 0.0]), None);
    }
}
