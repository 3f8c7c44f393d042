//! What a player and a spectator are sent does not depend on what is hidden from them.
//!
//! A game is played through the server twice, every byte recorded: once as it was, and once with the ranks that are still
//! hidden at some ply exchanged among the bot's pieces. Up to that ply both recordings must be the same.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails with the test")]

mod common;

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

use common::{Client, Running, is_over, play_wish, ply};
use flagfall_bots::{Bot, Budget, Choice, Fault, GameStart};
use flagfall_core::notation::write_setup;
use flagfall_core::{
    BySide, Event, Game, GameRng, Move, PieceId, Rank, Rules, SETUP_SQUARES, Seed, Setup, Side,
    View, shuffle,
};
use flagfall_server::BotFactory;
use serde_json::{Value, json};
use tempfile::tempdir;

/// A bot that plays what it was told when it is told to, whatever its pieces are.
struct Scripted {
    setup: Setup,
    moves: Arc<Mutex<Receiver<Move>>>,
}

impl Bot for Scripted {
    fn begin(&mut self, _start: &GameStart) {}

    fn setup(&mut self) -> Result<Setup, Fault> {
        Ok(self.setup)
    }

    fn choose(&mut self, _view: &View<'_>, _budget: &Budget) -> Result<Choice, Fault> {
        let next = self.moves.lock().unwrap().recv();
        Ok(next.map_or(Choice::Resign, Choice::Move))
    }
}

/// The bytes that were sent to the player and to a spectator, message by message: one for each ply, and at the end the one
/// that shows everything.
struct Recording {
    seat: Vec<String>,
    spectator: Vec<String>,
}

/// Plays these turns through a server and records; after the last, the person resigns if the game is not over. Each turn
/// is made only when everybody has heard of the one before, so that the messages are the same in every run.
async fn record(rules: &str, setups: &BySide<Setup>, events: &[Event], human: Side) -> Recording {
    let folder = tempdir().unwrap();
    let (script, moves) = channel();
    let (setup, moves) = (setups[!human], Arc::new(Mutex::new(moves)));
    let factory = BotFactory::new(move |_| {
        let moves = Arc::clone(&moves);
        Ok(Box::new(Scripted { setup, moves }))
    });
    let server = Running::start(folder.path(), factory).await;
    let own = write_setup(&setups[human], Side::Red);
    let wish = play_wish("scripted", human.name(), rules, &own);
    let (id, token) = server.create(&wish).await;
    let (mut seat, first) = Client::join(&server, &id, Some(&token)).await;
    let (mut spectator, public) = Client::join(&server, &id, None).await;
    if human == Side::Blue {
        // The bot begins; who joins before it does hears twice of the start, and that is the one matter of timing.
        for (client, state) in [(&mut seat, &first), (&mut spectator, &public)] {
            if state["thinking"].is_null() {
                client.next().await;
            }
            client.received.drain(..client.received.len() - 1);
        }
    }
    for (number, event) in events.iter().enumerate() {
        if event.side == human {
            let message = json!({ "type": "move", "move": event.mv.to_string(), "ply": number });
            seat.send(&message).await;
        } else {
            script.send(event.mv).unwrap();
        }
        for client in [&mut seat, &mut spectator] {
            let state = client.next().await;
            assert_eq!(ply(&state), number as u64 + 1, "{state}");
        }
    }
    let last = serde_json::from_str(seat.received.last().unwrap()).unwrap();
    if !is_over(&last) {
        seat.send(&json!({ "type": "resign" })).await;
        for client in [&mut seat, &mut spectator] {
            assert!(is_over(&client.next().await));
        }
    }
    Recording {
        seat: seat.received,
        spectator: spectator.received,
    }
}

/// A game of two random movers that like to attack.
fn random_game(rules: Rules, rng: &mut GameRng) -> (BySide<Setup>, Game) {
    let setups = BySide::from_fn(|_| Setup::random(rules.variant, rng));
    let mut game = Game::new(rules, setups).unwrap();
    while game.result().is_none() {
        let view = game.view(game.position().to_move());
        let moves = view.legal_moves();
        let attack = moves.iter().find(|mv| view.piece_at(mv.to).is_some());
        let is_bold = flagfall_core::below(rng, 3) == 0;
        let mv = match attack {
            Some(&mv) if is_bold => mv,
            _ => moves[flagfall_core::below(rng, moves.len() as u32) as usize],
        };
        game.play(mv).unwrap();
    }
    (setups, game)
}

/// The setup of `side` with the ranks that its enemy has not seen after some turns exchanged at random, so that the same
/// turns are still legal and show the same. `None` if no exchange was found that changes anything.
fn shuffled(
    setups: &BySide<Setup>,
    game: &Game,
    side: Side,
    n_plies: usize,
    rng: &mut GameRng,
) -> Option<Setup> {
    let rules = *game.position().rules();
    let mut at = Game::new(rules, *setups).unwrap();
    for event in &game.history()[..n_plies] {
        at.advance(event.mv);
    }
    let view = at.view(!side);
    let hidden: Vec<PieceId> = view
        .hidden_pieces(side)
        .map(|(_, piece)| piece.id)
        .collect();
    let place_of = |id: PieceId| {
        (0..SETUP_SQUARES)
            .find(|&place| Setup::square(side, place) == id.start())
            .unwrap()
    };
    for _ in 0..200 {
        let mut places = *setups[side].places();
        let mut ranks: Vec<Option<Rank>> = hidden.iter().map(|&id| places[place_of(id)]).collect();
        shuffle(rng, &mut ranks);
        for (&id, rank) in hidden.iter().zip(ranks) {
            places[place_of(id)] = rank;
        }
        let setup = Setup::new(rules.variant, places).unwrap();
        let both = BySide::from_fn(|of| if of == side { setup } else { setups[of] });
        let mut again = Game::new(rules, both).unwrap();
        let is_same = game.history()[..n_plies]
            .iter()
            .all(|event| again.play(event.mv).is_ok_and(|played| played == *event));
        if is_same && again.result().is_none() && setup != setups[side] {
            return Some(setup);
        }
    }
    None
}

/// Which piece was what, as the last message told.
fn pieces_at_the_end(recording: &Recording) -> String {
    let last: Value = serde_json::from_str(recording.spectator.last().unwrap()).unwrap();
    assert!(is_over(&last));
    last["seen"]["pieces"].to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_sent_anything_that_depends_on_hidden_ranks() {
    let mut rng = Seed(2026).rng();
    let mut compared = 0;
    let mut saw_difference = false;
    for (number, (text, human)) in [
        ("isf,barrage,max_plies=160", Side::Red),
        ("isf,max_plies=160", Side::Red),
        ("isf,max_plies=160", Side::Blue),
        ("free,barrage,max_plies=120", Side::Blue),
    ]
    .into_iter()
    .enumerate()
    {
        let rules: Rules = text.parse().unwrap();
        let (setups, game) = random_game(rules, &mut rng);
        let original = record(text, &setups, game.history(), human).await;
        assert_eq!(original.seat.len(), game.history().len() + 1);
        assert_eq!(original.spectator.len(), game.history().len() + 1);
        let length = game.history().len();
        for share in [1, 3] {
            let n_plies = (length * share / 4).min(length.saturating_sub(2));
            let Some(setup) = shuffled(&setups, &game, !human, n_plies, &mut rng) else {
                continue;
            };
            let both = BySide::from_fn(|of| if of == human { setups[of] } else { setup });
            let other = record(text, &both, &game.history()[..n_plies], human).await;
            assert_eq!(
                original.seat[..=n_plies],
                other.seat[..=n_plies],
                "game {number}, seat"
            );
            assert_eq!(
                original.spectator[..=n_plies],
                other.spectator[..=n_plies],
                "game {number}, spectator"
            );
            saw_difference |= pieces_at_the_end(&original) != pieces_at_the_end(&other);
            compared += n_plies + 1;
        }
    }
    assert!(compared > 300, "only {compared} plies were compared");
    assert!(
        saw_difference,
        "the recordings can tell a difference once ranks are shown"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_spectator_is_sent_nothing_that_depends_on_the_players_own_ranks() {
    let mut rng = Seed(7).rng();
    let text = "isf,max_plies=200";
    let (setups, game) = random_game(text.parse().unwrap(), &mut rng);
    let human = Side::Red;
    let original = record(text, &setups, game.history(), human).await;
    let n_plies = game.history().len() / 2;
    let setup = shuffled(&setups, &game, human, n_plies, &mut rng).expect("many pieces are hidden");
    let both = BySide::from_fn(|of| if of == human { setup } else { setups[of] });
    let other = record(text, &both, &game.history()[..n_plies], human).await;
    assert_eq!(original.spectator[..=n_plies], other.spectator[..=n_plies]);
    assert_ne!(
        original.seat[0], other.seat[0],
        "the player sees his own pieces"
    );
}
