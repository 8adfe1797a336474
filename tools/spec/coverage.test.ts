import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { coveragePage, holdingTests, holes, unknownIds } from './coverage.ts';
import { remarks, rules } from './rules.ts';

const root = join(import.meta.dirname, '../..');
const specification = join(root, '../shared/spec/product-spec.md');
const tests = holdingTests(root);

it('has a test for every rule of the specification', () => {
  expect(holes(tests)).toEqual([]);
});

it('knows every id that a test carries', () => {
  expect(unknownIds(tests)).toEqual([]);
});

it('keeps docs/spec-coverage.md as the rules and tests have it', () => {
  expect(readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8')).toBe(coveragePage(tests));
});

it('leaves out no sentence of the sections that rule the console', () => {
  if (!existsSync(specification)) {
    expect(process.env.CI, 'the specification must be there').toBeUndefined();
    console.log('The specification was not there; its rules were not compared with it.');
    return;
  }
  let text = sections(readFileSync(specification, 'utf8'), ['2', '4', '5', '6', '8', '9']);
  for (const quote of [...rules.map((rule) => rule.quote), ...remarks].sort((a, b) => b.length - a.length)) {
    expect(text, quote).toContain(quote);
    text = text.replace(quote, '');
  }
  expect(text.replaceAll(/[\s#.-]+/g, '')).toBe('');
});

/** The text under the headings of these numbers, without the headings. */
function sections(page: string, numbers: readonly string[]): string {
  return page
    .split(/^## /m)
    .filter((part) => numbers.includes(part.split('.')[0] ?? ''))
    .map((part) => part.slice(part.indexOf('\n')))
    .join('\n');
}
