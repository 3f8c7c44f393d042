//! Moves made and taken back.

use flagfall_core::SquareSet;

use super::near::{APPROACH, WITHIN, bit, leads_towards};
use super::{ARMY, Field, NONE, Step, Unit, mixed};

/// How a battle ends in the search; the thesis leaves out that both fall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fight {
    /// The attacker takes the square.
    Won,
    /// The attacker falls.
    Lost,
}

/// What is needed to take a move back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Undo {
    step: Step,
    mover: u8,
    victim: u8,
    mover_unit: Unit,
    victim_unit: Unit,
    fight: Option<Fight>,
    last: u8,
    fixed: SquareSet,
    approached: u64,
    key: u64,
}

/// What a unit is, and what it has done, wherever it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guise {
    unit: Unit,
    approached: u64,
}

impl Field {
    /// What a unit is after a step onto an empty square.
    #[inline]
    pub(crate) fn after_quiet(&self, mover: u8, step: Step) -> Guise {
        let mut guise = self.guise(mover);
        if self.notes_approaches && !guise.unit.is_shown() {
            guise.approached |= self.approaches_of(mover, step);
        }
        guise.unit = guise.unit.after_step();
        guise
    }

    /// What a unit is after an attack that it has won.
    #[inline]
    pub(crate) fn after_win(&self, mover: u8) -> Guise {
        let mut guise = self.guise(mover);
        guise.unit = guise.unit.after_step().shown();
        guise
    }

    /// What a unit is after it has been attacked and stands.
    #[inline]
    pub(crate) fn after_defence(&self, defender: u8) -> Guise {
        let mut guise = self.guise(defender);
        guise.unit = guise.unit.shown();
        guise
    }

    #[inline]
    fn guise(&self, index: u8) -> Guise {
        Guise {
            unit: self.unit(index),
            approached: self.approached[usize::from(index)],
        }
    }

    /// Gives a unit another guise and returns the one that it had. The hash of the field stays as it was: this is for looking
    /// at one battle, not for going on from there.
    #[inline]
    pub(crate) fn swap_guise(&mut self, index: u8, guise: Guise) -> Guise {
        let before = self.guise(index);
        self.units[usize::from(index)] = guise.unit;
        self.approached[usize::from(index)] = guise.approached;
        before
    }

    /// The hash that the field has after a step onto an empty square.
    #[inline]
    pub(crate) fn key_after_quiet(&self, step: Step) -> u64 {
        let mover = self.cells[usize::from(step.from)];
        self.key ^ self.unit_key(mover) ^ key_of(self.after_quiet(mover, step), step.to, mover)
    }

    /// The hash that the field has after an attack that ends in this way.
    #[inline]
    pub(crate) fn key_after_attack(&self, step: Step, fight: Fight) -> u64 {
        let mover = self.cells[usize::from(step.from)];
        let victim = self.cells[usize::from(step.to)];
        let winner = match fight {
            Fight::Won => key_of(self.after_win(mover), step.to, mover),
            Fight::Lost => key_of(self.after_defence(victim), step.to, victim),
        };
        self.key ^ self.unit_key(mover) ^ self.unit_key(victim) ^ winner
    }

    /// Makes a step onto an empty square.
    #[inline]
    pub(crate) fn make_quiet(&mut self, step: Step) -> Undo {
        let mover = self.cells[usize::from(step.from)];
        let undo = self.undo(step, mover, NONE, None);
        self.key ^= self.unit_key(mover);
        self.relocate(mover, step);
        if self.notes_approaches && !self.unit(mover).is_shown() {
            self.approached[usize::from(mover)] |= self.approaches_of(mover, step);
        }
        self.key ^= self.unit_key(mover);
        undo
    }

    /// The known units of the other side towards which this step leads.
    #[inline]
    fn approaches_of(&self, mover: u8, step: Step) -> u64 {
        let foes = self.held[self.unit(mover).owner().other() as usize];
        let mut set = 0;
        for square in (WITHIN[usize::from(APPROACH)][usize::from(step.to)] & foes).iter() {
            let foe = self.cells[square.index()];
            if self.unit(foe).is_shown() && leads_towards(step.from, step.to, square.index() as u8)
            {
                set |= 1 << (usize::from(foe) % ARMY);
            }
        }
        set
    }

    /// Makes an attack that ends in this way.
    #[inline]
    pub(crate) fn make_attack(&mut self, step: Step, fight: Fight) -> Undo {
        let mover = self.cells[usize::from(step.from)];
        let victim = self.cells[usize::from(step.to)];
        let undo = self.undo(step, mover, victim, Some(fight));
        self.key ^= self.unit_key(mover) ^ self.unit_key(victim);
        let place = bit(step.to);
        match fight {
            Fight::Won => {
                self.held[self.unit(victim).owner() as usize] ^= place;
                self.fixed = self.fixed.difference(place);
                self.squares[usize::from(victim)] = NONE;
                self.relocate(mover, step);
                self.units[usize::from(mover)] = self.unit(mover).shown();
                self.key ^= self.unit_key(mover);
            }
            Fight::Lost => {
                let owner = self.unit(mover).owner();
                self.held[owner as usize] ^= bit(step.from);
                self.cells[usize::from(step.from)] = NONE;
                self.squares[usize::from(mover)] = NONE;
                self.last[owner as usize] = NONE;
                self.units[usize::from(victim)] = self.unit(victim).shown();
                self.key ^= self.unit_key(victim);
            }
        }
        undo
    }

    #[inline]
    pub(crate) fn unmake(&mut self, undo: Undo) {
        let Undo {
            step,
            mover,
            victim,
            ..
        } = undo;
        let owner = undo.mover_unit.owner();
        self.units[usize::from(mover)] = undo.mover_unit;
        self.cells[usize::from(step.from)] = mover;
        self.squares[usize::from(mover)] = step.from;
        self.last[owner as usize] = undo.last;
        self.fixed = undo.fixed;
        self.approached[usize::from(mover)] = undo.approached;
        self.key = undo.key;
        match undo.fight {
            Some(Fight::Lost) => {
                self.held[owner as usize] ^= bit(step.from);
                self.units[usize::from(victim)] = undo.victim_unit;
            }
            Some(Fight::Won) => {
                self.held[owner as usize] ^= bit(step.from) | bit(step.to);
                self.held[owner.other() as usize] ^= bit(step.to);
                self.cells[usize::from(step.to)] = victim;
                self.squares[usize::from(victim)] = step.to;
            }
            None => {
                self.held[owner as usize] ^= bit(step.from) | bit(step.to);
                self.cells[usize::from(step.to)] = NONE;
            }
        }
    }

    #[inline]
    fn undo(&self, step: Step, mover: u8, victim: u8, fight: Option<Fight>) -> Undo {
        let mover_unit = self.unit(mover);
        Undo {
            step,
            mover,
            victim,
            mover_unit,
            victim_unit: if victim == NONE {
                mover_unit
            } else {
                self.unit(victim)
            },
            fight,
            last: self.last[mover_unit.owner() as usize],
            fixed: self.fixed,
            approached: self.approached[usize::from(mover)],
            key: self.key,
        }
    }

    #[inline]
    fn relocate(&mut self, mover: u8, step: Step) {
        let unit = self.unit(mover).after_step();
        let owner = unit.owner() as usize;
        self.units[usize::from(mover)] = unit;
        self.cells[usize::from(step.from)] = NONE;
        self.cells[usize::from(step.to)] = mover;
        self.squares[usize::from(mover)] = step.to;
        self.held[owner] ^= bit(step.from) | bit(step.to);
        self.last[owner] = mover;
    }

    #[inline]
    pub(super) fn unit_key(&self, index: u8) -> u64 {
        key_of(self.guise(index), self.squares[usize::from(index)], index)
    }
}

/// What a unit in this guise on this square adds to the hash of a field.
#[inline]
fn key_of(guise: Guise, square: u8, index: u8) -> u64 {
    let what = u64::from(guise.unit.bits()) << 16 | u64::from(square) << 8 | u64::from(index);
    mixed((what + 1) ^ guise.approached.wrapping_mul(0xBF58_476D_1CE4_E5B9))
}
