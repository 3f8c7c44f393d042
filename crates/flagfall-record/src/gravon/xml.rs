//! Gravon's XML. A file may hold several games.

use flagfall_core::notation::parse_board;
use flagfall_core::{BySide, Side};
use quick_xml::XmlVersion;
use quick_xml::escape::{escape, resolve_predefined_entity};
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

use super::result::{Ending, winner};
use super::squares::{MoveReader, write_square};
use super::{GameType, check_writable, record};
use crate::error::{Cause, ParseError, Unwritable};
use crate::record::GameRecord;
use crate::start::{Cells, board_letters, cells};

/// The number of red as a winner.
const RED: u32 = 1;

/// The elements we know. All others are passed over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Element {
    Game,
    Field,
    Move,
    Player,
    Result,
}

impl Element {
    const ALL: [Element; 5] = [
        Element::Game,
        Element::Field,
        Element::Move,
        Element::Player,
        Element::Result,
    ];

    fn name(self) -> &'static str {
        match self {
            Element::Game => "game",
            Element::Field => "field",
            Element::Move => "move",
            Element::Player => "player",
            Element::Result => "result",
        }
    }

    fn from_name(name: &str) -> Option<Element> {
        Element::ALL
            .into_iter()
            .find(|element| element.name() == name)
    }
}

/// Reads a file of one or more games.
pub(crate) fn parse(text: &str) -> Result<Vec<GameRecord>, ParseError> {
    let mut reader = Reader::from_str(text);
    let line_of = |offset: u64| {
        let read = &text.as_bytes()[..text.len().min(offset as usize)];
        1 + read.iter().filter(|&&byte| byte == b'\n').count()
    };
    let mut parser = Parser::default();
    loop {
        let offset = reader.buffer_position();
        let event = reader
            .read_event()
            .map_err(|error| Cause::Xml(error.to_string()).at(line_of(reader.error_position())))?;
        let step = match event {
            Event::Start(tag) => parser.open(&tag, offset),
            Event::Empty(tag) => parser.open(&tag, offset).and_then(|()| parser.close()),
            Event::End(_) => parser.close(),
            Event::Text(piece) => {
                parser.text(&piece.xml10_content());
                Ok(())
            }
            Event::CData(piece) => {
                parser.text(&piece.xml10_content());
                Ok(())
            }
            Event::GeneralRef(reference) => reference
                .resolve_char_ref()
                .map_err(|error| error.to_string())
                .and_then(|letter| match letter {
                    Some(letter) => Ok(letter.to_string()),
                    None => resolve_predefined_entity(&reference)
                        .map(str::to_owned)
                        .ok_or_else(|| format!("unknown entity '&{};'", &*reference)),
                })
                .map(|piece| parser.text(&piece))
                .map_err(Cause::Xml),
            Event::Eof => return parser.finish().map_err(|cause| cause.at(line_of(offset))),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => Ok(()),
        };
        step.map_err(|cause| {
            // What is wrong with a whole game is mostly its field.
            let place = parser.blame.take().unwrap_or(offset);
            cause.at(line_of(place))
        })?;
    }
}

/// Writes one game as an element.
pub(crate) fn write(game: &GameRecord) -> Result<String, Unwritable> {
    let ending = check_writable(game)?;
    let mut text = format!(
        " <game type=\"{}\">\n  <field content=\"{}\"/>\n",
        GameType::of(game).name(),
        board_letters(&cells(&game.start))
    );
    for (mv, id) in game.moves.iter().zip(1..) {
        text.push_str(&format!(
            "  <move id=\"{id}\" source=\"{}\" target=\"{}\"/>\n",
            write_square(mv.from),
            write_square(mv.to)
        ));
    }
    for side in Side::ALL {
        text.push_str(&format!(
            "  <player id=\"{}\">{}</player>\n",
            side.index() + 1,
            escape(game.names[side].as_str())
        ));
    }
    if let Some((code, result)) = ending {
        text.push_str(&format!(
            "  <result type=\"{code}\" winner=\"{}\"/>\n",
            winner(result.outcome, RED)
        ));
    }
    text.push_str(" </game>\n");
    Ok(text)
}

/// Writes a whole file around its games.
pub(crate) fn document(games: &str) -> String {
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<stratego>\n{games}</stratego>\n")
}

/// What has been read so far.
#[derive(Default)]
struct Parser {
    /// The open elements from the outermost; `None` for those we do not know.
    open: Vec<Option<Element>>,
    game: Option<RawGame>,
    games: Vec<GameRecord>,
    /// Where the last error lies, if not where it was found.
    blame: Option<u64>,
}

/// One game, element by element.
struct RawGame {
    game_type: GameType,
    field: Option<(u64, Cells)>,
    moves: MoveReader,
    players: Vec<String>,
    ending: Option<Ending>,
}

impl Parser {
    fn open(&mut self, tag: &BytesStart<'_>, offset: u64) -> Result<(), Cause> {
        let element = Element::from_name(tag.local_name().as_ref());
        self.open.push(element);
        let Some(element) = element else {
            return Ok(());
        };
        if element == Element::Game {
            if self.game.is_some() {
                return Err(Cause::Misplaced(element.name()));
            }
            self.game = Some(RawGame {
                game_type: GameType::from_name(&attribute(tag, element, "type")?)?,
                field: None,
                moves: MoveReader::default(),
                players: Vec::new(),
                ending: None,
            });
            return Ok(());
        }
        let Some(game) = &mut self.game else {
            return Err(Cause::Misplaced(element.name()));
        };
        match element {
            Element::Field if game.field.is_none() => {
                let letters = attribute(tag, element, "content")?;
                let cells = parse_board(&letters).map_err(Cause::Board)?;
                game.field = Some((offset, cells));
            }
            Element::Result if game.ending.is_none() => {
                let code = attribute(tag, element, "type")?;
                game.ending = Some(Ending::read(
                    &code,
                    &attribute(tag, element, "winner")?,
                    RED,
                )?);
            }
            Element::Move => game.moves.push(
                &attribute(tag, element, "source")?,
                &attribute(tag, element, "target")?,
            )?,
            Element::Player => game.players.push(String::new()),
            Element::Game | Element::Field | Element::Result => {
                return Err(Cause::Misplaced(element.name()));
            }
        }
        Ok(())
    }

    fn text(&mut self, piece: &str) {
        if let (Some(Some(Element::Player)), Some(game)) = (self.open.last(), &mut self.game)
            && let Some(name) = game.players.last_mut()
        {
            name.push_str(piece);
        }
    }

    fn close(&mut self) -> Result<(), Cause> {
        if self.open.pop().flatten() == Some(Element::Game)
            && let Some(game) = self.game.take()
        {
            self.blame = game.field.map(|(offset, _)| offset);
            self.games.push(game.into_record()?);
            self.blame = None;
        }
        Ok(())
    }

    fn finish(self) -> Result<Vec<GameRecord>, Cause> {
        if !self.open.is_empty() {
            Err(Cause::Truncated("all elements are closed"))
        } else if self.games.is_empty() {
            Err(Cause::Truncated("a <game>"))
        } else {
            Ok(self.games)
        }
    }
}

impl RawGame {
    fn into_record(self) -> Result<GameRecord, Cause> {
        let (_, field) = self.field.ok_or(Cause::NoField)?;
        let names = <[String; 2]>::try_from(self.players)
            .map_err(|players| Cause::Players(players.len()))?
            .map(|name| name.trim().to_owned());
        record(
            self.game_type,
            BySide(names),
            field,
            self.moves,
            self.ending,
        )
    }
}

fn attribute(
    tag: &BytesStart<'_>,
    element: Element,
    attribute: &'static str,
) -> Result<String, Cause> {
    let found = tag
        .try_get_attribute(attribute)
        .map_err(|error| Cause::Xml(error.to_string()))?
        .ok_or(Cause::MissingAttribute {
            element: element.name(),
            attribute,
        })?;
    let value = found
        .normalized_value(XmlVersion::Implicit1_0)
        .map_err(|error| Cause::Xml(error.to_string()))?;
    Ok(value.trim().to_owned())
}

#[cfg(test)]
mod tests;
