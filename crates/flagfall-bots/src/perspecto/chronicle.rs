//! What the public history of a game tells beyond the board: which pieces have approached which, how far each has gone, and
//! which chances to attack the opponent took or let pass (section 9.3).

use flagfall_core::{BattleOutcome, Event, PieceId, Rank, Side, Square, View};

use super::field::leads_towards;

/// Something in the history from which the opponent's fear is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sign {
    /// The opponent attacked one of our unknown pieces that had moved with a known piece above lieutenant.
    TookChance,
    /// We attacked one of his known pieces with an unknown piece that had moved.
    WeCameFromTheDark,
    /// The opponent could have attacked as in the first sign, for the first time with this pair of pieces, and did not.
    LetChancePass,
}

#[derive(Clone, Copy, Debug)]
struct Life {
    side: Side,
    square: Option<Square>,
    known: Option<Rank>,
    n_steps: u16,
    /// The known pieces of the other side that it has moved towards, by start square.
    approached: u128,
    /// The unknown pieces of ours that it could have attacked but did not, by start square.
    spared: u128,
}

/// The public history of one game, read step by step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chronicle {
    lives: Vec<Option<Life>>,
    n_read: usize,
}

impl Chronicle {
    /// Reads what is new in the history and returns the signs in it.
    pub(crate) fn read(&mut self, view: &View<'_>) -> Vec<Sign> {
        if self.lives.is_empty() {
            self.lives = vec![None; Square::COUNT];
            for start in Square::all() {
                let piece = view.piece(PieceId::started_on(start));
                self.lives[start.index()] = piece.map(|piece| Life {
                    side: piece.side,
                    square: Some(start),
                    known: None,
                    n_steps: 0,
                    approached: 0,
                    spared: 0,
                });
            }
        }
        let mut signs = Vec::new();
        for event in &view.history()[self.n_read..] {
            self.look_for_signs(event, view.viewer(), &mut signs);
            self.follow(event);
        }
        self.n_read = view.history().len();
        signs
    }

    /// How many times a piece has moved.
    pub(crate) fn n_steps(&self, id: PieceId) -> u16 {
        self.lives
            .get(id.index())
            .copied()
            .flatten()
            .map_or(0, |life| life.n_steps)
    }

    /// Every pair of an unknown piece and a known one of the other side towards which it has moved since that was known.
    pub(crate) fn approaches(&self) -> impl Iterator<Item = (PieceId, PieceId)> {
        self.present()
            .filter(|(_, life)| life.known.is_none())
            .flat_map(|(id, life)| {
                Square::all()
                    .filter(move |other| life.approached >> other.index() & 1 != 0)
                    .map(move |other| (id, PieceId::started_on(other)))
            })
    }

    fn present(&self) -> impl Iterator<Item = (PieceId, Life)> {
        Square::all().filter_map(|start| {
            let life = self.lives[start.index()]?;
            life.square.map(|_| (PieceId::started_on(start), life))
        })
    }

    fn life(&mut self, id: PieceId) -> &mut Life {
        self.lives[id.index()]
            .as_mut()
            .expect("only pieces of the game take part in its events")
    }

    fn look_for_signs(&mut self, event: &Event, me: Side, signs: &mut Vec<Sign>) {
        let mover = *self.life(event.piece);
        if event.side == me {
            if let Some(battle) = event.battle
                && mover.known.is_none()
                && mover.n_steps > 0
                && self.life(battle.defender).known.is_some()
            {
                signs.push(Sign::WeCameFromTheDark);
            }
            return;
        }
        let target = event.battle.map(|battle| battle.defender);
        let bold: Vec<_> = self
            .present()
            .filter(|(_, life)| life.side != me && life.known.is_some_and(is_above_lieutenant))
            .collect();
        let dark: Vec<_> = self
            .present()
            .filter(|(_, life)| life.side == me && life.known.is_none() && life.n_steps > 0)
            .collect();
        for (attacker, life) in bold {
            for (defender, other) in &dark {
                let (Some(from), Some(to)) = (life.square, other.square) else {
                    continue;
                };
                if !from.is_next_to(to) {
                    continue;
                }
                if attacker == event.piece && target == Some(*defender) {
                    signs.push(Sign::TookChance);
                } else if life.spared >> defender.index() & 1 == 0 {
                    self.life(attacker).spared |= 1 << defender.index();
                    signs.push(Sign::LetChancePass);
                }
            }
        }
    }

    fn follow(&mut self, event: &Event) {
        let mover = self.life(event.piece);
        mover.n_steps += 1;
        mover.square = Some(event.mv.to);
        if event.shows_scout() {
            mover.known = Some(Rank::Scout);
        }
        let Some(battle) = event.battle else {
            self.note_approach(event);
            return;
        };
        let outcome = battle.outcome();
        mover.known = Some(battle.attacker_rank);
        if outcome != BattleOutcome::AttackerWins {
            mover.square = None;
        }
        let defender = self.life(battle.defender);
        defender.known = Some(battle.defender_rank);
        if outcome != BattleOutcome::DefenderWins {
            defender.square = None;
        }
    }

    fn note_approach(&mut self, event: &Event) {
        if self.life(event.piece).known.is_some() {
            return;
        }
        let nearer = self
            .present()
            .filter(|(_, life)| life.side != event.side && life.known.is_some())
            .filter(|(_, life)| {
                life.square.is_some_and(|square| {
                    let [from, to, square] =
                        [event.mv.from, event.mv.to, square].map(|square| square.index() as u8);
                    leads_towards(from, to, square)
                })
            })
            .fold(0u128, |set, (id, _)| set | 1 << id.index());
        self.life(event.piece).approached |= nearer;
    }
}

fn is_above_lieutenant(rank: Rank) -> bool {
    rank.is_mobile() && rank > Rank::Lieutenant
}
