import { parseBoundedJson } from './bounded-json.ts';
import {
  closingBrace,
  closingBracket,
  closingQuote,
  openingBrace,
  openingBracket,
  quote,
} from './json-marks.ts';

/**
 * Parses the JSON at this place of a script, up to its closing brace; returns null when it does not close or is not
 * JSON.
 */
export function jsonAt(script: string, start: number): unknown {
  return opensLikeJson(script, start) ? jsonTo(script, start, closingOf(script, start)) : null;
}

const objectOfJson = /\{[ \t\r\n]*["}]/y;

/**
 * Returns false for an object whose first key is bare or in single quotes: it is script code and need not be examined.
 */
export function opensLikeJson(script: string, start: number): boolean {
  objectOfJson.lastIndex = start;
  return script.charCodeAt(start) !== openingBrace || objectOfJson.test(script);
}

/**
 * Parses the JSON from here to the end found by `closingOf`; returns null when the end is null or the text is not JSON.
 */
export function jsonTo(script: string, start: number, end: number | null): unknown {
  return end === null ? null : parsed(script.slice(start, end));
}

/** Returns where the object or list that opens here closes, respecting strings; null when it does not close. */
export function closingOf(script: string, start: number): number | null {
  if (script[start] !== '{' && script[start] !== '[') {
    return null;
  }
  let depth = 0;
  for (let at = start; at < script.length; at += 1) {
    switch (script.charCodeAt(at)) {
      case quote:
        at = closingQuote(script, at);
        if (at === -1) {
          return null;
        }
        break;
      case openingBrace:
      case openingBracket:
        depth += 1;
        break;
      case closingBrace:
      case closingBracket:
        depth -= 1;
        if (depth === 0) {
          return at + 1;
        }
        break;
      default:
    }
  }
  return null;
}

/** Parses the JSON after the first match of this pattern. */
export function jsonAfter(script: string, before: RegExp): unknown {
  const found = before.exec(script);
  return found === null ? null : jsonAt(script, found.index + found[0].length);
}

function parsed(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return null;
  }
}
