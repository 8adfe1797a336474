import { z } from 'zod/mini';
import { compile, type Program } from './program.ts';
import { type Positions, search, type Work } from './search.ts';
import { parsePattern } from './syntax.ts';

/** Longest pattern, in characters. */
export const patternMax = 500;

/** The work that one edit or condition may do on one product's texts: at most about half a second. */
const workMax = 6_000_000;

/** The longest result of a replacement, in characters. Nothing longer fits into any field. */
const resultMax = 4_000_000;

/**
 * A pattern as JavaScript writes it with the flag `u`: classes, groups, `*`, `+`, `?`, `{2,5}`, `^`, `$`, `\b`, `\d`,
 * `\p{Lu}`. Looking ahead or behind and references back to a group are refused: they cannot be matched in linear time.
 */
export const Pattern = z.string().check(
  z.minLength(1),
  z.maxLength(patternMax),
  z.refine((source) => compiled(source, false) !== null, 'Not a pattern that can be matched in linear time'),
);

interface Compiled {
  program: Program;
  groups: number;
  names: ReadonlyMap<string, number>;
}

/** The patterns compiled last: one edit uses the same few patterns for every product. */
const cache = new Map<string, Compiled | null>();
const cacheMax = 100;

function compiled(source: string, ignoreCase: boolean): Compiled | null {
  const key = `${ignoreCase ? 'i' : '-'}${source}`;
  const known = cache.get(key);
  if (known !== undefined) {
    return known;
  }
  const syntax = source.length > patternMax ? null : parsePattern(source, ignoreCase);
  const program = syntax === null ? null : compile(syntax);
  const result = syntax && program ? { program, groups: syntax.groups, names: syntax.names } : null;
  if (cache.size >= cacheMax) {
    cache.clear();
  }
  cache.set(key, result);
  return result;
}

/** Returns a fresh allowance of work for one product. */
export function workFor(): Work {
  return { left: workMax };
}

/**
 * Reports whether the pattern matches somewhere in the text; null when the work is used up or the pattern is none.
 */
export function matchesPattern(
  text: string,
  source: string,
  ignoreCase: boolean,
  work: Work,
): boolean | null {
  const pattern = compiled(source, ignoreCase);
  const found = pattern && search(pattern.program, text, 0, work);
  return pattern === null || work.left < 0 ? null : found !== null;
}

/**
 * Replaces every match. In the replacement, `$1` to `$99` and `$<name>` are groups, `$&` is the match and `$$` a dollar
 * sign. Returns null when the work is used up, the result would be too long, or the pattern is none.
 */
export function replacePattern(
  text: string,
  source: string,
  replaceWith: string,
  ignoreCase: boolean,
  work: Work,
): string | null {
  const pattern = compiled(source, ignoreCase);
  if (pattern === null) {
    return null;
  }
  const parts: string[] = [];
  let kept = 0;
  let length = 0;
  let from = 0;
  while (from <= text.length) {
    const found = search(pattern.program, text, from, work);
    const [start = -1, end = -1] = found ?? [];
    if (found === null || start === -1) {
      break;
    }
    const written = filled(replaceWith, text, found, pattern);
    parts.push(text.slice(kept, start), written);
    length += start - kept + written.length;
    if (length > resultMax) {
      return null;
    }
    kept = end;
    from = end > start ? end : end + ((text.codePointAt(end) ?? 0) > 0xff_ff ? 2 : 1);
  }
  return work.left < 0 ? null : parts.join('') + text.slice(kept);
}

function filled(replaceWith: string, text: string, found: Positions, { groups, names }: Compiled): string {
  const group = (number: number) => {
    const start = found[2 * number] ?? -1;
    return start === -1 ? '' : text.slice(start, found[2 * number + 1]);
  };
  return replaceWith.replaceAll(
    /\$(?:(\$)|(&)|(\d)(\d?)|<(\w+)>)/g,
    (whole, dollar, match, first, second, name) => {
      if (dollar) {
        return '$';
      }
      if (match) {
        return group(0);
      }
      if (name !== undefined) {
        return names.has(String(name)) ? group(names.get(String(name)) ?? 0) : whole;
      }
      const both = Number(`${first}${second}`);
      if (both >= 1 && both <= groups) {
        return group(both);
      }
      return Number(first) >= 1 && Number(first) <= groups ? group(Number(first)) + String(second) : whole;
    },
  );
}
