// SPDX-License-Identifier: Apache-2.0
import { TableError } from "./columns.js";

// The rows of a table as numbers, from a stream of bytes: a table of any size needs the memory of one piece of it.

const [quote, plus, minus, point, comma, zero, nine, space, newline, carriage] =
  [34, 43, 45, 46, 44, 48, 57, 32, 10, 13];

const powers = Array.from({ length: 40 }, (_, exponent) => 10 ** exponent);

/** The most digits whose whole number a double holds. */
const wholeDigits = 15;

/** The numbers of some columns, row by row. Times keep all their digits: they are counted from the clock's zero. */
export class RowParser {
  /** `places[column]` is where a column's number goes within a row of `width` numbers, or -1; 0 is the time. */
  constructor({ separator, mark, places, width, clock, path }) {
    this.separator = separator.charCodeAt(0);
    this.mark = mark.charCodeAt(0);
    this.places = places;
    this.width = width;
    this.clock = clock;
    this.path = path;
    this.line = 0;
    /** Rows without a time or a value that is a number. */
    this.broken = 0;
    this.row = new Float64Array(width);
  }

  /** Appends the rows of whole lines to an array of numbers, and returns how many there were. */
  parse(bytes, end, into) {
    const { row, width, places } = this;
    let [count, at] = [0, 0];
    while (at < end) {
      row.fill(NaN);
      let column = 0;
      let isEmpty = true;
      while (at < end && bytes[at] !== newline && bytes[at] !== carriage) {
        const place = column < places.length ? places[column] : -1;
        if (place >= 0) at = this.number(bytes, at, end, place);
        while (at < end && bytes[at] !== this.separator && bytes[at] !== newline && bytes[at] !== carriage) at += 1;
        if (at < end && bytes[at] === this.separator) {
          at += 1;
          if (this.separator === space) while (at < end && bytes[at] === space) at += 1;
        }
        column += 1;
        isEmpty = false;
      }
      at += 1;
      if (isEmpty) continue;
      this.line += 1;
      if (Number.isNaN(row[0])) {
        this.broken += 1;
        continue;
      }
      into.set(row, count * width);
      count += 1;
    }
    return count;
  }

  /** Reads a number into the row; what is not one stays NaN. The place behind it. */
  number(bytes, start, end, place) {
    let at = start;
    while (at < end && (bytes[at] === quote || bytes[at] === space)) at += 1;
    let isNegative = false;
    if (bytes[at] === minus || bytes[at] === plus) {
      isNegative = bytes[at] === minus;
      at += 1;
    }
    let [whole, rest, digits, restDigits, decimals] = [0, 0, 0, 0, 0];
    let isDecimal = false;
    for (; at < end; at += 1) {
      const byte = bytes[at];
      if (byte >= zero && byte <= nine) {
        if (digits < wholeDigits) whole = whole * 10 + (byte - zero);
        else if (restDigits < wholeDigits) {
          rest = rest * 10 + (byte - zero);
          restDigits += 1;
        } else if (isDecimal) continue;
        if (digits > 0 || byte !== zero || isDecimal) digits += 1;
        if (isDecimal) decimals += 1;
      } else if (byte === this.mark && !isDecimal && (byte === point || byte === comma)) isDecimal = true;
      else break;
    }
    if (digits === 0 && !isDecimal && bytes[at - 1] !== zero) return at;
    let exponent = 0;
    if (bytes[at] === 69 || bytes[at] === 101) {
      at += 1;
      const falls = bytes[at] === minus;
      if (falls || bytes[at] === plus) at += 1;
      for (; at < end && bytes[at] >= zero && bytes[at] <= nine; at += 1) exponent = exponent * 10 + (bytes[at] - zero);
      if (falls) exponent = -exponent;
    }
    const { clock } = this;
    if (place === 0 && clock.zero === null) clock.zero = { whole, rest, restDigits, decimals };
    if (place === 0 && restDigits > 0 && exponent === 0 && !isNegative
      && clock.zero.restDigits === restDigits && clock.zero.decimals === decimals) {
      // Two long times: their difference is exact, the times are not.
      const difference = (whole - clock.zero.whole) * powers[restDigits] + (rest - clock.zero.rest);
      this.row[0] = difference / powers[decimals];
      return at;
    }
    let value = restDigits === 0 ? whole : whole * powers[restDigits] + rest;
    const shift = exponent - decimals;
    if (shift < 0) value = shift < -39 ? value * 10 ** shift : value / powers[-shift];
    else if (shift > 0) value *= 10 ** shift;
    if (isNegative) value = -value;
    this.row[place] = place === 0 ? value - clockZero(clock) : value;
    return at;
  }
}

/** A clock's zero as the nearest double. */
export function clockZero({ zero: first }) {
  return (first.whole * powers[first.restDigits] + first.rest) / powers[first.decimals];
}

/** The pieces of a stream that end with whole lines, as `[bytes, length]`. The last line needs no end. */
export async function* wholeLines(stream, path) {
  let kept = new Uint8Array(0);
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      if (kept.length > 0) yield [kept, kept.length];
      return;
    }
    let bytes = value;
    if (kept.length > 0) {
      bytes = new Uint8Array(kept.length + value.length);
      bytes.set(kept);
      bytes.set(value, kept.length);
    }
    let end = bytes.lastIndexOf(newline) + 1;
    if (end === 0) end = bytes.lastIndexOf(carriage) + 1;
    if (end === 0 && bytes.length > 1 << 20)
      throw new TableError(path + " has a line of more than 1 MB. It is not a table of samples.");
    if (end > 0) yield [bytes, end];
    kept = bytes.slice(end);
  }
}
