//! Packing a view into bytes. The layout, with its version, is described in `docs/observation.md`.

use flagfall_core::{BattleOutcome, Event, Rank, Side, Square, View};

use crate::action::{N_ACTIONS, encode_straight, to_frame};
use crate::contacts::Contacts;

/// Grows with every change of layout or meaning.
pub const OBS_VERSION: u32 = 1;

/// How many of the last turns an observation tells.
pub const N_HISTORY: usize = 32;

const SQUARES: usize = Square::COUNT;
const RANKS: usize = Rank::ALL.len();

// Offsets, in the order of the bytes.
/// What stands on each square: one of the codes below.
pub const CODE: usize = 0;
/// [`MOVED`] and [`KNOWN`] of the piece on each square.
pub const FLAGS: usize = CODE + SQUARES;
/// Where the piece on each square started; 255 where there is none.
pub const START: usize = FLAGS + SQUARES;
/// Kinds of enemy that the piece has moved next to: low bytes, then high bytes.
pub const THREAT: usize = START + SQUARES;
/// Kinds of enemy that it has moved away from, likewise.
pub const EVADE: usize = THREAT + 2 * SQUARES;
/// Kinds of enemy that moved next to it and that it stood, likewise.
pub const STAND: usize = EVADE + 2 * SQUARES;
/// Enemy pieces hidden from the mover, by rank.
pub const HIDDEN_ENEMY: usize = STAND + 2 * SQUARES;
/// Own pieces hidden from the enemy, by rank.
pub const HIDDEN_OWN: usize = HIDDEN_ENEMY + RANKS;
/// Captured enemy pieces, by rank.
pub const DEAD_ENEMY: usize = HIDDEN_OWN + RANKS;
/// Captured own pieces, by rank.
pub const DEAD_OWN: usize = DEAD_ENEMY + RANKS;
/// Plies since the last attack, two bytes.
pub const QUIET: usize = DEAD_OWN + RANKS;
/// Plies since the start, two bytes.
pub const PLIES: usize = QUIET + 2;
/// The last turns: five fields of [`N_HISTORY`] bytes (source, target, result, attacker, defender).
pub const HISTORY: usize = PLIES + 2;
/// A bit for each legal action.
pub const LEGAL: usize = HISTORY + 5 * N_HISTORY;
const END: usize = LEGAL + N_ACTIONS / 8;

/// Bytes of one observation; padded so that each one in a batch starts at a multiple of 32.
pub const OBS_BYTES: usize = END.next_multiple_of(32);

// Codes of what stands on a square; ranks are added to the two that are followed by eleven free numbers.
const LAKE: u8 = 1;
/// Code of an own flag; the other ranks follow.
pub const OWN: u8 = 2;
/// Code of a known enemy flag; the other ranks follow.
pub const ENEMY: u8 = 14;
/// Code of an enemy piece whose rank is hidden.
pub const ENEMY_HIDDEN: u8 = 26;

/// Flag of a piece that has moved.
pub const MOVED: u8 = 1;
/// Flag of a piece whose rank is known to both players.
pub const KNOWN: u8 = 2;
/// In the plane of start squares: nobody stands here.
pub const NO_START: u8 = 255;

/// The lakes in either frame: the board looks the same from both sides.
const LAKES: [usize; 8] = [42, 43, 46, 47, 52, 53, 56, 57];

/// Packs what the viewer, whose turn it should be, knows. `contacts` must be those of the same game.
///
/// # Panics
/// If `out` has not [`OBS_BYTES`] bytes.
pub fn pack(view: &View<'_>, contacts: &Contacts, out: &mut [u8]) {
    assert_eq!(out.len(), OBS_BYTES, "an observation has a fixed size");
    out.fill(0);
    let me = view.viewer();
    out[START..START + SQUARES].fill(NO_START);
    for lake in LAKES {
        out[CODE + lake] = LAKE;
    }
    for side in Side::ALL {
        pack_pieces(view, contacts, side, out);
    }
    pack_counts(view, contacts, out);
    out[QUIET..QUIET + 2].copy_from_slice(&saturated(view.quiet_plies()));
    out[PLIES..PLIES + 2].copy_from_slice(&saturated(view.ply()));
    for (slot, event) in view.history().iter().rev().take(N_HISTORY).enumerate() {
        pack_event(event, me, slot, out);
    }
    for mv in view.legal_moves() {
        let action = encode_straight(mv, me);
        out[LEGAL + action / 8] |= 1 << (action % 8);
    }
}

fn saturated(count: u32) -> [u8; 2] {
    u16::try_from(count).unwrap_or(u16::MAX).to_le_bytes()
}

fn pack_pieces(view: &View<'_>, contacts: &Contacts, side: Side, out: &mut [u8]) {
    let me = view.viewer();
    for (square, piece) in view.pieces(side) {
        let at = to_frame(square, me);
        let rank = piece.rank.map(|rank| rank.index() as u8);
        out[CODE + at] = match rank {
            Some(rank) if side == me => OWN + rank,
            Some(rank) => ENEMY + rank,
            None => ENEMY_HIDDEN,
        };
        out[FLAGS + at] = u8::from(piece.has_moved) * MOVED + u8::from(piece.is_revealed) * KNOWN;
        out[START + at] = to_frame(piece.id.start(), me) as u8;
        let record = contacts.record(piece.id);
        for (first, set) in [
            (THREAT, record.threatened),
            (EVADE, record.evaded),
            (STAND, record.stood),
        ] {
            let [low, high] = set.to_le_bytes();
            out[first + at] = low;
            out[first + SQUARES + at] = high;
        }
    }
}

fn pack_counts(view: &View<'_>, contacts: &Contacts, out: &mut [u8]) {
    let me = view.viewer();
    out[HIDDEN_ENEMY..HIDDEN_ENEMY + RANKS].copy_from_slice(&view.hidden_counts(!me).0);
    out[HIDDEN_OWN..HIDDEN_OWN + RANKS].copy_from_slice(&view.hidden_counts(me).0);
    out[DEAD_ENEMY..DEAD_ENEMY + RANKS].copy_from_slice(&contacts.captured(!me).0);
    out[DEAD_OWN..DEAD_OWN + RANKS].copy_from_slice(&contacts.captured(me).0);
}

fn pack_event(event: &Event, me: Side, slot: usize, out: &mut [u8]) {
    let (result, attacker, defender) = match event.battle {
        None => (1, 0, 0),
        Some(battle) => {
            let result = match battle.outcome() {
                BattleOutcome::AttackerWins => 2,
                BattleOutcome::DefenderWins => 3,
                BattleOutcome::BothFall => 4,
            };
            (
                result,
                battle.attacker_rank.index() as u8 + 1,
                battle.defender_rank.index() as u8 + 1,
            )
        }
    };
    let bytes = [
        to_frame(event.mv.from, me) as u8,
        to_frame(event.mv.to, me) as u8,
        result,
        attacker,
        defender,
    ];
    for (field, byte) in bytes.into_iter().enumerate() {
        out[HISTORY + field * N_HISTORY + slot] = byte;
    }
}

/// The legal actions of a packed observation, lowest first.
pub fn legal_actions(packed: &[u8]) -> impl Iterator<Item = usize> {
    (0..N_ACTIONS).filter(move |action| packed[LEGAL + action / 8] >> (action % 8) & 1 != 0)
}
