//! Which steps there are, and that everything can be taken back.

use super::*;

#[test]
fn own_steps_on_the_whole_board_are_the_legal_ones_and_everything_can_be_taken_back() {
    for seed in 0..20 {
        let game = random_game(seed, 40 * seed as usize);
        let view = game.view(game.position().to_move());
        if view.result().is_some() {
            continue;
        }
        let mut field = Field::new(&view);
        let corner = "A1".parse().unwrap();
        let whole = Area::around(corner, corner, Radius::Global);
        let mut own: Vec<Move> = steps(&field, Owner::Mine, &whole, Width::Full)
            .into_iter()
            .filter_map(Step::to_move)
            .collect();
        let forbidden = |mv: &Move| view.repetition_forbids(*mv).is_some();
        own.retain(|mv| !forbidden(mv));
        own.sort();
        let mut legal: Vec<Move> = view
            .legal_moves()
            .into_iter()
            .filter(|mv| !mv.is_long())
            .collect();
        legal.sort();
        assert_eq!(own, legal);

        let before = format!("{field:?}");
        for owner in Owner::BOTH {
            for step in steps(&field, owner, &whole, Width::Full) {
                let undos = match field.unit_at(step.to) {
                    None => vec![field.make_quiet(step)],
                    Some(_) => {
                        let lost = field.make_attack(step, Fight::Lost);
                        field.unmake(lost);
                        assert_eq!(format!("{field:?}"), before);
                        vec![field.make_attack(step, Fight::Won)]
                    }
                };
                assert_ne!(format!("{field:?}"), before);
                for undo in undos {
                    field.unmake(undo);
                }
                assert_eq!(format!("{field:?}"), before);
            }
        }
    }
}

#[test]
fn narrow_widths_keep_attacks_and_the_last_piece() {
    let game = game(
        "A1 red flag, J5 red captain, I4 red miner, A10 blue flag, J6 blue sergeant, A7 blue scout",
        Side::Red,
        "J5-I5 J6-J5 I5-I6 A7-A6",
    );
    let view = game.view(Side::Red);
    let field = Field::new(&view);
    let area = Area::around(
        "I5".parse().unwrap(),
        "I6".parse().unwrap(),
        Radius::Local(2),
    );
    let names = |width| -> Vec<String> {
        let mut names: Vec<String> = steps(&field, Owner::Mine, &area, width)
            .into_iter()
            .map(|step| step.to_move().unwrap().to_string())
            .collect();
        names.sort();
        names
    };
    // The captain on I6 moved last. I4-I5 and I4-J4 bring the miner beside the sergeant on J5.
    assert_eq!(names(Width::Attacks), Vec::<String>::new());
    assert_eq!(names(Width::Follow), ["I6-I5", "I6-I7", "I6-J6"]);
    assert_eq!(
        names(Width::Exposed),
        ["I4-I5", "I4-J4", "I6-I5", "I6-I7", "I6-J6"]
    );
    assert!(names(Width::Full).len() > 5);
}

#[test]
fn a_piece_attacked_from_within_the_area_may_step_away_where_flights_are_asked_for() {
    let game = game(
        "A1 red flag, E5 red captain, A10 blue flag, E6 blue miner, E9 blue scout",
        Side::Red,
        "",
    );
    let mut field = Field::new(&game.view(Side::Red));
    let area = Area::around(
        "E4".parse().unwrap(),
        "E5".parse().unwrap(),
        Radius::Local(0),
    );
    let names = |field: &Field, width| -> Vec<String> {
        let mut names: Vec<String> = steps(field, Owner::Theirs, &area, width)
            .into_iter()
            .map(|step| step.to_move().unwrap().to_string())
            .collect();
        names.sort();
        names
    };
    // The miner stands outside the area, and its own steps are outside too; the scout is threatened by nobody.
    assert_eq!(names(&field, Width::Full), ["E6-E5"]);
    field.let_flee();
    assert_eq!(names(&field, Width::Follow), ["E6-E5", "E6-E7", "E6-F6"]);
    assert_eq!(names(&field, Width::Attacks), ["E6-E5"]);
}
