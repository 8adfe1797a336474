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
 * Parses JSON from an untrusted server. Counts its depth and its number of values before parsing, in one pass and
 * without extra memory: 30 MB of `[` cost `JSON.parse` seconds and a gigabyte. Throws `source.answer-too-deep` and
 * `source.answer-too-large`, and a `SyntaxError` for text that is not JSON.
 */
export function parseBoundedJson(text: string): unknown {
  checkBounds(text);
  return JSON.parse(text);
}

function checkBounds(text: string): void {
  // Each level and each value takes at least one character.
  if (text.length <= depthMax) {
    return;
  }
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
          throw new AppError('source.answer-too-deep', `more than ${depthMax} levels at ${at}`, {
            params: { levels: depthMax },
          });
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
