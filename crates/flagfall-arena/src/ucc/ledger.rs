//! What a host keeps count of: everything in it is public.

use flagfall_core::{BattleOutcome, BySide, Event, Rank, Rules, Side, Variant};

/// Material and turns so far.
#[derive(Clone, Debug)]
pub(super) struct Ledger {
    rules: Rules,
    plies: u32,
    last_battle: u32,
    mobile: BySide<u32>,
    values: BySide<u32>,
    last_mover: Option<Side>,
    has_lost_flag: bool,
}

impl Ledger {
    pub(super) fn new(rules: Rules) -> Ledger {
        let pieces = || Variant::Classic.pieces();
        let mobile = pieces().filter(|rank| rank.is_mobile()).count() as u32;
        let value = pieces().map(value).sum();
        Ledger {
            rules,
            plies: 0,
            last_battle: 0,
            mobile: BySide::new(mobile, mobile),
            values: BySide::new(value, value),
            last_mover: None,
            has_lost_flag: false,
        }
    }

    pub(super) fn record(&mut self, event: &Event) {
        self.plies += 1;
        self.last_mover = Some(event.side);
        let Some(battle) = event.battle else { return };
        self.last_battle = self.plies;
        let (attacker_falls, defender_falls) = match battle.outcome() {
            BattleOutcome::AttackerWins => (false, true),
            BattleOutcome::DefenderWins => (true, false),
            BattleOutcome::BothFall => (true, true),
        };
        if attacker_falls {
            self.lose(event.side, battle.attacker_rank);
        }
        if defender_falls {
            self.lose(!event.side, battle.defender_rank);
        }
    }

    fn lose(&mut self, side: Side, rank: Rank) {
        self.has_lost_flag |= rank == Rank::Flag;
        self.mobile[side] -= u32::from(rank.is_mobile());
        self.values[side] -= value(rank);
    }

    /// Whether the last move has ended the game as the manager sees it: the flag is taken, or the side to move has no
    /// mobile piece left. A side that has some but cannot move them is asked all the same and has to surrender.
    pub(super) fn is_decided(&self) -> bool {
        self.has_lost_flag
            || self
                .last_mover
                .is_some_and(|mover| self.mobile[!mover] == 0)
    }

    /// Whether a limit of the rules has been reached.
    pub(super) fn is_at_limit(&self) -> bool {
        let reached = |count: u32, limit: Option<u32>| limit.is_some_and(|limit| count >= limit);
        reached(self.plies, self.rules.max_plies)
            || reached(self.plies - self.last_battle, self.rules.max_quiet)
    }

    pub(super) fn last_mover(&self) -> Option<Side> {
        self.last_mover
    }

    /// The number of the turn that the last move belongs to: red's move and blue's answer make a turn.
    pub(super) fn last_turn(&self) -> u32 {
        self.plies.div_ceil(2)
    }

    /// The number of the turn that the next move belongs to.
    pub(super) fn turn(&self) -> u32 {
        self.plies / 2 + 1
    }

    /// The values of both armies, red's first.
    pub(super) fn values(&self) -> [u32; 2] {
        self.values.0
    }
}

/// What a piece counts in results: 1 for the spy to 10 for the marshal, nothing for bombs and flag.
fn value(rank: Rank) -> u32 {
    if rank.is_mobile() {
        rank.index() as u32
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use flagfall_core::{Game, Seed, Setup};

    use super::*;

    #[test]
    fn an_army_is_worth_148() {
        assert_eq!(Ledger::new(Rules::ISF).values(), [148, 148]);
    }

    #[test]
    fn counting_agrees_with_the_board_over_whole_games() {
        for seed in 0..50 {
            let mut rng = Seed(seed).rng();
            let setups = BySide::from_fn(|_| Setup::random(Variant::Classic, &mut rng));
            let mut game = Game::new("free,max_plies=3000".parse().unwrap(), setups).unwrap();
            let mut ledger = Ledger::new(*game.position().rules());
            while let Some(mv) = game.position().random_move(&mut rng) {
                assert!(!ledger.is_decided() && !ledger.is_at_limit());
                assert_eq!(ledger.turn() as usize, game.history().len() / 2 + 1);
                ledger.record(&game.play(mv).unwrap());
                assert_eq!(
                    ledger.last_turn() as usize,
                    game.history().len().div_ceil(2)
                );
                let on_board = |side| -> u32 {
                    let ranks = game
                        .position()
                        .pieces(side)
                        .filter_map(|(_, piece)| piece.rank);
                    ranks.map(value).sum()
                };
                assert_eq!(ledger.values(), Side::ALL.map(on_board));
            }
            use flagfall_core::Termination::*;
            match game.result().unwrap().reason {
                FlagCaptured => assert!(ledger.is_decided()),
                PlyLimit => assert!(ledger.is_at_limit()),
                _ => {}
            }
        }
    }
}
