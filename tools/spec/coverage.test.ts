import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { coveragePage, openIds, requiredIds, unknownIds } from './coverage.ts';
import { holdingTests } from './holding-tests.ts';
import { open, remarks, rules } from './rules.ts';

const root = join(import.meta.dirname, '../..');
const specification = join(root, '../shared/spec/product-spec.md');
const tests = holdingTests(root, 'specification');

it('has a test for every statement and every screen of the specification, but for those that are named as open', () => {
  expect(openIds(tests)).toEqual(Object.keys(open));
});

it('names each requirement once, and knows every id that a test carries', () => {
  expect(requiredIds.filter((id, at) => requiredIds.indexOf(id) !== at)).toEqual([]);
  expect(unknownIds(tests)).toEqual([]);
});

it('keeps docs/spec-coverage.md as the statements and tests have it', () => {
  expect(readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8')).toBe(coveragePage(tests));
});

it('leaves out no sentence of the specification', () => {
  if (!existsSync(specification)) {
    expect(process.env.CI, 'the specification must be there').toBeUndefined();
    console.log('The specification was not there; its statements were not compared with it.');
    return;
  }
  let text = readFileSync(specification, 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((part) => part.slice(part.indexOf('\n')))
    .join('\n');
  for (const quote of [...rules.map((rule) => rule.quote), ...remarks].sort((a, b) => b.length - a.length)) {
    expect(text, quote).toContain(quote);
    text = text.replace(quote, '');
  }
  expect(text.replaceAll(/[\s#.-]+/g, '')).toBe('');
});
