import { closingOf } from '../embedded-json.ts';
import { withReferences } from '../references.ts';
import { isObject, type UnreadObject } from '../unread.ts';

/** The state a page keeps in a script: the object, null where there is none, `broken` where it cannot be read. */
export type State = UnreadObject | 'broken' | null;

/** So many places that look like the state's are tried. */
const placesMax = 12;

/** What is assigned to this name in a script: `name = {…}`, or the last argument of `name=(function…)(…,{…})`. */
export function stateOf(html: string, name: string): State {
  let from = 0;
  let found: State = null;
  for (let tries = 0; tries < placesMax; tries += 1) {
    const place = html.indexOf(name, from);
    if (place === -1) {
      return found;
    }
    from = place + name.length;
    const start = objectAfter(html, from);
    const end = start === null ? null : closingOf(html, start);
    const state = start === null ? null : end === null ? null : literal(html.slice(start, end));
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

/**
 * An object as 1688 writes it into its scripts: JSON, save for keys that are bare numbers and fastjson's references
 * (platform notes 2.2). Never evaluated; null for what is none.
 */
export function literal(text: string): unknown {
  const value = parsed(text) ?? parsed(withQuotedKeys(text));
  return value !== null && text.includes('"$ref"') ? withReferences(value) : value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Bare numbers before a colon, outside of strings, in quotes. */
export function withQuotedKeys(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at];
    if (mark === '\\' && inString) {
      at += 1;
    } else if (mark === '"') {
      inString = !inString;
    } else if (!inString && (mark === '{' || mark === ',')) {
      const key = /^\s{0,40}(\d{1,40})\s{0,40}:/.exec(text.slice(at + 1, at + 130));
      if (key !== null) {
        parts.push(text.slice(copied, at + 1), `"${key[1]}":`);
        copied = at + 1 + key[0].length;
        at = copied - 1;
      }
    }
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(copied);
}
