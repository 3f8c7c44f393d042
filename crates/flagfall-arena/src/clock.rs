//! The move clock for programs.
//!
//! As in the computer championships a player has a time for a move that it must keep on average, and may take up to three
//! times as long for a single one. The average is kept at every moment: each move puts its time into a bank, what is used
//! is taken out, and nobody can take out more than there is.

use std::time::Duration;

/// How many times the average a single move may take.
const LONGEST_MOVE: u32 = 3;

/// The least time for a program's first words. Starting an interpreter or a virtual machine is no thinking, so a short
/// move time must not forbid it.
const LEAST_START_UP: Duration = Duration::from_secs(5);

/// One player's clock in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveClock {
    move_time: Duration,
    bank: Duration,
}

impl MoveClock {
    /// The clock at the start of a game.
    pub const fn new(move_time: Duration) -> MoveClock {
        MoveClock {
            move_time,
            bank: Duration::ZERO,
        }
    }

    /// A move begins: it may take this long.
    pub fn start_move(&mut self) -> Duration {
        self.bank = self.bank.saturating_add(self.move_time);
        self.bank.min(self.longest_move())
    }

    /// The move has taken this long.
    pub fn spend(&mut self, used: Duration) {
        self.bank = self.bank.saturating_sub(used);
    }

    /// The longest that any single move may take.
    pub fn longest_move(&self) -> Duration {
        self.move_time.saturating_mul(LONGEST_MOVE)
    }

    /// How long a program may take for an answer that is not a move: to start, to set up.
    pub fn preparation(&self) -> Duration {
        self.longest_move().max(LEAST_START_UP)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    /// What each of these moves was allowed to take.
    fn allowances(used: &[u64]) -> Vec<u64> {
        let mut clock = MoveClock::new(ms(5000));
        used.iter()
            .map(|&used| {
                let allowed = clock.start_move();
                clock.spend(ms(used));
                allowed.as_millis() as u64
            })
            .collect()
    }

    #[test]
    fn quick_moves_save_time_for_at_most_three_times_the_average() {
        assert_eq!(
            allowances(&[0, 0, 0, 0, 15_000, 10_000, 0]),
            [5000, 10_000, 15_000, 15_000, 15_000, 15_000, 10_000]
        );
    }

    #[test]
    fn a_player_who_uses_the_average_always_has_the_average() {
        assert_eq!(allowances(&[5000; 6]), [5000; 6]);
    }

    #[test]
    fn whoever_takes_all_that_is_allowed_stays_within_the_average() {
        let mut clock = MoveClock::new(ms(5000));
        let mut rng = flagfall_core::Seed(3).rng();
        let mut total = Duration::ZERO;
        for moves in 1..2000u32 {
            let allowed = clock.start_move();
            assert!(allowed <= ms(15_000));
            let used = match flagfall_core::below(&mut rng, 3) {
                0 => ms(0),
                1 => allowed / 7,
                _ => allowed,
            };
            clock.spend(used);
            total += used;
            assert!(total <= moves * ms(5000), "after {moves} moves");
        }
    }

    #[test]
    fn overstepping_does_not_wrap_around() {
        assert_eq!(allowances(&[7000, 0]), [5000, 5000]);
    }

    #[test]
    fn a_program_has_time_to_start_even_if_moves_are_short() {
        assert_eq!(MoveClock::new(ms(10)).preparation(), LEAST_START_UP);
        assert_eq!(MoveClock::new(ms(5000)).preparation(), ms(15_000));
    }
}
