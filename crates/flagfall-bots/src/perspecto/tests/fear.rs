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
        psychology.meet("Peter");
        psychology.learn(&signs);
        assert!((psychology.est_opp() - 0.32).abs() < 1e-9);
        psychology.meet("The General");
        assert_eq!(psychology.est_opp(), 0.3);
        psychology.meet("Peter");
        assert!((psychology.est_opp() - expected).abs() < 1e-9);
    }
    let mut psychology = Psychology::new(Temper::STANDARD);
    psychology.learn(&[Sign::TookChance; 20]);
    assert_eq!(psychology.est_opp(), 0.0);
}
