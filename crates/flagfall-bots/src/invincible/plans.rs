//! Every plan, one type each, and the roster of a game (Invincible, chapter 5 and what appendix C found missing).
//!
//! | group | plans |
//! |---|---|
//! | tactical (5.4) | immediate capture, tactical defense, tactical attack, lotto defense, defense of the marshal, stepping between two weaker pieces, flag defense, open path to the flag |
//! | strategic (5.5) | strategic attack, strategic defense, trapping, seeking the highest piece and the spy, miners to bombs, lanes, high-piece defense, bluff |
//! | general (5.6) | randomness, move penalty, impatience, simplifying |

mod bluff;
mod def_marshal_from_spy;
mod flag_defense;
mod high_piece_defense;
mod immediate_capture;
mod impatience;
mod lane_occupation;
mod lotto_defense;
mod miner_to_bombs;
mod move_penalty;
mod open_path_to_flag;
mod random;
mod seek_highest;
mod seek_spy;
mod simplify;
mod step_between;
mod strategic_attack;
mod strategic_defense;
mod tactical_attack;
mod tactical_defense;
mod trap_piece;

use flagfall_core::{Rank, Seed};

use super::plan::Plan;
use super::situation::Situation;

/// All plans of a game, made at its start as he does (5.2.1): plans that have nothing to do yet, or no longer, sleep.
pub(crate) fn roster(situation: &Situation<'_>, seed: Seed) -> Vec<Box<dyn Plan>> {
    let mut plans: Vec<Box<dyn Plan>> = vec![
        Box::new(random::Random::new(seed)),
        Box::<move_penalty::MovePenalty>::default(),
        Box::<immediate_capture::ImmediateCapture>::default(),
        Box::<def_marshal_from_spy::DefMarshalFromSpy>::default(),
        Box::<step_between::StepBetween>::default(),
        Box::<flag_defense::FlagDefense>::default(),
        Box::<open_path_to_flag::OpenPathToFlag>::default(),
        Box::<strategic_attack::StrategicAttack>::default(),
        Box::<strategic_defense::StrategicDefense>::default(),
        Box::<seek_highest::SeekHighest>::default(),
        Box::<lane_occupation::LaneOccupation>::default(),
        Box::<high_piece_defense::HighPieceDefense>::default(),
        Box::<bluff::Bluff>::default(),
        Box::<impatience::Impatience>::default(),
        Box::<simplify::Simplify>::default(),
    ];
    for own in &situation.own {
        if own.rank.is_mobile() && own.rank != Rank::Marshal {
            plans.push(Box::new(tactical_defense::TacticalDefense::new(own.id)));
        }
        plans.push(Box::new(lotto_defense::LottoDefense::new(own.id)));
        match own.rank {
            Rank::Miner => plans.push(Box::new(miner_to_bombs::MinerToBombs::new(own.id))),
            Rank::Scout => plans.push(Box::new(seek_spy::SeekSpy::new(own.id))),
            _ => {}
        }
    }
    for foe in &situation.foes {
        plans.push(Box::new(tactical_attack::TacticalAttack::new(foe.id)));
        plans.push(Box::new(trap_piece::TrapPiece::new(foe.id)));
    }
    plans
}
