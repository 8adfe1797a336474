/** A set of characters, tested one code point at a time by the language's own engine, which cannot backtrack there. */
export type CharacterSet = RegExp;

/** A position that a pattern asks for: the start or end of the text, or a word boundary and its absence. */
export type Place = 'start' | 'end' | 'boundary' | 'no-boundary';

/** A parsed pattern. `max` is null for no upper limit; `group` is null for a group that captures nothing. */
export type Node =
  | { kind: 'set'; set: CharacterSet }
  | { kind: 'place'; place: Place }
  | { kind: 'row'; of: Node[] }
  | { kind: 'either'; of: Node[] }
  | { kind: 'group'; group: number | null; of: Node }
  | { kind: 'repeat'; of: Node; min: number; max: number | null; lazy: boolean };

export interface Syntax {
  root: Node;
  /** Number of capturing groups. */
  groups: number;
  /** Numbers of the named groups. */
  names: ReadonlyMap<string, number>;
}

/** Groups inside groups beyond this are refused. */
const depthMax = 50;

const places: Readonly<Record<string, Place>> = {
  '^': 'start',
  $: 'end',
  '\\b': 'boundary',
  '\\B': 'no-boundary',
};

/**
 * Parses a pattern in the syntax of JavaScript with the flag `u`. Returns null for a pattern with a mistake, and for what
 * cannot be matched in linear time: looking ahead or behind, and references back to a group.
 */
export function parsePattern(source: string, ignoreCase: boolean): Syntax | null {
  if (!isWellFormed(source)) {
    return null;
  }
  const flags = ignoreCase ? 'iu' : 'u';
  const tokens = tokensOf(source);
  const names = new Map<string, number>();
  let at = 0;
  let groups = 0;
  let depth = 0;
  let refused = tokens === null;

  function either(): Node {
    depth += 1;
    refused ||= depth > depthMax;
    const of = [row()];
    while (tokens?.[at] === '|' && !refused) {
      at += 1;
      of.push(row());
    }
    depth -= 1;
    return of.length === 1 && of[0] ? of[0] : { kind: 'either', of };
  }

  function row(): Node {
    const of: Node[] = [];
    for (
      let token = tokens?.[at];
      token !== undefined && token !== '|' && token !== ')';
      token = tokens?.[at]
    ) {
      if (refused) {
        break;
      }
      of.push(repeated(atom(token)));
    }
    return { kind: 'row', of };
  }

  function atom(token: string): Node {
    at += 1;
    if (token.startsWith('(')) {
      return group(token);
    }
    const place = places[token];
    if (place !== undefined) {
      return { kind: 'place', place };
    }
    refused ||= /^\\[1-9k]/.test(token);
    return { kind: 'set', set: refused ? /^$/u : new RegExp(`^${token}$`, flags) };
  }

  function group(token: string): Node {
    refused ||= /^\(\?(?:[=!]|<[=!])/.test(token);
    const captures = token === '(' || token.startsWith('(?<');
    groups += captures ? 1 : 0;
    const number = captures ? groups : null;
    if (token.startsWith('(?<')) {
      names.set(token.slice(3, -1), groups);
    }
    const of = either();
    at += 1;
    return { kind: 'group', group: number, of };
  }

  function repeated(of: Node): Node {
    const token = tokens?.[at] ?? '';
    const [, least = '', comma, most] = /^\{(\d+)(?:(,)(\d*))?\}/.exec(token) ?? [];
    if (!/^[*+?{]/.test(token) || of.kind === 'place') {
      return of;
    }
    at += 1;
    const lazy = token.length > 1 && token.endsWith('?');
    const min = token.startsWith('{') ? Number(least) : token.startsWith('+') ? 1 : 0;
    const exact = comma === undefined ? min : most === '' ? null : Number(most);
    const max = token.startsWith('{') ? exact : token.startsWith('?') ? 1 : null;
    return { kind: 'repeat', of, min, max, lazy };
  }

  const root = either();
  return refused || at < (tokens?.length ?? 0) ? null : { root, groups, names };
}

function isWellFormed(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}

/**
 * Splits a well-formed pattern into its atoms, quantifiers (with their `?`), openings of groups, `|` and `)`. Null where
 * a part is none of these, such as a group with flags of its own.
 */
function tokensOf(source: string): string[] | null {
  const token =
    /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[a-zA-Z]|k<[^>]*>|\d{1,3}|[\s\S])|\[(?:\\[\s\S]|[^\\\]])*\]|\((?:\?(?::|[=!]|<[=!]|<[^>]*>))?|[*+?]\??|\{\d+(?:,\d*)?\}\??|[\s\S]/uy;
  const tokens: string[] = [];
  while (token.lastIndex < source.length) {
    const [found] = token.exec(source) ?? [];
    if (found === undefined || (found === '?' && tokens.at(-1) === '(')) {
      return null;
    }
    tokens.push(found);
  }
  return tokens;
}
