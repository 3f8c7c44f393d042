//! Where the setups of new games come from.

use flagfall_core::{GameRng, Rank, SETUP_SQUARES, Setup, SetupError, Variant, below};

/// A list of setups to draw from; an empty one stands for all setups, each as likely as any other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupPool {
    variant: Variant,
    setups: Vec<Setup>,
}

/// Why a text is not a list of setups.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PoolError {
    /// One line is not a setup.
    #[error("line {line}: {error}")]
    BadLine {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        error: SetupError,
    },
    /// There is no setup.
    #[error("there is no setup in it")]
    Empty,
    /// Setups of another variant.
    #[error("not all of the setups are those of a {0} game")]
    WrongVariant(Variant),
}

impl SetupPool {
    /// All setups of a variant.
    pub fn uniform(variant: Variant) -> SetupPool {
        SetupPool {
            variant,
            setups: Vec::new(),
        }
    }

    /// These setups, all of one variant.
    ///
    /// # Errors
    /// If there are none, or they are not all of this variant.
    pub fn of(variant: Variant, setups: Vec<Setup>) -> Result<SetupPool, PoolError> {
        if setups.is_empty() {
            Err(PoolError::Empty)
        } else if setups.iter().any(|setup| setup.variant() != variant) {
            Err(PoolError::WrongVariant(variant))
        } else {
            Ok(SetupPool { variant, setups })
        }
    }

    /// One setup a line, 40 letters from `A` (empty) to `M` (flag) as in red's StraDoS2 letters, but front row first and each
    /// row left to right as its owner sees it. Lines that are empty or start with `#` are skipped.
    ///
    /// # Errors
    /// Names the first line that is not a setup of the variant.
    pub fn parse(variant: Variant, text: &str) -> Result<SetupPool, PoolError> {
        let lines = text.lines().map(str::trim).enumerate();
        let setups = lines
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .map(|(index, line)| {
                parse_line(variant, line).map_err(|error| PoolError::BadLine {
                    line: index + 1,
                    error,
                })
            })
            .collect::<Result<Vec<_>, _>>()?;
        SetupPool::of(variant, setups)
    }

    /// Whose setups they are.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// One of the setups, mirrored in half of the cases.
    pub fn draw(&self, rng: &mut GameRng) -> Setup {
        if self.setups.is_empty() {
            return Setup::random(self.variant, rng);
        }
        let setup = &self.setups[below(rng, self.setups.len() as u32) as usize];
        if below(rng, 2) == 0 {
            *setup
        } else {
            setup.mirrored()
        }
    }
}

fn parse_line(variant: Variant, line: &str) -> Result<Setup, SetupError> {
    let n_letters = line.chars().count();
    if n_letters != SETUP_SQUARES {
        return Err(SetupError::WrongLength(n_letters));
    }
    let mut places = [None; SETUP_SQUARES];
    for (index, letter) in line.chars().enumerate() {
        // The text runs from the front row's left end; places run from the back row's right end: exactly backwards.
        places[SETUP_SQUARES - 1 - index] = match letter {
            'A' => None,
            'B' => Some(Rank::Bomb),
            'C'..='L' => Rank::from_index(letter as usize - 'B' as usize),
            'M' => Some(Rank::Flag),
            _ => {
                return Err(SetupError::UnknownLetter {
                    letter,
                    place: index + 1,
                });
            }
        };
    }
    Setup::new(variant, places)
}

#[cfg(test)]
mod tests {
    use flagfall_core::{Seed, Side};

    use super::*;

    const LINE: &str = "AAAAALAAKAAAAAAEAACADAAAAAAAABDAAAAAAAAM";

    #[test]
    fn front_row_comes_first_from_the_owners_left() {
        let setup = parse_line(Variant::Barrage, LINE).unwrap();
        let pieces: Vec<String> = setup
            .pieces(Side::Red)
            .map(|(square, rank)| format!("{square} {rank}"))
            .collect();
        let mut expected = [
            "F4 marshal",
            "I4 general",
            "F3 miner",
            "I3 spy",
            "A2 scout",
            "J2 bomb",
            "A1 scout",
            "J1 flag",
        ];
        expected.sort_unstable();
        let mut found: Vec<&str> = pieces.iter().map(String::as_str).collect();
        found.sort_unstable();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_bad_line_is_named() {
        let error = SetupPool::parse(
            Variant::Barrage,
            &format!("# title\n{LINE}\n{}\n", &LINE[1..]),
        )
        .unwrap_err();
        assert_eq!(
            error,
            PoolError::BadLine {
                line: 3,
                error: SetupError::WrongLength(39)
            }
        );
        assert!(SetupPool::parse(Variant::Classic, LINE).is_err());
        assert_eq!(
            SetupPool::parse(Variant::Classic, "# nothing\n"),
            Err(PoolError::Empty)
        );
    }

    #[test]
    fn drawn_setups_are_those_of_the_pool_and_their_mirror_images() {
        let pool = SetupPool::parse(Variant::Barrage, LINE).unwrap();
        let setup = parse_line(Variant::Barrage, LINE).unwrap();
        let mut rng = Seed(3).rng();
        let mut mirrored = 0;
        for _ in 0..100 {
            let drawn = pool.draw(&mut rng);
            assert!(drawn == setup || drawn == setup.mirrored());
            mirrored += u32::from(drawn != setup);
        }
        assert!((30..70).contains(&mirrored));
    }
}
