use flagfall_core::*;
use std::time::Instant;
fn main() {
    let mut rng = Seed(1).rng();
    let starts: Vec<Position> = (0..200)
        .map(|_| {
            Position::from_setups(
                Rules::ISF,
                &BySide::from_fn(|_| Setup::random(Variant::Classic, &mut rng)),
            )
            .unwrap()
        })
        .collect();
    println!(
        "size {} {}",
        std::mem::size_of::<Position>(),
        std::mem::size_of::<Undo>()
    );
    for _ in 0..3 {
        let t = Instant::now();
        let (mut plies, mut games) = (0u64, 0);
        let mut p = starts[0].clone();
        for start in starts.iter().cycle().take(4000) {
            p.clone_from(start);
            while let Some(mv) = p.random_move(&mut rng) {
                p.advance(mv);
            }
            plies += u64::from(p.ply());
            games += 1;
        }
        let e = t.elapsed().as_secs_f64();
        println!(
            "pick: {:.2} Mplies/s, mean {}",
            plies as f64 / e / 1e6,
            plies / games
        );
        let t = Instant::now();
        let (mut plies, mut games) = (0u64, 0);
        for start in starts.iter().cycle().take(1000) {
            p.clone_from(start);
            loop {
                let l = p.legal_moves();
                if l.is_empty() {
                    break;
                }
                let mv = l[below(&mut rng, l.len() as u32) as usize];
                p.advance(mv);
            }
            plies += u64::from(p.ply());
            games += 1;
        }
        let e = t.elapsed().as_secs_f64();
        println!(
            "list: {:.2} Mplies/s, mean {}",
            plies as f64 / e / 1e6,
            plies / games
        );
    }
}
