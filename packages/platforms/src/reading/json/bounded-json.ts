import { AppError } from '@bowerbird/contract/errors';
import {
  closingBrace,
  closingBracket,
  closingQuote,
  comma,
  openingBrace,
  openingBracket,
  quote,
} from './json-marks.ts';

/** Largest nesting of lists and objects. The deepest answer of a platform has about twenty levels. */
export const depthMax = 200;
/**
 * Largest number of list and object values in one text: 30 MB, the most that is read of an answer, hold this many
 * values of 15 characters each.
 */
export const valuesMax = 2_000_000;

/**
 * Longest text that is parsed before its depth is counted, in characters: whatever it contains, parsing it takes
 * milliseconds, and counting in the parsed tree takes a tenth of the time of counting in the text.
 */
let shortMax = 250_000;

/**
 * From now on texts of up to four million characters are parsed before their depth is counted: for a process in which
 * nobody else waits. Such a text takes half a second at worst, and cannot hold more values than are allowed, since each
 * takes two characters.
 */
export function parseLongTextsFirst(): void {
  shortMax = 2 * valuesMax;
}

/**
 * Parses JSON from an untrusted server. Counts its depth and its number of values; in a long text before parsing, in one
 * pass and without extra memory: 30 MB of `[` cost `JSON.parse` seconds and a gigabyte. Throws
 * `source.answer-too-deep` and `source.answer-too-large`, and a `SyntaxError` for text that is not JSON.
 */
export function parseBoundedJson(text: string): unknown {
  if (text.length > shortMax) {
    checkBounds(text);
    return JSON.parse(text);
  }
  const value = parsed(text);
  // Each level takes at least two characters.
  if (text.length > 2 * depthMax && !isWithin(value, depthMax)) {
    throw tooDeep();
  }
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    // Names the depth also of a text that is not closed.
    checkBounds(text);
    throw thrown;
  }
}

/** Reports whether a parsed value has no more than this many levels. */
function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) {
    return true;
  }
  if (levels === 0) {
    return false;
  }
  if (Array.isArray(value)) {
    for (const item of value) {
      if (!isWithin(item, levels - 1)) {
        return false;
      }
    }
    return true;
  }
  for (const key in value) {
    if (!isWithin(value[key as keyof typeof value], levels - 1)) {
      return false;
    }
  }
  return true;
}

function tooDeep(): AppError {
  return new AppError('source.answer-too-deep', `more than ${depthMax} levels`, {
    params: { levels: depthMax },
  });
}

function checkBounds(text: string): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = closingQuote(text, at);
        if (at === -1) {
          return;
        }
        break;
      case openingBrace:
      case openingBracket:
        depth += 1;
        values += 1;
        if (depth > depthMax) {
          throw tooDeep();
        }
        break;
      case closingBrace:
      case closingBracket:
        depth -= 1;
        break;
      case comma:
        values += 1;
        break;
      default:
    }
    if (values > valuesMax) {
      throw new AppError('source.answer-too-large', `more than ${valuesMax} values`);
    }
  }
}
