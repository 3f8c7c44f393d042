//! The curve of an evolution as an SVG picture.

use std::fmt::Write;

use crate::population::Generation;

const LEFT: f64 = 60.0;
const WIDTH: f64 = 560.0;
const TOP: f64 = 40.0;
const HEIGHT: f64 = 300.0;

/// Table 2 of the thesis: mean fitness by generation.
pub const THESIS_MEANS: [f64; 20] = [
    1374.0, 1481.0, 1303.0, 1448.0, 1518.0, 1430.0, 1506.0, 1817.0, 1654.0, 1673.0, 1864.0, 2006.0,
    2020.0, 1998.0, 2077.0, 2107.0, 2038.0, 2062.0, 2088.0, 2135.0,
];

/// Mean and best fitness by generation, with the thesis' means beside them.
pub(crate) fn draw(generations: &[Generation]) -> String {
    let means: Vec<f64> = generations.iter().map(Generation::mean).collect();
    let bests: Vec<f64> = generations.iter().map(|one| one.best().fitness).collect();
    let curves = [
        ("mean", "#1b6ca8", means.as_slice()),
        ("best", "#3a8f4d", bests.as_slice()),
        ("mean, thesis", "#b3381b", THESIS_MEANS.as_slice()),
    ];
    let all = || {
        curves
            .iter()
            .flat_map(|(_, _, points)| points.iter().copied())
    };
    let low = (all().fold(0.0, f64::min) / 500.0).floor() * 500.0;
    let high = (all().fold(0.0, f64::max) / 500.0).ceil() * 500.0;
    let last = means.len().max(THESIS_MEANS.len());
    let x = |index: usize| LEFT + WIDTH * index as f64 / (last - 1) as f64;
    let y = |fitness: f64| TOP + HEIGHT * (high - fitness) / (high - low);
    let (width, height) = (LEFT + WIDTH + 120.0, TOP + HEIGHT + 40.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"14\">Fitness by generation</text>\n"
    );
    let mut line = low;
    while line <= high {
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{1:.1}\" y2=\"{1:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{2}\" y=\"{3:.1}\" text-anchor=\"end\">{line}</text>",
            LEFT + WIDTH,
            y(line),
            LEFT - 8.0,
            y(line) + 4.0
        );
        line += 500.0;
    }
    for index in (0..last).filter(|index| index % 5 == 4 || *index == 0) {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            x(index),
            TOP + HEIGHT + 20.0,
            index + 1
        );
    }
    for (row, (name, color, points)) in curves.into_iter().enumerate() {
        let path: Vec<String> = points
            .iter()
            .enumerate()
            .map(|(index, &fitness)| format!("{:.1},{:.1}", x(index), y(fitness)))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\
             <text x=\"{}\" y=\"{}\" fill=\"{color}\">{name}</text>",
            path.join(" "),
            LEFT + WIDTH + 10.0,
            TOP + 14.0 + 18.0 * row as f64
        );
    }
    svg.push_str("</svg>\n");
    svg
}
