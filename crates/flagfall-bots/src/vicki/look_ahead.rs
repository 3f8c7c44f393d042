//! One or two plies beyond the own move (7.3), with the evolved valuation.
//!
//! What comes after a move is valued as the thesis values a sure capture: BEAT_OPPONENT of the attacker's rank times the rank of
//! what it takes, here times the probability that it wins. The opponent is taken to have our values. So a move is worth
//! less by the best capture that it leaves to him, and, with two plies, worth more by half of the best that we have after
//! that. Choices of ours:
//!
//! - Only attacks on the next square are looked at: from afar come scouts alone, and they take little but the spy.
//! - We count on what we know of our own pieces even where the opponent does not know it: it is our loss that matters.
//! - An opponent who takes nothing is taken to leave everything where it is.
//! - A capture of our own after his reply counts half, so that one in hand is better than the same one later.
//! - The flag counts as much as two marshals.

use flagfall_core::{BattleOutcome, Board, ByRank, Direction, Move, Piece, Rank, Square};

use arrayvec::ArrayVec;

use super::odds::{Chances, Odds};

const FLAG_WORTH: f64 = 20.0;
const FOLLOW_UP_SHARE: f64 = 0.5;

/// Two pieces next to each other, and what one gains by attacking the other.
#[derive(Clone, Copy, Debug)]
struct Contact {
    own: Square,
    enemy: Square,
    gain: f64,
}

/// Forty pieces have at most four enemies beside each, and one that has moved four more.
type Contacts = ArrayVec<Contact, 164>;

/// What two pieces gain on each other, by the rank of ours.
#[derive(Clone, Copy, Debug)]
struct Exchange {
    loss: ByRank<f64>,
    gain: ByRank<f64>,
}

/// Everything that looking ahead from one position needs.
#[derive(Debug)]
pub(super) struct LookAhead<'a> {
    board: &'a Board,
    odds: &'a Odds<'a>,
    /// BEAT_OPPONENT of each rank that can move.
    beat: &'a ByRank<f64>,
    plies: u8,
    /// What a hidden enemy gains on each of our ranks and each of our ranks gains on it, if it has not moved and if it has; only
    /// where all such pieces are alike.
    hidden: Option<[Exchange; 2]>,
    /// What the enemy could take if we did nothing.
    threats: Contacts,
    /// What we could take if it were our turn again.
    captures: Contacts,
}

/// What may come after a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Prospect {
    /// What the opponent's best reply costs us, not above 0.
    pub(super) reply: f64,
    /// What our own capture after that is worth, not below 0.
    pub(super) follow_up: f64,
}

impl<'a> LookAhead<'a> {
    pub(super) fn new(
        board: &'a Board,
        odds: &'a Odds<'a>,
        beat: &'a ByRank<f64>,
        plies: u8,
    ) -> LookAhead<'a> {
        let mut ahead = LookAhead {
            board,
            odds,
            beat,
            plies,
            hidden: None,
            threats: Contacts::new(),
            captures: Contacts::new(),
        };
        ahead.hidden = odds.of_hidden().map(|classes| {
            classes.map(|ranks| Exchange {
                loss: ByRank(Rank::ALL.map(|rank| ahead.expected_loss(ranks, rank))),
                gain: ByRank(Rank::ALL.map(|rank| ahead.expected_gain(rank, ranks))),
            })
        });
        for (square, piece) in board.pieces(board.to_move()) {
            let rank = piece.rank.expect("a player knows its own pieces");
            for (beside, enemy) in ahead.enemies_beside(square) {
                let contact = |gain| Contact {
                    own: square,
                    enemy: beside,
                    gain,
                };
                let loss = ahead.loss(&enemy, rank);
                if loss > 0.0 {
                    ahead.threats.push(contact(loss));
                }
                let gain = ahead.gain(rank, &enemy);
                if gain > 0.0 {
                    ahead.captures.push(contact(gain));
                }
            }
        }
        ahead
    }

    /// What may come after this legal move.
    pub(super) fn prospect(&self, mv: Move) -> Prospect {
        let mover = self.board.piece_at(mv.from).expect("a piece moves");
        let rank = mover.rank.expect("a player knows its own pieces");
        let target = self.board.piece_at(mv.to);
        // Whether the mover stands on its new square afterwards, and whether its target does.
        let chances = target.map_or(
            Chances {
                wins: 1.0,
                loses: 0.0,
            },
            |target| self.odds.of_attack(rank, &target),
        );
        let at_new_square: ArrayVec<(Square, Piece), 4> = self
            .enemies_beside(mv.to)
            .filter(|&(square, _)| square != mv.to)
            .collect();
        let stays = |contact: &Contact| {
            let left = if contact.enemy == mv.to {
                chances.loses
            } else {
                1.0
            };
            (contact.own != mv.from).then_some(Contact {
                gain: contact.gain * left,
                ..*contact
            })
        };
        let arrives = |gain: &dyn Fn(&Piece) -> f64| -> ArrayVec<Contact, 4> {
            let one = |(enemy, piece): &(Square, Piece)| Contact {
                own: mv.to,
                enemy: *enemy,
                gain: gain(piece) * chances.wins,
            };
            at_new_square.iter().map(one).collect()
        };
        let replies: Contacts = self
            .threats
            .iter()
            .filter_map(stays)
            .chain(arrives(&|enemy| self.loss(enemy, rank)))
            .filter(|reply| reply.gain > 0.0)
            .collect();
        if self.plies < 2 {
            let worst = replies.iter().map(|one| one.gain).fold(0.0, f64::max);
            return Prospect {
                reply: -worst,
                follow_up: 0.0,
            };
        }
        let captures: Contacts = self
            .captures
            .iter()
            .filter_map(stays)
            .chain(arrives(&|enemy| self.gain(rank, enemy)))
            .collect();
        let most = |captures: &mut dyn Iterator<Item = f64>| captures.fold(0.0, f64::max);
        let mut worst = Prospect {
            reply: 0.0,
            follow_up: FOLLOW_UP_SHARE * most(&mut captures.iter().map(|one| one.gain)),
        };
        for reply in &replies {
            let others = captures
                .iter()
                .filter(|one| one.own != reply.own && one.enemy != reply.enemy)
                .map(|one| one.gain);
            let recapture = self.recapture(mv, reply);
            let prospect = Prospect {
                reply: -reply.gain,
                follow_up: FOLLOW_UP_SHARE * most(&mut others.chain(recapture)),
            };
            if prospect.reply + prospect.follow_up < worst.reply + worst.follow_up {
                worst = prospect;
            }
        }
        worst
    }

    /// What our pieces next to the square of a reply can gain from the piece that came there.
    fn recapture(&self, mv: Move, reply: &Contact) -> Option<f64> {
        let enemy = self.board.piece_at(reply.enemy)?;
        let side = self.board.to_move();
        Direction::ALL
            .into_iter()
            .filter_map(|direction| reply.own.step(direction))
            .filter(|&square| square != mv.from)
            .filter_map(|square| self.board.piece_at(square))
            .filter(|piece| piece.side == side)
            .filter_map(|piece| Some(self.gain(piece.rank?, &enemy)))
            .reduce(f64::max)
    }

    /// What the enemy gains by attacking a piece of ours.
    fn loss(&self, enemy: &Piece, rank: Rank) -> f64 {
        match (enemy.rank, &self.hidden) {
            (Some(attacker), _) if attacker.attacks(rank) == BattleOutcome::AttackerWins => {
                self.beat[attacker] * worth(rank)
            }
            (Some(_), _) => 0.0,
            (None, Some(hidden)) => hidden[usize::from(enemy.has_moved)].loss[rank],
            (None, None) => self.expected_loss(&self.odds.of(enemy), rank),
        }
    }

    /// What a piece of ours gains by attacking an enemy.
    fn gain(&self, rank: Rank, enemy: &Piece) -> f64 {
        match (enemy.rank, &self.hidden) {
            (Some(defender), _) if rank.attacks(defender) == BattleOutcome::AttackerWins => {
                self.beat[rank] * worth(defender)
            }
            (Some(_), _) => 0.0,
            (None, Some(hidden)) => hidden[usize::from(enemy.has_moved)].gain[rank],
            (None, None) => self.expected_gain(rank, &self.odds.of(enemy)),
        }
    }

    /// BEAT_OPPONENT of what cannot move is 0, so it gains nothing.
    fn expected_loss(&self, attackers: &ByRank<f64>, rank: Rank) -> f64 {
        let beats = |attacker: &Rank| attacker.attacks(rank) == BattleOutcome::AttackerWins;
        let attackers_that_win = Rank::ALL.into_iter().filter(beats);
        let gain: f64 = attackers_that_win
            .map(|one| attackers[one] * self.beat[one])
            .sum();
        gain * worth(rank)
    }

    fn expected_gain(&self, rank: Rank, defenders: &ByRank<f64>) -> f64 {
        let beaten = |defender: &Rank| rank.attacks(*defender) == BattleOutcome::AttackerWins;
        let gain: f64 = Rank::ALL
            .into_iter()
            .filter(beaten)
            .map(|one| defenders[one] * worth(one))
            .sum();
        gain * self.beat[rank]
    }

    fn enemies_beside(&self, square: Square) -> impl Iterator<Item = (Square, Piece)> + use<'a> {
        let board = self.board;
        Direction::ALL
            .into_iter()
            .filter_map(move |direction| {
                let beside = square.step(direction)?;
                Some((beside, board.piece_at(beside)?))
            })
            .filter(move |(_, piece)| piece.side != board.to_move())
    }
}

/// What BEAT_OPPONENT is multiplied by.
fn worth(rank: Rank) -> f64 {
    match rank {
        Rank::Flag => FLAG_WORTH,
        _ => rank.index() as f64,
    }
}
