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

/** Levels of lists and objects. The deepest answer of a platform has about twenty. */
export const depthMax = 200;
/** Values of lists and objects in one text: 30 MB, the most that is read of an answer, hold so many of 15 characters each. */
export const valuesMax = 2_000_000;

/**
 * Parses JSON that a stranger sent. Its depth and its number of values are counted before it is parsed, in one pass and without
 * memory: 30 MB of `[` cost `JSON.parse` seconds and a gigabyte. Throws `source.answer-too-deep` and `source.answer-too-large`, and
 * a `SyntaxError` for what is no JSON.
 */
export function parseBoundedJson(text: string): unknown {
  checkBounds(text);
  return JSON.parse(text);
}

function checkBounds(text: string): void {
  // Each level and each value takes a character at least.
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
