import type { Product } from '@bowerbird/catalog/product';
import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';
import { practiceStore } from '@bowerbird/simulators/shopify/testing/practice-store';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import { describe, expect, it } from 'vitest';
import type { Bulk } from '../../../listing/bulk.ts';
import type { ListerContext } from '../../../listing/store/access.ts';
import type { Outcome, ToUpdate } from '../../../listing/writes.ts';
import { TooLate } from '../../../net/too-late.ts';
import { contextWith } from '../../../testing/lister/bench.ts';
import { lister } from '../lister.ts';
import { bulk } from './bulk.ts';

const requestId = '019aa000-0000-7000-8000-0000000000aa';
const address = 'http://aster-practice.localhost:8000/admin/bulk-results/bulk-1.jsonl';

function product(handle: string): Product {
  return productWith({
    title: handle,
    handle,
    descriptionHtml: '<p>Warm light.</p>',
    vendor: 'Glade Home',
    productType: 'Lamps',
    variants: [
      variantWith({
        sku: handle,
        price: '59.90',
        available: true,
      }),
    ],
  });
}

function items(count: number): ToUpdate[] {
  return Array.from({ length: count }, (_, index) => ({
    attemptId: `019aa000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    key: `bb-${String(index).padStart(16, 'a')}`,
    product: product(`lamp-${index}`),
    options: { status: 'active', publish: true },
    storeProductId: '',
    images: new Map(),
  }));
}

async function opened() {
  const { shop, clock } = practiceStore();
  const context = contextWith(fetchFrom(new Map([['aster-practice.localhost', shop]])));
  const access = {
    domain: 'aster-practice.localhost:8000',
    connection: 'token',
    credentials: { token: shop.settings.access.token },
    prepared: {},
  };
  const { details } = await lister.connector.prepare(access, context);
  return { shop, clock, context, access: { ...access, prepared: details } };
}
type Opened = Awaited<ReturnType<typeof opened>>;

/** Runs these items until the operation ends; returns the outcome of each line. */
async function carried(
  { clock, context, access }: Opened,
  given: ToUpdate[],
  kind: 'create' | 'publish' = 'create',
) {
  const { file, lines } = await bulk.upload(kind, given, access, context);
  expect(lines).toBe(given.length);
  const begun = await bulk.start(kind, file, requestId, access, context);
  expect(begun.outcome).toBe('applied');
  clock.advance(3_600_000);
  const operation = await bulk.find(requestId, access, context);
  expect(operation?.ended).toBe(true);
  return await stated({ context, access }, operation?.resultsAt ?? null, given, kind);
}

async function stated(
  { context, access }: Pick<Opened, 'context' | 'access'>,
  resultsAt: string | null,
  given: ToUpdate[],
  kind: Parameters<Bulk['results']>[0] = 'create',
) {
  const outcomes = new Map<number, Outcome>();
  const keys = given.map(({ key }) => key);
  if (resultsAt !== null) {
    for await (const { line, outcome } of bulk.results(kind, resultsAt, keys, access, context)) {
      expect(outcomes.has(line)).toBe(false);
      outcomes.set(line, outcome);
    }
  }
  return outcomes;
}

describe("Shopify's bulk operations", () => {
  it('every line of a bulk result reaches its own product', async () => {
    const store = await opened();
    const given = items(25);

    const outcomes = await carried(store, given);

    const titles = new Map(
      store.shop.view().products.map(({ id, title }) => [`gid://shopify/Product/${id}`, title]),
    );
    expect(titles.size).toBe(25);
    for (const [line, { product: wanted }] of given.entries()) {
      const outcome = outcomes.get(line);
      expect(outcome?.outcome === 'applied' && titles.get(outcome.storeProductId)).toBe(wanted.title);
    }
  });

  it('shows what was made, in an operation of its own', async () => {
    const store = await opened();
    const given = items(3);
    const made = await carried(store, given);
    const bound = given.map((item, line): ToUpdate => {
      const outcome = made.get(line);
      return { ...item, storeProductId: outcome?.outcome === 'applied' ? outcome.storeProductId : '' };
    });

    const { file } = await bulk.upload('publish', bound, store.access, store.context);
    await bulk.start('publish', file, requestId.replace('aa', 'bb'), store.access, store.context);
    store.clock.advance(60_000);
    const operation = await bulk.find(requestId.replace('aa', 'bb'), store.access, store.context);
    const outcomes = await stated(store, operation?.resultsAt ?? null, given, 'publish');

    expect([...outcomes.values()].map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied']);
    expect(
      [...outcomes.values()].every((outcome) => outcome.outcome === 'applied' && outcome.address !== null),
    ).toBe(true);
  });

  it('a refused line names the field of its own product', async () => {
    const store = await opened();
    const given = items(12);
    const [variant] = given[7]?.product.variants ?? [];
    if (variant) {
      variant.price = '-5';
    }

    const outcomes = await carried(store, given);

    const refused = [...outcomes].filter(([, { outcome }]) => outcome === 'refused');
    expect(refused).toMatchObject([[7, { faults: [{ field: 'variants.0.price' }] }]]);
    expect(store.shop.view().products).toHaveLength(11);
  });

  it('a start whose answer was lost is found by its name; one that was lost itself is not', async () => {
    const store = await opened();
    const { access, context } = store;
    const { file } = await bulk.upload('create', items(2), access, context);
    store.shop.faults.add({ kind: 'lost-before', matching: 'bulkOperationRunMutation' });
    const lost = await bulk.start('create', file, requestId, access, context);
    const notThere = await bulk.find(requestId, access, context);
    store.shop.faults.add({ kind: 'lost-after', matching: 'bulkOperationRunMutation' });
    const unclear = await bulk.start('create', file, requestId, access, context);
    const there = await bulk.find(requestId, access, context);

    expect([lost.outcome, unclear.outcome]).toEqual(['unknown', 'unknown']);
    expect(notThere).toBeNull();
    expect(there).toMatchObject({ ended: false });
    expect(await bulk.underWay(access, context)).toEqual([requestId]);
    store.clock.advance(60_000);
    expect(await bulk.underWay(access, context)).toEqual([]);
    expect(await bulk.find(requestId.replace('aa', 'ab'), access, context)).toBeNull();
  });

  it('nothing is begun once the gate is shut, nor where five are at work', async () => {
    const { shop, access, context } = await opened();
    const { file } = await bulk.upload('create', items(1), access, context);
    const shut: ListerContext = {
      ...context,
      gate: () => {
        throw new TooLate();
      },
    };

    await expect(bulk.start('create', file, requestId, access, shut)).rejects.toThrow(TooLate);
    const begun = [];
    for (let times = 0; times < 6; times += 1) {
      begun.push((await bulk.start('create', file, requestId, access, context)).outcome);
    }

    expect(begun).toEqual([...Array(5).fill('applied'), 'never']);
    expect(shop.view().products).toEqual([]);
  });

  it.each(['bulk-fails', 'bulk-cancelled', 'bulk-unstated', 'bulk-expires'] as const)(
    'an operation with %s tells some lines, and of the others nothing',
    async (kind) => {
      const store = await opened();
      store.shop.faults.add({ kind, value: 4 });

      const outcomes = await carried(store, items(9));

      const states = kind === 'bulk-expires' ? 0 : 4;
      expect([...outcomes.values()].map(({ outcome }) => outcome)).toEqual(Array(states).fill('applied'));
    },
  );

  it('results broken off are fetched again, and each line is told once', async () => {
    const store = await opened();
    store.shop.faults.add({ kind: 'cut-body', matching: 'bulk-results', count: 2 });

    const outcomes = await carried(store, items(30));

    expect(outcomes.size).toBe(30);
    expect(store.shop.faults.hits.get('cut-body')).toBe(2);
  });

  it('where results stand at other lines, all outcomes are unknown, refusals too', async () => {
    const { access, context } = await opened();
    const lines = [
      { data: { productSet: { product: null, userErrors: [{ code: 'INVALID_INPUT', message: 'no' }] } } },
      { data: { productSet: { product: seen('bb-0'), userErrors: [] } } },
      { data: { productSet: { product: seen('bb-1'), userErrors: [] } } },
    ].map((line, index) => JSON.stringify({ ...line, __lineNumber: index }));
    const given = items(3).map((item, index) => ({ ...item, key: `bb-${index}` }));
    const answering = { ...context, fetch: async () => new Response(lines.join('\n')) };

    const outcomes = await stated({ access, context: answering }, address, given);

    expect([...outcomes.values()].map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown', 'unknown']);
  });

  it('what is not understood is passed over or in doubt, never refused', async () => {
    const { access, context } = await opened();
    const lines = [
      'not json',
      '{"data":{}}',
      '{"data":{"productSet":null},"__lineNumber":0}',
      '{"errors":[{"message":"Something went wrong"}],"__lineNumber":1}',
      '{"data":{"productSet":{"product":{"id":7},"userErrors":[]}},"__lineNumber":2}',
      '{"data":{"productSet":{"product":null,"userErrors":[{"code":"SOMETHING_NEW","message":"?"}]}},"__lineNumber":3}',
      '{"data":{},"__lineNumber":99}',
    ];
    const answering = { ...context, fetch: async () => new Response(lines.join('\n')) };

    const outcomes = await stated({ access, context: answering }, address, items(5));

    expect([...outcomes].map(([line, { outcome }]) => [line, outcome])).toEqual(
      [0, 1, 2, 3].map((line) => [line, 'unknown']),
    );
  });

  it('fifty thousand results are read as they come', { tags: ['slow'] }, async () => {
    const { access, context } = await opened();
    let made = 0;
    const line = (number: number) =>
      `${JSON.stringify({ data: { productSet: { product: seen(`bb-${number}`), userErrors: [] } }, __lineNumber: number })}\n`;
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const chunk = Array.from({ length: 500 }, () => line(made++)).join('');
          controller.enqueue(encoder.encode(chunk));
          if (made >= 50_000) {
            controller.close();
          }
        },
      },
      { highWaterMark: 0 },
    );
    const answering = { ...context, fetch: async () => new Response(body) };
    const keys = Array.from({ length: 50_000 }, (_, index) => `bb-${index}`);
    let count = 0;
    let ahead = 0;
    let inOrder = true;
    for await (const { line: number, outcome } of bulk.results('create', address, keys, access, answering)) {
      inOrder &&= outcome.outcome === 'applied' && number === count;
      count += 1;
      ahead = Math.max(ahead, made - count);
    }

    expect([count, inOrder]).toEqual([50_000, true]);
    expect(ahead).toBeLessThanOrEqual(1000);
  });
});

function seen(key: string) {
  return {
    id: `gid://shopify/Product/${key}`,
    handle: key,
    status: 'ACTIVE',
    createdAt: '2026-11-20T12:00:00Z',
    updatedAt: '2026-11-20T12:00:00Z',
    title: key,
    descriptionHtml: '',
    vendor: '',
    productType: '',
    tags: [],
    onlineStoreUrl: null,
    key: { value: key },
    attempt: { value: '019aa000-0000-7000-8000-000000000001' },
  };
}
