// Squares are named A1 to J10; indexes are 10 * row + column, A1 first.

const LAKES = new Set([42, 43, 46, 47, 52, 53, 56, 57]);

export const isLake = (index) => LAKES.has(index);
export const nameOf = (index) => "ABCDEFGHIJ"[index % 10] + (Math.floor(index / 10) + 1);

export function indexOf(name) {
  return (Number(name.slice(1)) - 1) * 10 + name.charCodeAt(0) - 65;
}

/** The red square of a place of a setup: places count from the right corner of the back row. */
export const placeToSquare = (place) => Math.floor(place / 10) * 10 + 9 - (place % 10);
export const squareToPlace = placeToSquare;
