use flagfall_core::{BySide, GameResult, Rules, Seed, Setup, Side, Start, Termination, Variant};
use flagfall_record::GameRecord;

use super::*;
use crate::ids::GameId;

fn new_game(name: &str, human: Side, bot: &str) -> NewGame {
    let mut rng = Seed(3).rng();
    let setups = BySide::from_fn(|_| Setup::random(Variant::Classic, &mut rng));
    let mut record = GameRecord::new(Rules::ISF, Start::Setups(setups));
    record.names[human] = "human".to_owned();
    record.names[!human] = bot.to_owned();
    NewGame {
        id: GameId(name.to_owned()),
        token_hash: Some("hash".to_owned()),
        kind: Kind::Play,
        human: Some(human),
        is_open: false,
        budget_ms: 100,
        seed: u64::MAX,
        record,
    }
}

#[tokio::test]
async fn a_game_is_read_as_it_was_written_move_by_move() {
    let folder = tempfile::tempdir().unwrap();
    let id = GameId("one".to_owned());
    let new = new_game("one", Side::Red, "blind");
    let mut game = new.record.begin().unwrap();
    {
        let store = Store::open(folder.path()).unwrap();
        store.insert_game(new).await.unwrap();
        for ply in 0..20 {
            let mv = game.view(game.position().to_move()).legal_moves()[0];
            game.play(mv).unwrap();
            store
                .append_ply(&id, ply, mv, None, game.result())
                .await
                .unwrap();
        }
        store.set_draw_offer(&id, Some(Side::Blue)).await.unwrap();
        drop(store);
    }
    let store = reopened(folder.path()).await;
    let loaded = store.load_game(&id).await.unwrap().unwrap();
    assert_eq!(loaded.record.replay().unwrap().history(), game.history());
    assert_eq!(loaded.row.draw_offer, Some(Side::Blue));
    assert_eq!(loaded.row.seed, u64::MAX);
    assert_eq!(
        store
            .load_game(&GameId("two".to_owned()))
            .await
            .unwrap()
            .map(|_| ()),
        None
    );
}

#[tokio::test]
async fn a_ply_is_written_once_only() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let new = new_game("one", Side::Red, "blind");
    let game = new.record.begin().unwrap();
    let mv = game.view(Side::Red).legal_moves()[0];
    let id = new.id.clone();
    store.insert_game(new).await.unwrap();
    store.append_ply(&id, 0, mv, None, None).await.unwrap();
    assert!(store.append_ply(&id, 0, mv, None, None).await.is_err());
    assert_eq!(
        store.load_game(&id).await.unwrap().unwrap().record.moves,
        [mv]
    );
}

#[tokio::test]
async fn the_library_holds_what_is_over_and_filters_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let wins = [
        ("a", Side::Red, "blind", Some(Side::Red)),
        ("b", Side::Blue, "blind", Some(Side::Red)),
        ("c", Side::Blue, "flagfall", Some(Side::Blue)),
        ("d", Side::Red, "flagfall", None),
    ];
    for (name, human, bot, winner) in wins {
        let new = new_game(name, human, bot);
        let id = new.id.clone();
        store.insert_game(new).await.unwrap();
        if let Some(side) = winner {
            let result = GameResult::win(side, Termination::Resignation);
            store.finish_game(&id, result).await.unwrap();
        }
    }
    let names = |filter: Filter| {
        let store = store.clone();
        async move {
            let (mut games, total) = store.library(filter).await.unwrap();
            assert_eq!(games.len(), total as usize);
            games.sort_by(|a, b| a.id.0.cmp(&b.id.0));
            games.into_iter().map(|game| game.id.0).collect::<Vec<_>>()
        }
    };
    assert_eq!(names(Filter::default()).await, ["a", "b", "c"]);
    let blind = Filter {
        opponent: Some("blind".to_owned()),
        ..Filter::default()
    };
    assert_eq!(names(blind).await, ["a", "b"]);
    let won = Filter {
        result: Some(OutcomeFor::Win),
        ..Filter::default()
    };
    assert_eq!(names(won).await, ["a", "c"]);
    let lost = Filter {
        result: Some(OutcomeFor::Loss),
        ..Filter::default()
    };
    assert_eq!(names(lost).await, ["b"]);
    let past = Filter {
        to_ms: Some(1),
        ..Filter::default()
    };
    assert_eq!(names(past).await, [""; 0]);
    assert!(
        store
            .delete_finished(&GameId("a".to_owned()))
            .await
            .unwrap()
    );
    assert!(
        !store
            .delete_finished(&GameId("d".to_owned()))
            .await
            .unwrap()
    );
    assert_eq!(names(Filter::default()).await, ["b", "c"]);
}

#[tokio::test]
async fn a_second_program_is_told_that_the_database_is_in_use() {
    let folder = tempfile::tempdir().unwrap();
    let _first = Store::open(folder.path()).unwrap();
    let message = Store::open(folder.path()).unwrap_err().to_string();
    assert!(message.contains("in use by another flagfall"), "{message}");
}

/// Opens a database whose last owner is just about to let go of it.
async fn reopened(folder: &Path) -> Store {
    for _ in 0..50 {
        if let Ok(store) = Store::open(folder) {
            return store;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the database was never let go of");
}
