import { existsSync, readFileSync } from 'node:fs';
import { isObject, itemsOf } from '@bowerbird/platforms/reading/unread';
import { read } from '@bowerbird/platforms/shopline/list/connection/client';
import { lister } from '@bowerbird/platforms/shopline/list/lister';
import { isOwnRefusal } from '@bowerbird/platforms/shopline/list/said';
import { freshStore, item, made, prepared } from '@bowerbird/platforms/shopline/list/testing';
import { describe, expect, it } from 'vitest';
import { missingFrom, type Shape, shapeOf } from '../../testing/shape.ts';

const folder = new URL('../../../../../../shared/fixtures/shopline/', import.meta.url);
const recorded = existsSync(folder);
const json = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

/** Where our answers have more than the vendor's example, each with its reason. */
const more: Record<string, string> = {
  'products[].variants[].image: null': 'a variant without a picture; the example has one with',
};
/** Where the example has more than ours. */
const less: Record<string, string> = {};

if (!recorded) {
  it('has the recorded forms, where they are asked for', () => {
    process.stdout.write('Recorded SHOPLINE forms are not here; the played store was not held to them.\n');

    expect(process.env.CI ?? '').toBe('');
  });
}

describe.runIf(recorded)('a played SHOPLINE store, held to what is recorded', () => {
  it('lists products with the keys and kinds of the vendor’s example, but for what is named', async () => {
    const theirs = shapeOf(json('openapi-products-list.doc-example.json'));
    const ours = await listShape();

    expect(missingFrom(ours, theirs).sort()).toEqual(Object.keys(more).sort());
    expect(missingFrom(theirs, ours).sort()).toEqual(Object.keys(less).sort());
  });

  it.each([404, 429])('refuses with %s in the vendor’s own words', async (status) => {
    const wanted = recordedErrors().find((each) => each.status === status);

    expect(await refusalOf(status)).toEqual({ status, body: wanted?.body });
  });

  it('every recorded refusal is known for one, and an answer of nothing for none', () => {
    expect(recordedErrors().map(({ status, body }) => [status, isOwnRefusal(body)])).toEqual([
      [404, true],
      [429, true],
      [500, false],
      [401, true],
    ]);
  });
});

function recordedErrors(): { status: unknown; body: unknown }[] {
  return itemsOf(json('errors.doc-examples.json'))
    .filter(isObject)
    .filter(({ host }) => host === undefined)
    .map(({ status, body }) => ({ status, body }));
}

async function listShape(): Promise<Shape> {
  const ready = await prepared();
  await made(ready);
  const { body } = await read({ path: 'products/products.json' }, ready.access, ready.context);
  return shapeOf(body);
}

async function refusalOf(status: number): Promise<{ status: number; body: unknown }> {
  const { shop, store, context } = freshStore();
  let last: Response = new Response();
  const watching = {
    ...context,
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      const answer = await context.fetch(input, init);
      last = answer.clone();
      return answer;
    },
  };
  const tries = status === 429 ? shop.settings.pace === 'faithful' && 41 : 1;
  for (let at = 0; at < Number(tries); at += 1) {
    await lister.writer.remove(
      [status === 429 ? item.key : '160650000000000000000000001'],
      store.access,
      watching,
    );
  }
  return { status: last.status, body: await last.json() };
}
