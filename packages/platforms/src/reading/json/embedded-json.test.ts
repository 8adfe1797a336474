import { expect, it } from 'vitest';
import { closingOf, jsonAfter, jsonAt } from './embedded-json.ts';
import { closingQuote } from './json-marks.ts';

it.each([
  ['{"a":"}"}x', 9],
  ['{"a":"\\"}"}', 11],
  ['{"a":"\\\\"}}', 10],
  ['{"a":"\\\\\\"}"}', 13],
  ['[{"a":[1]}] [', 11],
  ['{"a":"}', null],
  ['{"a":{}', null],
  ['{"a":"\\"', null],
  ['"a"', null],
])('finds where %s is closed', (text, end) => {
  expect(closingOf(text, 0)).toBe(end);
});

it('finds the quote that closes a text of either kind', () => {
  expect(closingQuote(`'it\\'s "so"'`, 0, "'")).toBe(11);
  expect(closingQuote('"a', 0)).toBe(-1);
  expect(closingQuote('"\\\\"', 0)).toBe(3);
});

it('reads JSON where it stands, and null where there is none', () => {
  expect(jsonAfter('var a = {"b":[1]};', /a = /)).toEqual({ b: [1] });
  expect([jsonAt('{a:1}', 0), jsonAt('{"a":1', 0), jsonAfter('', /a/)]).toEqual([null, null, null]);
});

it('takes no longer for a text full of backslashes or quotes than for its length', () => {
  for (const unit of ['\\', '\\"', '"', '{"']) {
    expect(closingOf(`{"${unit.repeat(1_000_000)}`, 0)).toBe(null);
  }
});
