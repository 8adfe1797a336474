import { parseBoundedJson } from '../../../reading/json/bounded-json.ts';
import {
  closingBrace,
  closingBracket,
  closingQuote,
  comma,
  openingBrace,
  openingBracket,
  quote,
} from '../../../reading/json/json-marks.ts';
import { withReferences } from '../../../reading/json/references.ts';
import { isObject, type UnreadObject } from '../../../reading/unread.ts';

/** The state that a page keeps in a script: the object, null when there is none, `broken` when it cannot be read. */
export type State = UnreadObject | 'broken' | null;

/** Largest number of candidate places that are tried. */
const placesMax = 12;

/**
 * Returns what a script assigns to this name: `name = {…}`, or the last argument of `name=(function…)(…,{…})`. `keys`
 * says how its keys are usually written: both forms are read, the named one faster.
 */
export function stateOf(html: string, name: string, keys: 'quoted' | 'bare numbers' = 'bare numbers'): State {
  let from = 0;
  let found: State = null;
  for (let tries = 0; tries < placesMax; tries += 1) {
    const place = html.indexOf(name, from);
    if (place === -1) {
      return found;
    }
    from = place + name.length;
    const start = objectAfter(html, from);
    const state = start === null ? null : (lastLiteralAt(html, start, keys) ?? literalAt(html, start)?.value);
    if (isObject(state)) {
      return state;
    }
    found = start === null ? found : 'broken';
  }
  return found;
}

function objectAfter(html: string, from: number): number | null {
  const sign = /^\s{0,20}=\s{0,20}([{(])/.exec(html.slice(from, from + 60));
  if (sign === null) {
    return null;
  }
  if (sign[1] === '{') {
    return from + sign[0].length - 1;
  }
  const call = html.slice(from, from + 4000).indexOf('})(');
  const start = call === -1 ? -1 : html.indexOf('{', from + call + 3);
  return start === -1 ? null : start;
}

/** A literal found in a script. */
export interface Literal {
  /** Null when it cannot be read. */
  value: unknown;
  /** Position where the literal closes. */
  end: number;
}

/**
 * Reads the object or list that opens here, as 1688 writes it into its scripts: JSON, except for bare numeric keys and
 * fastjson's references (`readme.md`, 1688: product pages). The text is never evaluated. Returns null when the literal
 * does not close.
 */
export function literalAt(script: string, start: number): Literal | null {
  const found = withQuotedKeys(script, start);
  if (found === null) {
    return null;
  }
  const { text, end } = found;
  return { value: valueIn(text), end };
}

/** Without capture groups, because they double the search time. */
const bareKeys = /[{,]\d{1,40}:/g;

/**
 * Reads a literal at the end of a script, which needs no search for its end; returns null for anything else. A bare
 * number inside a string may look like a key: quoting it would end the string and make the JSON invalid, so nothing is
 * misread.
 */
function lastLiteralAt(html: string, start: number, keys: 'quoted' | 'bare numbers'): unknown {
  const scriptEnd = html.indexOf('</script', start);
  const end = html.lastIndexOf('}', scriptEnd) + 1;
  if (scriptEnd === -1 || end <= start || !/^[\s;)]{0,40}$/.test(html.slice(end, scriptEnd))) {
    return null;
  }
  const text = html.slice(start, end);
  return valueIn(keys === 'quoted' ? text : text.replaceAll(bareKeys, inQuotes));
}

/** Turns ",12:" into `,"12":`. */
function inQuotes(key: string): string {
  return `${key[0]}"${key.slice(1, -1)}":`;
}

/** Returns null when the text cannot be read. */
function valueIn(text: string): unknown {
  const value = parsed(text);
  return value !== null && text.includes('$ref') ? withReferences(value) : value;
}

function parsed(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return null;
  }
}

const bareKey = /\s{0,40}(\d{1,40})\s{0,40}:/y;

/**
 * Returns the literal that opens here up to its closing mark, with bare numeric keys put in quotes; null when it does
 * not close.
 */
function withQuotedKeys(script: string, start: number): { text: string; end: number } | null {
  const parts: string[] = [];
  let copied = start;
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
      case comma:
        depth += script.charCodeAt(at) === openingBrace ? 1 : 0;
        if (mayBeginKey(script.charCodeAt(at + 1))) {
          bareKey.lastIndex = at + 1;
          const key = bareKey.exec(script);
          if (key !== null) {
            parts.push(script.slice(copied, at + 1), `"${key[1]}":`);
            at += key[0].length;
            copied = at + 1;
          }
        }
        break;
      case openingBracket:
        depth += 1;
        break;
      case closingBrace:
      case closingBracket:
        depth -= 1;
        if (depth === 0) {
          parts.push(script.slice(copied, at + 1));
          return { text: parts.join(''), end: at + 1 };
        }
        break;
      default:
    }
  }
  return null;
}

/** Reports whether a character is a digit or white space. */
function mayBeginKey(mark: number): boolean {
  return (mark >= 0x30 && mark <= 0x39) || mark <= 0x20 || mark > 0x7f;
}
