//! A small SVG picture: for every share the paper's value and ours with its interval.

use std::fmt::Write;

use crate::report::{Figure, PaperFigure, Report, Unit};

const LEFT: f64 = 430.0;
const WIDTH: f64 = 400.0;
const ROW: f64 = 22.0;
const TOP: f64 = 56.0;

/// Whether there is anything to draw.
pub(crate) fn has_shares(report: &Report) -> bool {
    shares_of(report).next().is_some()
}

/// The shares that the paper has too, with the paper's.
fn shares_of(report: &Report) -> impl Iterator<Item = (&Figure, PaperFigure)> {
    let shares = report.figures.iter().filter(|one| one.unit == Unit::Share);
    shares.filter_map(|one| Some((one, one.paper?)))
}

/// The shares of a report. Paper: a hollow diamond; measured: a dot with its 95% interval.
pub(crate) fn shares(report: &Report) -> String {
    let figures: Vec<(&Figure, PaperFigure)> = shares_of(report).collect();
    let bottom = TOP + ROW * figures.len() as f64;
    let (width, height) = (LEFT + WIDTH + 30.0, bottom + 30.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"10\" y=\"20\" font-size=\"14\">{}: {}</text>\n\
         <text x=\"10\" y=\"38\" fill=\"#555\">hollow diamond: paper; dot with bar: measured, 95% interval</text>\n",
        escaped(&report.id),
        escaped(&report.title)
    );
    let x = |share: f64| LEFT + WIDTH * share.clamp(0.0, 1.0);
    for tick in 0..=4 {
        let share = f64::from(tick) / 4.0;
        let _ = writeln!(
            svg,
            "<line x1=\"{0:.1}\" y1=\"{TOP}\" x2=\"{0:.1}\" y2=\"{bottom}\" stroke=\"#ddd\"/>\
             <text x=\"{0:.1}\" y=\"{1}\" text-anchor=\"middle\" fill=\"#555\">{2:.0}%</text>",
            x(share),
            bottom + 16.0,
            share * 100.0
        );
    }
    for (index, (one, paper)) in figures.iter().enumerate() {
        let y = TOP + ROW * (index as f64 + 0.5);
        let label = escaped(&format!("{}: {}", one.part, one.name));
        let _ = writeln!(
            svg,
            "<text x=\"{0}\" y=\"{1:.1}\" text-anchor=\"end\" textLength=\"{2:.0}\" lengthAdjust=\"spacingAndGlyphs\">{label}</text>\
             <line x1=\"{3:.1}\" y1=\"{y:.1}\" x2=\"{4:.1}\" y2=\"{y:.1}\" stroke=\"#1b6ca8\" stroke-width=\"2\"/>\
             <circle cx=\"{5:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#1b6ca8\"/>\
             <path d=\"M{6:.1} {7:.1}l5 5l-5 5l-5 -5z\" fill=\"none\" stroke=\"#b3381b\" stroke-width=\"1.5\"/>",
            LEFT - 10.0,
            y + 4.0,
            (label.len() as f64 * 6.0).min(LEFT - 20.0),
            x(one.low),
            x(one.high),
            x(one.measured),
            x(paper.value),
            y - 5.0,
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
