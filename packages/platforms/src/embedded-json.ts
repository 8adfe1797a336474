import { parseBoundedJson } from './bounded-json.ts';
import {
  closingBrace,
  closingBracket,
  closingQuote,
  openingBrace,
  openingBracket,
  quote,
} from './json-marks.ts';

/** The JSON that stands at this place of a script, to its closing brace; null where it does not close or is no JSON. */
export function jsonAt(script: string, start: number): unknown {
  return opensLikeJson(script, start) ? jsonTo(script, start, closingOf(script, start)) : null;
}

const objectOfJson = /\{[ \t\r\n]*["}]/y;

/** False for an object whose first key is bare or in single quotes: it is the script's own, and need not be looked through. */
function opensLikeJson(script: string, start: number): boolean {
  objectOfJson.lastIndex = start;
  return script.charCodeAt(start) !== openingBrace || objectOfJson.test(script);
}

/** The JSON from here to what `closingOf` found; null where that is null, or what stands there is no JSON. */
export function jsonTo(script: string, start: number, end: number | null): unknown {
  return end === null ? null : parsed(script.slice(start, end));
}

/** Where the object or list that opens here is closed, strings respected; null where it is not. */
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

/** The JSON behind the first place that this pattern ends at. */
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
