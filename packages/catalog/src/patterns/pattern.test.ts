import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesPattern, Pattern, replacePattern, workFor } from './pattern.ts';

const replaced = (text: string, pattern: string, by: string, ignoreCase = false) =>
  replacePattern(text, pattern, by, ignoreCase, workFor());

/** A part that takes at least one character, so that no repetition is of nothing, where engines differ. */
const { pattern } = fc.letrec<{ pattern: string; atom: string; part: string; row: string }>((tie) => ({
  atom: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(
      'a',
      'b',
      'A',
      '.',
      '[ab]',
      '[^a]',
      '\\d',
      '\\w',
      '\\s',
      'é',
      '👍',
      '\\.',
      '\\p{Lu}',
      '\\u0061',
    ),
    tie('pattern').map((inner) => `(${inner})`),
    tie('pattern').map((inner) => `(?:${inner})`),
  ),
  part: fc
    .tuple(tie('atom'), fc.constantFrom('', '', '', '+', '+?', '{2}', '{1,3}', '{1,2}?'))
    .map((both) => both.join('')),
  row: fc
    .tuple(
      fc.array(
        fc.tuple(tie('atom'), fc.constantFrom('*', '?', '*?', '??', '{0,2}')).map((both) => both.join('')),
        {
          maxLength: 2,
        },
      ),
      tie('part'),
      fc.constantFrom('', '', '', '\\b', '$', '\\B'),
    )
    .map(([before, part, after]) => before.join('') + part + after),
  pattern: fc.array(tie('row'), { minLength: 1, maxLength: 2 }).map((rows) => rows.join('|')),
}));
const text = fc.array(fc.constantFrom('a', 'b', 'A', 'B', '1', ' ', '\n', 'é', 'É', '👍', '.'), {
  maxLength: 14,
});

describe('a pattern', () => {
  it('finds and replaces what the engine of the language does', { tags: ['slow'] }, () => {
    fc.assert(
      fc.property(
        pattern,
        text,
        fc.boolean(),
        fc.constantFrom('<$&>', '$1-$2', '$$', '$10', ''),
        (source, letters, i, by) => {
          fc.pre(Pattern.safeParse(source).success);
          const given = letters.join('');
          const native = new RegExp(source, i ? 'giu' : 'gu');

          expect(replaced(given, source, by, i)).toBe(given.replaceAll(native, by));
          expect(matchesPattern(given, source, i, workFor())).toBe(given.search(native) !== -1);
        },
      ),
      { numRuns: 250 },
    );
  });

  it('names its groups, and leaves an unknown name as it is', () => {
    expect(replaced('2024 New', '(?<year>\\d{4}) (\\w+)', '$2 $<year> $<x>')).toBe('New 2024 $<x>');
  });

  it.each([
    '(',
    'a**',
    '[b-a]',
    '(?=a)',
    '(?<!a)b',
    '(a)\\1',
    '(?<x>a)\\k<x>',
    '\\-',
    'x'.repeat(501),
    '((a{60}){60}){60}',
    '',
  ])('is refused when it is wrong, looks around, refers back or is too long: %s', (source) => {
    expect(Pattern.safeParse(source).success).toBe(false);
  });

  it('refuses groups inside groups without end', () => {
    expect(Pattern.safeParse(`${'('.repeat(240)}a${')'.repeat(240)}`).success).toBe(false);
  });

  it.each([
    '(a+)+$',
    '(a|a)*b',
    '(a|aa)+$',
    '((a*)*)*b',
    '(x+x+)+y',
    '(.*)*x',
    '.*.*.*.*=.*',
    '(?:a?){100}a{100}!!',
    '(a{1,30}){1,30}b',
    'a.*b|a',
  ])('ends in bounded time on 100 kB, however it is built: %s', (source) => {
    const long = `${'a'.repeat(100_000)}!`;
    const before = process.cpuUsage();
    expect(Pattern.safeParse(source).success).toBe(true);
    replaced(long, source, '');
    const { user } = process.cpuUsage(before);

    // An engine that backtracks takes longer than the age of the universe.
    expect(user).toBeLessThan(4_000_000);
  });

  it('gives up instead of looking at a long text again from each of its characters', {
    tags: ['slow'],
  }, () => {
    expect(replaced('a'.repeat(100_000), 'a.*b|a', '')).toBeNull();
    expect(replaced('a'.repeat(1000), 'a.*b|a', '')).toBe('');
  });

  it('gives up a result that no field could hold', () => {
    expect(replaced('a'.repeat(100_000), 'a', 'x'.repeat(10_000))).toBeNull();
  });
});
