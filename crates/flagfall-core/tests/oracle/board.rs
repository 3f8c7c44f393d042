//! Squares, pieces with identities, boards, and what a battle does.

/// A square as `10 * row + column`: A1 is 0, J1 is 9, J10 is 99.
pub(crate) type Square = usize;

/// The index of an individual piece in the list of pieces the game began with.
pub(crate) type PieceId = u8;

/// Which individual piece stands on each of the 100 squares.
pub(crate) type Placement = [Option<PieceId>; 100];

/// The two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Red,
    Blue,
}

impl Side {
    pub(crate) fn other(self) -> Side {
        match self {
            Side::Red => Side::Blue,
            Side::Blue => Side::Red,
        }
    }
}

/// The twelve kinds of piece, in the order of their StraDoS2 letters; among the movable ones a later rank is stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    Bomb,
    Spy,
    Scout,
    Miner,
    Sergeant,
    Lieutenant,
    Captain,
    Major,
    Colonel,
    General,
    Marshal,
    Flag,
}

impl Rank {
    const ALL: [Rank; 12] = [
        Rank::Bomb,
        Rank::Spy,
        Rank::Scout,
        Rank::Miner,
        Rank::Sergeant,
        Rank::Lieutenant,
        Rank::Captain,
        Rank::Major,
        Rank::Colonel,
        Rank::General,
        Rank::Marshal,
        Rank::Flag,
    ];

    pub(crate) fn can_move(self) -> bool {
        self != Rank::Bomb && self != Rank::Flag
    }
}

/// A kind of piece and its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) side: Side,
    pub(crate) rank: Rank,
}

impl Piece {
    /// Red's pieces are the letters B to M, blue's the letters N to Y, both in the order of `Rank`.
    pub(crate) fn from_letter(letter: char) -> Option<Piece> {
        let side = match letter {
            'B'..='M' => Side::Red,
            'N'..='Y' => Side::Blue,
            _ => return None,
        };
        let first = if side == Side::Red { b'B' } else { b'N' };
        let rank = Rank::ALL[usize::from(letter as u8 - first)];
        Some(Piece { side, rank })
    }

    pub(crate) fn letter(self) -> char {
        let first = if self.side == Side::Red { b'B' } else { b'N' };
        char::from(first + self.rank as u8)
    }
}

/// What is left on the attacked square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Survivor {
    Attacker,
    Defender,
    Nobody,
}

/// Decides a battle from the two ranks alone.
pub(crate) fn battle(attacker: Rank, defender: Rank) -> Survivor {
    match (attacker, defender) {
        (_, Rank::Flag) => Survivor::Attacker,
        (Rank::Miner, Rank::Bomb) => Survivor::Attacker,
        (_, Rank::Bomb) => Survivor::Defender,
        (Rank::Spy, Rank::Marshal) => Survivor::Attacker,
        _ if attacker == defender => Survivor::Nobody,
        _ if attacker > defender => Survivor::Attacker,
        _ => Survivor::Defender,
    }
}

/// The lakes are C5 D5 C6 D6 and G5 H5 G6 H6.
pub(crate) fn is_lake(square: Square) -> bool {
    let (row, column) = (square / 10, square % 10);
    (row == 4 || row == 5) && matches!(column, 2 | 3 | 6 | 7)
}

/// The square one step away in a direction given as rows up and columns right, unless that leaves the board.
pub(crate) fn step(square: Square, (up, right): (isize, isize)) -> Option<Square> {
    let row = (square / 10).checked_add_signed(up)?;
    let column = (square % 10).checked_add_signed(right)?;
    (row < 10 && column < 10).then_some(10 * row + column)
}

/// The four directions in which a piece can go.
pub(crate) const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// Whether two squares share a border.
pub(crate) fn are_adjacent(a: Square, b: Square) -> bool {
    DIRECTIONS.iter().any(|&d| step(a, d) == Some(b))
}

pub(crate) fn square_name(square: Square) -> String {
    let column = char::from(b'A' + (square % 10) as u8);
    format!("{column}{}", square / 10 + 1)
}

pub(crate) fn parse_square(name: &str) -> Option<Square> {
    // Comparing names keeps this the exact inverse of `square_name`: "a1", "A01" and "A11" name nothing.
    (0..100).find(|&square| square_name(square) == name)
}

pub(crate) fn move_name(from: Square, to: Square) -> String {
    format!("{}-{}", square_name(from), square_name(to))
}

pub(crate) fn parse_move(text: &str) -> Option<(Square, Square)> {
    let (from, to) = text.split_once('-')?;
    Some((parse_square(from)?, parse_square(to)?))
}

/// A board of 100 letters from pieces like `A4L`: each a square and a StraDoS2 letter, all other squares empty.
pub(crate) fn board_of(pieces: &str) -> String {
    let mut letters = vec!['A'; 100];
    for lake in [42, 43, 52, 53, 46, 47, 56, 57] {
        letters[lake] = '_';
    }
    for piece in pieces.split_whitespace() {
        let column = usize::from(piece.as_bytes()[0] - b'A');
        let row: usize = piece[1..piece.len() - 1].parse().expect("a row number");
        letters[10 * (row - 1) + column] = piece.chars().last().expect("a letter");
    }
    letters.into_iter().collect()
}
