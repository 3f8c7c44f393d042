//! What is learned of an opponent's fear.

use super::*;

#[test]
fn signs_of_the_opponents_fear_are_read_once_for_each_pair() {
    // Blue's captain becomes known beside red's unknown sergeant, which has moved.
    let pieces = "J1 red flag, J2 red miner, A4 red scout, B3 red sergeant, A10 blue flag, A5 blue captain, J9 blue miner";
    let start = game(pieces, Side::Red, "B3-B4 A5-A4");
    let signs = |moves: &str| {
        let mut game = start.clone();
        for mv in moves.split_whitespace() {
            game.play(mv.parse().unwrap()).unwrap();
        }
        Chronicle::default().read(&game.view(Side::Red))
    };
    assert_eq!(signs("B4-B5 A4-A3"), []);
    assert_eq!(signs("J2-J3 A4-B4"), [Sign::TookChance]);
    assert_eq!(signs("J2-J3 J9-J8"), [Sign::LetChancePass]);
    assert_eq!(signs("J2-J3 J9-J8 J3-J2 J8-J9"), [Sign::LetChancePass]);
    assert_eq!(
        signs("J2-J3 J9-J8 B4-A4"),
        [Sign::LetChancePass, Sign::WeCameFromTheDark]
    );
}

#[test]
fn what_is_learned_of_an_opponent_is_kept_only_when_asked() {
    let signs = [
        Sign::LetChancePass,
        Sign::LetChancePass,
        Sign::WeCameFromTheDark,
        Sign::TookChance,
    ];
    for (keeps, expected) in [(false, 0.3), (true, 0.32)] {
        let mut psychology = Psychology::new(Temper {
            keeps,
            ..Temper::STANDARD
        });
        psychology.meet("Peter", Seed(0));
        psychology.learn(&signs);
        assert!((psychology.est_opp() - 0.32).abs() < 1e-9);
        psychology.meet("The General", Seed(0));
        assert_eq!(psychology.est_opp(), 0.3);
        psychology.meet("Peter", Seed(0));
        assert!((psychology.est_opp() - expected).abs() < 1e-9);
    }
    let mut psychology = Psychology::new(Temper::STANDARD);
    psychology.learn(&[Sign::TookChance; 20]);
    assert_eq!(psychology.est_opp(), 0.0);
}

#[test]
fn a_mind_reader_knows_the_fear_with_which_the_next_move_is_chosen() {
    let mut rng = Seed(27).rng();
    let mut other = Psychology::new(Temper::STANDARD);
    let mind = other.open();
    let mut reader = Psychology::new(Temper::STANDARD);
    reader.read(mind.clone());
    other.meet("the reader", Seed(1));
    let mut shown = Vec::new();
    for _ in 0..5 {
        let Thoughts { own, est_opp } = mind.thoughts();
        let read = reader.draw(&mut rng);
        assert_eq!((read.est_opp, read.est_own), (own as f32, est_opp as f32));
        assert!((0.2..0.5).contains(&read.own));
        assert_eq!(other.draw(&mut rng).own, own as f32);
        assert_eq!(est_opp, other.est_opp());
        other.learn(&[Sign::LetChancePass]);
        other.show_next();
        shown.push(own);
    }
    shown.dedup();
    assert_eq!(shown.len(), 5, "drawn anew for each move");
}

#[test]
fn an_open_mind_holds_nothing_of_the_hidden_pieces() {
    // Blue sees the same game, whichever of red's hidden pieces is the spy.
    let shown = |spy_first: bool| {
        let (b3, j2) = if spy_first {
            ("spy", "major")
        } else {
            ("major", "spy")
        };
        let pieces = format!(
            "J1 red flag, J2 red {j2}, A4 red scout, B3 red {b3}, A10 blue flag, A5 blue captain, J9 blue miner"
        );
        let mut game = game(&pieces, Side::Red, "B3-B4 A5-A4");
        let mut player = agent("perspecto:depth=2");
        let mind = player.open_mind();
        player.begin(&start(Side::Red, Rules::default(), 5));
        let mut thoughts = vec![mind.thoughts()];
        for (own, theirs) in [("J2-J3", "J9-J8"), ("J3-J2", "J8-J9"), ("B4-B5", "A4-B4")] {
            player.choose(&game.view(Side::Red), &Budget::OWN).unwrap();
            thoughts.push(mind.thoughts());
            for mv in [own, theirs] {
                game.play(mv.parse().unwrap()).unwrap();
            }
        }
        thoughts
    };
    let thoughts = shown(true);
    assert_eq!(thoughts, shown(false));
    // There is something to be seen: the captain lets a chance pass.
    assert!((thoughts[0].est_opp - 0.3).abs() < 1e-9);
    assert!((thoughts[3].est_opp - 0.34).abs() < 1e-9);
}
