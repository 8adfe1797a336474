import { AppError } from '@bowerbird/contract/errors';
import { beforeAll, describe, expect, it } from 'vitest';
import { startVisit } from '../../net/http.ts';
import { contextFor } from '../../testing/collecting.ts';
import { depthMax, parseBoundedJson, parseLongTextsFirst, valuesMax } from './bounded-json.ts';

const feed = new URL('https://shop.example/products.json');

async function codeOfFeed(text: string): Promise<string> {
  const visit = startVisit(
    contextFor(async () => new Response(text)),
    { robots: false },
  );
  return await visit.getJson(feed).then(
    () => 'read',
    (thrown: unknown) => AppError.from(thrown).code,
  );
}

describe.each([
  ['in a process that others use', () => undefined],
  ['in a process of its own', parseLongTextsFirst],
])('JSON of an unknown source, %s', (_, prepare) => {
  beforeAll(prepare);

  it.each([
    ['lists', '['.repeat(3_000_000)],
    ['closed lists', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['objects', '{"a":'.repeat(500_000)],
    ['lists behind text with marks', `["[\\"]]]",${'['.repeat(1000)}`],
  ])('is refused by name when it is nested too deep: %s', async (_, text) => {
    expect(await codeOfFeed(text)).toBe('source.answer-too-deep');
  });

  it.each([
    ['empty objects', '{}'],
    ['empty lists', '[]'],
    ['numbers', '1'],
  ])('is refused by name when it holds too many values: %s', async (_, value) => {
    expect(await codeOfFeed(`[${`${value},`.repeat(valuesMax)}1]`)).toBe('source.answer-too-large');
  });

  it('is read up to the bound of depth', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

    expect(parseBoundedJson(nested(depthMax))).toBeInstanceOf(Array);
    expect(() => parseBoundedJson(nested(depthMax + 1))).toThrow(AppError);
  });

  it('counts no marks inside of texts', () => {
    const value = { a: '['.repeat(depthMax * 2), b: '\\"[[', [`${'{'.repeat(depthMax * 2)}\\`]: '"' };

    expect(parseBoundedJson(JSON.stringify(value))).toEqual(value);
  });

  it.each(['', '[1', '"open', '{"a":"b\\', ']]]]', 'nonsense', '"\\\\\\'])(
    'fails as JSON.parse does on %j',
    (text) => {
      expect(() => parseBoundedJson(text)).toThrow(SyntaxError);
    },
  );
});
