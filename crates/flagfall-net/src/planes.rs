//! From packed bytes to the network's inputs, number for number as `train/obs.py` makes them.
//!
//! Of the 264 planes about ten are set on a square, so they are handed out one by one and never written down.

use flagfall_env::observation::{
    CODE, DEAD_OWN, ENEMY, ENEMY_HIDDEN, EVADE, FLAGS, HIDDEN_ENEMY, HIDDEN_OWN, HISTORY, KNOWN,
    LEGAL, MOVED, N_HISTORY, NO_START, OBS_BYTES, OWN, PLIES, QUIET, STAND, START, THREAT,
};

const SQUARES: usize = 100;
const RANKS: usize = 12;
const FLAG: usize = 0;
const BOMB: usize = 11;
const N_CODES: usize = 27;
const N_CONTACTS: usize = 14;

/// The planes of a square, in order, with the number of values of each. Exported networks name them, too.
pub const PLANES: [(&str, usize); 18] = [
    ("code", N_CODES),
    ("own_moved", 1),
    ("enemy_moved", 1),
    ("own_known", 1),
    ("own_prob", RANKS),
    ("enemy_prob", RANKS),
    ("start_row", 10),
    ("own_start_col", 10),
    ("enemy_start_col", 10),
    ("own_threat", N_CONTACTS),
    ("enemy_threat", N_CONTACTS),
    ("own_evade", N_CONTACTS),
    ("enemy_evade", N_CONTACTS),
    ("own_stand", N_CONTACTS),
    ("enemy_stand", N_CONTACTS),
    ("hist_from", N_HISTORY),
    ("hist_to", N_HISTORY),
    ("hist_battle", N_HISTORY),
];

/// How many values a square has in all.
pub const N_PLANES: usize = first_plane(PLANES.len());

/// How many inputs belong to no square: four tables of counts, the same as "any left" flags, and four clocks.
pub const N_GLOBALS: usize = 8 * RANKS + 4;

const fn first_plane(index: usize) -> usize {
    let (mut at, mut sum) = (0, 0);
    while at < index {
        sum += PLANES[at].1;
        at += 1;
    }
    sum
}

const OWN_MOVED: usize = first_plane(1);
const ENEMY_MOVED: usize = first_plane(2);
const OWN_KNOWN: usize = first_plane(3);
const OWN_PROB: usize = first_plane(4);
const ENEMY_PROB: usize = first_plane(5);
const START_ROW: usize = first_plane(6);
const START_COL: usize = first_plane(7);
const CONTACTS: usize = first_plane(9);
const TURNS: usize = first_plane(15);

/// A packed observation.
#[derive(Clone, Copy, Debug)]
pub struct Observation<'a>(pub &'a [u8; OBS_BYTES]);

impl Observation<'_> {
    /// Calls `set(square, plane, value)` for every input that is not zero.
    pub(crate) fn planes(&self, mut set: impl FnMut(usize, usize, f32)) {
        let own_prior = self.prior(HIDDEN_OWN, |square| {
            self.is_own(square) && !self.has(square, KNOWN)
        });
        let enemy_prior = self.prior(HIDDEN_ENEMY, |square| self.is_hidden_enemy(square));
        for square in 0..SQUARES {
            let code = self.0[CODE + square];
            let (own, enemy) = (self.is_own(square), code >= ENEMY);
            let (moved, known) = (self.has(square, MOVED), self.has(square, KNOWN));
            if usize::from(code) < N_CODES {
                set(square, usize::from(code), 1.0);
            }
            if own && moved {
                set(square, OWN_MOVED, 1.0);
            }
            if enemy && moved {
                set(square, ENEMY_MOVED, 1.0);
            }
            if own && known {
                set(square, OWN_KNOWN, 1.0);
                set(square, OWN_PROB + usize::from(code - OWN), 1.0);
            }
            if (ENEMY..ENEMY_HIDDEN).contains(&code) {
                set(square, ENEMY_PROB + usize::from(code - ENEMY), 1.0);
            }
            for (plane, prior, hidden) in [
                (OWN_PROB, &own_prior, own && !known),
                (ENEMY_PROB, &enemy_prior, self.is_hidden_enemy(square)),
            ] {
                for (rank, &p) in prior.of(moved).iter().enumerate() {
                    if hidden && p != 0.0 {
                        set(square, plane + rank, p);
                    }
                }
            }
            self.start_planes(square, enemy, &mut set);
            self.contact_planes(square, own, enemy, &mut set);
        }
        self.turn_planes(set);
    }

    fn start_planes(&self, square: usize, enemy: bool, set: &mut impl FnMut(usize, usize, f32)) {
        let start = self.0[START + square];
        if start < SQUARES as u8 {
            set(square, START_ROW + usize::from(start / 10), 1.0);
        }
        if start != NO_START {
            let col = usize::from(start % 10) + 10 * usize::from(enemy);
            set(square, START_COL + col, 1.0);
        }
    }

    fn contact_planes(
        &self,
        square: usize,
        own: bool,
        enemy: bool,
        set: &mut impl FnMut(usize, usize, f32),
    ) {
        if !own && !enemy {
            return;
        }
        for (contact, first) in [THREAT, EVADE, STAND].into_iter().enumerate() {
            let bytes = [self.0[first + square], self.0[first + SQUARES + square]];
            let kinds = u16::from_le_bytes(bytes);
            let plane = CONTACTS + (2 * contact + usize::from(enemy)) * N_CONTACTS;
            for kind in (0..N_CONTACTS).filter(|kind| kinds >> kind & 1 != 0) {
                set(square, plane + kind, 1.0);
            }
        }
    }

    fn turn_planes(&self, mut set: impl FnMut(usize, usize, f32)) {
        for turn in 0..N_HISTORY {
            let [from, to, result] =
                [0, 1, 2].map(|field| self.0[HISTORY + field * N_HISTORY + turn]);
            if result == 0 {
                continue;
            }
            let (from, to) = (usize::from(from), usize::from(to));
            if from < SQUARES {
                set(from, TURNS + turn, 1.0);
            }
            if to < SQUARES {
                set(to, TURNS + N_HISTORY + turn, 1.0);
            }
            if to < SQUARES && result > 1 {
                set(to, TURNS + 2 * N_HISTORY + turn, 1.0);
            }
        }
    }

    /// The inputs that belong to no square.
    pub(crate) fn globals(&self) -> [f32; N_GLOBALS] {
        let mut out = [0.0; N_GLOBALS];
        let counts = &self.0[HIDDEN_ENEMY..DEAD_OWN + RANKS];
        for (at, &count) in counts.iter().enumerate() {
            out[at] = f32::from(count) / 4.0;
            out[counts.len() + at] = f32::from(u8::from(count > 0));
        }
        let clock = |at: usize| f32::from(u16::from_le_bytes([self.0[at], self.0[at + 1]]));
        let (quiet, plies) = (clock(QUIET).min(100.0), clock(PLIES));
        out[2 * counts.len()..].copy_from_slice(&[
            quiet / 100.0,
            (quiet - 50.0).max(0.0) / 50.0,
            plies.min(3000.0) / 1000.0,
            50.0 / (50.0 + plies),
        ]);
        out
    }

    /// The chance of each rank of the hidden enemy piece on a square by counting alone; `None` if there is no such piece.
    pub fn enemy_prior(&self, square: usize) -> Option<[f32; RANKS]> {
        let is_there = square < SQUARES && self.is_hidden_enemy(square);
        is_there.then(|| {
            let prior = self.prior(HIDDEN_ENEMY, |square| self.is_hidden_enemy(square));
            *prior.of(self.has(square, MOVED))
        })
    }

    /// Where the piece on a square started, in the mover's frame; `None` if no piece stands there.
    pub fn start(&self, square: usize) -> Option<usize> {
        let start = *self.0[START..START + SQUARES].get(square)?;
        (start < SQUARES as u8).then_some(usize::from(start))
    }

    /// The legal actions, lowest first.
    pub fn legal_actions(&self) -> impl Iterator<Item = usize> {
        self.0[LEGAL..][..450]
            .iter()
            .enumerate()
            .flat_map(|(at, &byte)| {
                (0..8)
                    .filter(move |bit| byte >> bit & 1 != 0)
                    .map(move |bit| 8 * at + bit)
            })
    }

    fn is_own(&self, square: usize) -> bool {
        (OWN..ENEMY).contains(&self.0[CODE + square])
    }

    fn is_hidden_enemy(&self, square: usize) -> bool {
        self.0[CODE + square] == ENEMY_HIDDEN
    }

    fn has(&self, square: usize, flag: u8) -> bool {
        self.0[FLAGS + square] & flag != 0
    }

    /// The chances of one side's hidden pieces: `counts` is where their numbers by rank are.
    fn prior(&self, counts: usize, is_hidden: impl Fn(usize) -> bool) -> Prior {
        let n_unmoved = (0..SQUARES)
            .filter(|&square| is_hidden(square) && !self.has(square, MOVED))
            .count()
            .max(1) as f32;
        let counts: [f32; RANKS] = std::array::from_fn(|rank| f32::from(self.0[counts + rank]));
        let n_mobile = counts[FLAG + 1..BOMB].iter().sum::<f32>().max(1.0);
        let n_fixed = counts[FLAG] / n_unmoved + counts[BOMB] / n_unmoved;
        let mut prior = Prior {
            moved: [0.0; RANKS],
            unmoved: [0.0; RANKS],
        };
        for (rank, &count) in counts.iter().enumerate() {
            if rank == FLAG || rank == BOMB {
                prior.unmoved[rank] = count / n_unmoved;
            } else {
                prior.moved[rank] = count / n_mobile;
                prior.unmoved[rank] = prior.moved[rank] * (1.0 - n_fixed).max(0.0);
            }
        }
        prior
    }
}

/// The chance of each rank of a hidden piece that has moved, and of one that has not.
struct Prior {
    moved: [f32; RANKS],
    unmoved: [f32; RANKS],
}

impl Prior {
    fn of(&self, moved: bool) -> &[f32; RANKS] {
        if moved { &self.moved } else { &self.unmoved }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_are_as_many_as_the_training_program_has() {
        assert_eq!((N_PLANES, N_GLOBALS), (264, 100));
    }

    #[test]
    fn any_bytes_give_inputs_within_range() {
        for seed in 0..50_u32 {
            let mut bytes = [0; OBS_BYTES];
            for (at, byte) in bytes.iter_mut().enumerate() {
                *byte = (at as u32 ^ seed).wrapping_mul(2_654_435_761).to_be_bytes()
                    [(seed % 3) as usize];
            }
            let observation = Observation(&bytes);
            observation.planes(|square, plane, value| {
                assert!(square < SQUARES && plane < N_PLANES && value.is_finite());
            });
            assert!(observation.globals().iter().all(|value| value.is_finite()));
            assert!(observation.legal_actions().all(|action| action < 3600));
        }
    }
}
