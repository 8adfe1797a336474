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

/** Codes of JSON's marks: looking at codes takes a third of the time that looking at letters takes. */
export const quote = 0x22;
export const comma = 0x2c;
export const openingBrace = 0x7b;
export const closingBrace = 0x7d;
export const openingBracket = 0x5b;
export const closingBracket = 0x5d;
const backslash = 0x5c;

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

/** The place of the quote that closes the string which opens here; -1 where it does not close. */
export function closingQuote(script: string, open: number, kind: '"' | "'" = '"'): number {
  for (let at = script.indexOf(kind, open + 1); at !== -1; at = script.indexOf(kind, at + 1)) {
    let before = at - 1;
    while (before > open && script.charCodeAt(before) === backslash) {
      before -= 1;
    }
    // An even number of backslashes stands for themselves.
    if ((at - before) % 2 === 1) {
      return at;
    }
  }
  return -1;
}

/** The JSON behind the first place that this pattern ends at. */
export function jsonAfter(script: string, before: RegExp): unknown {
  const found = before.exec(script);
  return found === null ? null : jsonAt(script, found.index + found[0].length);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
