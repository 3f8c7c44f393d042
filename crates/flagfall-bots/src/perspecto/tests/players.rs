//! What must hold for all four bots.

use super::*;

fn bot(spec: &str) -> Box<dyn Bot> {
    crate::build(&spec.parse().unwrap()).unwrap()
}

#[test]
fn all_four_bots_conform() {
    let effort = Effort {
        games: 2,
        max_plies: 120,
        ..Effort::default()
    };
    for spec in [
        "minimax:depth=3",
        "minimax:depth=2,radius=global",
        "expectiminimax:depth=3",
        "pe-minimax:depth=3",
        "pe-minimax:depth=2,radius=global",
        "pe-minimax:depth=2,chance=50",
        "perspecto:depth=2",
        "perspecto:depth=2,chance=50",
        "perspecto:depth=3,deep=false,algorithm=minimax,strategy=forward",
    ] {
        for rules in ["isf", "perspecto", "isf,barrage"] {
            check(&|| bot(spec), rules.parse().unwrap(), &effort)
                .unwrap_or_else(|violation| panic!("{spec} under {rules}: {violation}"));
        }
    }
}

#[test]
fn bots_keep_a_budget_of_nodes_and_of_time() {
    let effort = Effort {
        games: 1,
        max_plies: 30,
        budget: Budget {
            nodes: Some(20_000),
            ..Budget::OWN
        },
        ..Effort::default()
    };
    for spec in ["minimax", "expectiminimax", "pe-minimax", "perspecto"] {
        check(&|| bot(spec), Rules::default(), &effort).unwrap();
    }
    // A clock does not repeat games, so only the time itself is checked here.
    let game = random_game(3, 60);
    let side = game.position().to_move();
    for spec in [
        "minimax:depth=11",
        "pe-minimax:depth=11",
        "perspecto:depth=11",
    ] {
        let mut bot = bot(spec);
        bot.begin(&start(side, Rules::default(), 1));
        let budget = Budget {
            time: Some(std::time::Duration::from_millis(200)),
            ..Budget::OWN
        };
        let started = std::time::Instant::now();
        bot.choose(&game.view(side), &budget).unwrap();
        assert!(
            started.elapsed().as_millis() < 450,
            "{spec} took {:?}",
            started.elapsed()
        );
    }
}

#[test]
fn perspecto_explains_its_choice_by_parts_that_sum_up() {
    let game = random_game(5, 100);
    let side = game.position().to_move();
    let mut bot = bot("perspecto:depth=3");
    bot.begin(&start(side, Rules::default(), 1));
    let view = game.view(side);
    let Choice::Move(chosen) = bot.choose(&view, &Budget::OWN).unwrap() else {
        panic!("it moves")
    };
    let explanation = bot.explain().unwrap();
    assert_eq!(
        explanation.columns,
        ["tactical", "strategic", "as I see it", "as he sees it"]
    );
    assert_eq!(explanation.line[0], Some(chosen));
    assert_eq!(explanation.moves[0].mv, chosen);
    for value in &explanation.moves {
        assert!((value.parts[0] + value.parts[1] - value.value).abs() < 1e-4);
    }
    for belief in explanation.enemy.iter().chain(&explanation.own) {
        assert!((belief.ranks.0.iter().sum::<f64>() - 1.0).abs() < 1e-4);
    }
    let hidden = |side| view.hidden_pieces(side).count();
    assert_eq!(
        (explanation.own.len(), explanation.enemy.len()),
        (hidden(side), hidden(!side))
    );
}
