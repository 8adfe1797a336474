import { describe, expect, it } from 'vitest';
import type { ShopifyShopOptions } from '../shop.ts';
import { type PracticeStore, practiceStore } from '../testing/practice-store.ts';

const runQuery = `mutation Run($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: false) {
    bulkOperation { id type status } userErrors { code field message }
  }
}`;
const request = `query Ask($id: ID!) {
  bulkOperation(id: $id) { id type status errorCode query objectCount rootObjectCount url partialDataUrl }
}`;
const everything = `query Bowerbird_1 {
  products { edges { node { id title key: metafield(namespace: "bowerbird", key: "listing_key") { value } } } }
}`;

async function opened(products = 0, options: Partial<ShopifyShopOptions> = {}) {
  const store = practiceStore(options);
  await store.define();
  for (let index = 0; index < products; index += 1) {
    // The bucket must never be empty, whatever the cost of many products.
    store.clock.advance(1000);
    await store.list(`k${index}`, { title: `Lamp ${index}` });
  }
  return store;
}

async function start(store: PracticeStore, query = everything) {
  return (await store.admin(runQuery, { query })).data.bulkOperationRunQuery;
}

/** What is reported of an operation, and its result lines. */
async function reported(store: PracticeStore, id: string) {
  const { bulkOperation } = (await store.admin(request, { id })).data;
  const address = bulkOperation.url ?? bulkOperation.partialDataUrl;
  const file = address === null ? '' : await (await store.shop.answer(new Request(address))).text();
  return {
    ...bulkOperation,
    lines: file
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
}

describe('a bulk query', () => {
  it('gives every product of the connection, one line each and in order, for the points of its start', async () => {
    const store = await opened(5);
    store.shop.merchant.unmanagedHolds('S1', 'not-ours');
    store.clock.advance(60_000);

    const { bulkOperation, userErrors } = await start(store);
    expect([bulkOperation.type, bulkOperation.status, userErrors]).toEqual(['QUERY', 'CREATED', []]);
    store.clock.advance(10_000);
    const end = await reported(store, bulkOperation.id);

    expect(end).toMatchObject({
      status: 'COMPLETED',
      objectCount: '6',
      rootObjectCount: '6',
      query: everything,
      partialDataUrl: null,
    });
    expect(end.lines.slice(0, 2)).toEqual([
      { id: expect.any(String), title: 'Lamp 0', key: { value: 'k0' } },
      { id: expect.any(String), title: 'Lamp 1', key: { value: 'k1' } },
    ]);
    expect(end.lines[5]).toMatchObject({ key: null });
    const ids = end.lines.map(({ id }: { id: string }) => Number(id.split('/').at(-1)));
    expect(ids).toEqual([...ids].sort((one, other) => one - other));
    const { cost } = await store.admin(runQuery, { query: everything });
    expect(cost.actualQueryCost).toBeLessThanOrEqual(12);
  });

  it('reads the store part by part: what changes meanwhile may show either state', async () => {
    const store = await opened(150, { settings: { bulkQueryObjectsPerSecond: 100 } });
    const [first] = store.shop.view().products;
    const last = store.shop.view().products.at(-1);
    const { bulkOperation } = await start(store);
    store.clock.advance(2500);
    expect(await reported(store, bulkOperation.id)).toMatchObject({ status: 'RUNNING', url: null });

    store.shop.merchant.edit(first?.id ?? 0, { title: 'Edited' });
    store.shop.merchant.edit(last?.id ?? 0, { title: 'Edited' });
    store.clock.advance(10_000);

    const { lines } = await reported(store, bulkOperation.id);
    expect([lines[0].title, lines.at(-1).title]).toEqual(['Lamp 0', 'Edited']);
  });

  it.each([
    ['no query', 'nothing { that parses', /^Invalid bulk query/],
    ['a mutation', 'mutation { bulkOperationCancel(id: "1") { bulkOperation { id } } }', /Only `query`/],
    ['no connection', '{ shop { name } }', /at least one connection/],
    ['a node by its id', '{ node(id: "gid://shopify/Product/1") { id } }', /top level `node`/],
    ['nodes in place of edges', '{ products { nodes { id } } }', /Selecting via 'nodes' is not supported/],
    [
      'a connection in a connection',
      '{ products { edges { node { id variants { edges { node { id } } } } } } }',
      /This simulator reads one connection/,
    ],
    [
      'a field that is not there',
      '{ products { edges { node { flavour } } } }',
      /^Invalid bulk query.*flavour/,
    ],
  ])('is not begun for %s', async (_, query, message) => {
    const store = await opened();

    const { bulkOperation, userErrors } = await start(store, query);

    expect(bulkOperation).toBeNull();
    expect(userErrors).toMatchObject([{ code: 'INVALID', field: ['query'] }]);
    expect(userErrors[0]?.message).toMatch(message);
  });

  it('is one of five at once, or the only one, beside the bulk mutations', async () => {
    const five = await opened();
    const one = await opened(0, {
      settings: { bulk: { concurrent: 1, beginsAfterMs: 100, linesPerSecond: 1 } },
    });
    const codes = async (store: PracticeStore, times: number) => {
      const begun = [];
      for (let index = 0; index < times; index += 1) {
        begun.push((await start(store)).userErrors[0]?.code);
      }
      return begun;
    };

    expect(await codes(five, 6)).toEqual([...Array(5).fill(undefined), 'LIMIT_REACHED']);
    expect(await codes(one, 2)).toEqual([undefined, 'OPERATION_IN_PROGRESS']);
    one.clock.advance(1000);
    expect(await codes(one, 1)).toEqual([undefined]);
  });

  it('is the current operation where nothing else is asked for', async () => {
    const store = await opened();
    const { bulkOperation } = await start(store);

    const { data } = await store.admin(
      '{ currentBulkOperation { id type } mutation: currentBulkOperation(type: MUTATION) { id } }',
    );

    expect(data).toEqual({ currentBulkOperation: { id: bulkOperation.id, type: 'QUERY' }, mutation: null });
  });

  it.each([
    ['bulk-fails', 'FAILED', '2', 2],
    ['bulk-cancelled', 'CANCELED', '2', 2],
    ['bulk-expires', 'EXPIRED', '2', 0],
    ['bulk-unstated', 'COMPLETED', '4', 2],
  ] as const)(
    '%s ends it as %s: %s objects counted, %i in the file',
    async (kind, status, objectCount, lines) => {
      const store = await opened(4);
      store.shop.faults.add({ kind, value: 2, matching: 'bulkOperationRunQuery' });

      const { bulkOperation } = await start(store);
      store.clock.advance(10_000);
      const end = await reported(store, bulkOperation.id);

      expect(end).toMatchObject({ status, objectCount, rootObjectCount: objectCount });
      expect(end.lines).toHaveLength(lines);
      expect(end.url === null).toBe(status !== 'COMPLETED');
    },
  );

  it('fails where the token may not read products, and says why', async () => {
    const store = await opened(1);
    store.shop.faults.add(
      { kind: 'scope-missing', value: 'read_products' },
      { kind: 'scope-missing', value: 'write_products' },
    );

    const { bulkOperation } = await start(store);
    store.clock.advance(10_000);

    expect(await reported(store, bulkOperation.id)).toMatchObject({
      status: 'FAILED',
      errorCode: 'ACCESS_DENIED',
      lines: [],
    });
  });
});
