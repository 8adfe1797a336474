import { describe, expect, it } from 'vitest';
import { type PracticeStore, practiceStore, smallProduct } from '../testing/practice-store.ts';

const stage = `mutation Stage($input: [StagedUploadInput!]!) {
  stagedUploadsCreate(input: $input) { stagedTargets { url parameters { name value } } userErrors { message } }
}`;
const runMutation = `mutation Run($mutation: String!, $path: String!) {
  bulkOperationRunMutation(mutation: $mutation, stagedUploadPath: $path) {
    bulkOperation { id status } userErrors { code field message }
  }
}`;
const request = `query Ask($id: ID!) {
  bulkOperation(id: $id) { id type status errorCode query objectCount completedAt url partialDataUrl }
}`;
const listLine = `mutation Bowerbird_7($input: ProductSetInput!, $identifier: ProductSetIdentifiers) {
  productSet(input: $input, identifier: $identifier) { product { id title } userErrors { code field message } }
}`;

function line(key: string, changes: object = {}): string {
  const metafields = [{ namespace: 'bowerbird', key: 'listing_key', type: 'id', value: key }];
  return JSON.stringify({
    identifier: { customId: { namespace: 'bowerbird', key: 'listing_key', value: key } },
    input: { ...smallProduct, title: key, metafields, ...changes },
  });
}

async function staged(store: PracticeStore, content: string): Promise<string> {
  const input = [
    {
      resource: 'BULK_MUTATION_VARIABLES',
      filename: 'lines.jsonl',
      mimeType: 'text/jsonl',
      httpMethod: 'POST',
    },
  ];
  const { data } = await store.admin(stage, { input });
  const [target] = data.stagedUploadsCreate.stagedTargets;
  const { url = '', parameters = [] } = target ?? {};
  const form = new FormData();
  for (const { name, value } of parameters) {
    form.append(name, value);
  }
  form.append('file', new Blob([content], { type: 'text/jsonl' }), 'lines.jsonl');
  const answer = await store.shop.answer(new Request(url, { method: 'POST', body: form }));
  expect(answer.status).toBe(201);
  return parameters.find(({ name }) => name === 'key')?.value ?? '';
}

async function start(store: PracticeStore, lines: string[], mutation = listLine) {
  const path = await staged(store, lines.join('\n'));
  const { data } = await store.admin(runMutation, { mutation, path });
  return data.bulkOperationRunMutation;
}

/** What is reported of an operation, and its result lines. */
async function stated(store: PracticeStore, id: string) {
  const { bulkOperation } = (await store.admin(request, { id })).data;
  const address = bulkOperation.url ?? bulkOperation.partialDataUrl;
  const file = address === null ? '' : await (await store.shop.answer(new Request(address))).text();
  const lines = file
    .split('\n')
    .filter(Boolean)
    .map((each) => JSON.parse(each));
  return { ...bulkOperation, lines };
}

async function opened() {
  const store = practiceStore();
  await store.define();
  return store;
}

describe('a bulk operation', () => {
  it('works through its lines as time passes, not in order, and each refusal is reported at its line', async () => {
    const store = await opened();
    const lines = ['a', 'b', 'c'].map((key) => line(key));
    lines[1] = line('b', { variants: [{ ...smallProduct.variants[0], price: '-1' }] });
    const { bulkOperation } = await start(store, lines);
    expect(bulkOperation.status).toBe('CREATED');
    expect(store.shop.view().products).toEqual([]);

    store.clock.advance(2050);
    expect(await stated(store, bulkOperation.id)).toMatchObject({
      status: 'RUNNING',
      objectCount: '1',
      url: null,
    });
    store.clock.advance(1000);

    const end = await stated(store, bulkOperation.id);
    expect(end).toMatchObject({
      status: 'COMPLETED',
      type: 'MUTATION',
      query: listLine,
      partialDataUrl: null,
    });
    expect(end.lines.map(({ __lineNumber }: { __lineNumber: number }) => __lineNumber)).toEqual([2, 1, 0]);
    expect(end.lines[0].data.productSet.product.title).toBe('c');
    expect(end.lines[1].data.productSet.userErrors[0].field).toEqual(['input', 'variants', '0', 'price']);
    expect(
      store.shop
        .view()
        .products.map(({ title }) => title)
        .sort(),
    ).toEqual(['a', 'c']);
  });

  it('costs nothing of the query limit but its start', async () => {
    const store = await opened();
    await start(
      store,
      Array.from({ length: 300 }, (_, index) => line(`k${index}`)),
    );
    store.clock.advance(60_000);

    const { cost } = await store.admin('{ shop { name } }');

    expect(store.shop.view().products).toHaveLength(300);
    expect(cost.throttleStatus.currentlyAvailable).toBeGreaterThan(1990);
  });

  it.each([
    ['a file that was never put there', 'NO_SUCH_FILE', { path: 'tmp/none' }],
    ['a mutation that is none', 'INVALID_MUTATION', { mutation: 'query { shop { name } }' }],
    [
      'a bulk mutation within',
      'INVALID_MUTATION',
      { mutation: 'mutation { bulkOperationCancel(id: "1") { bulkOperation { id } } }' },
    ],
  ])('is not begun for %s', async (_, code, changes) => {
    const store = await opened();
    const path = await staged(store, line('a'));

    const { data } = await store.admin(runMutation, { mutation: listLine, path, ...changes });

    expect(data.bulkOperationRunMutation).toMatchObject({ bulkOperation: null, userErrors: [{ code }] });
  });

  it('is one of five at once', async () => {
    const store = await opened();
    const begun = [];
    for (let index = 0; index < 6; index += 1) {
      begun.push(await start(store, [line(`k${index}`)]));
    }

    expect(begun.map(({ userErrors }) => userErrors[0]?.code)).toEqual([
      ...Array(5).fill(undefined),
      'LIMIT_REACHED',
    ]);
  });

  it.each([
    ['bulk-fails', 'FAILED', 2, 2],
    ['bulk-cancelled', 'CANCELED', 2, 2],
    ['bulk-expires', 'EXPIRED', 2, 0],
    ['bulk-unstated', 'COMPLETED', 4, 2],
  ] as const)('%s ends it as %s: %i lines applied, %i told', async (kind, status, applied, states) => {
    const store = await opened();
    store.shop.faults.add({ kind, value: 2 });
    const { bulkOperation } = await start(
      store,
      ['a', 'b', 'c', 'd'].map((key) => line(key)),
    );
    store.clock.advance(10_000);

    const end = await stated(store, bulkOperation.id);

    expect(end.status).toBe(status);
    expect(store.shop.view().products).toHaveLength(applied);
    expect(end.lines).toHaveLength(states);
  });

  it('is found by the name its mutation bears, newest first', async () => {
    const store = await opened();
    await start(store, [line('a')]);
    await start(store, [line('b')], listLine.replace('Bowerbird_7', 'Bowerbird_8'));

    const { data } = await store.admin(
      '{ bulkOperations(first: 5, sortKey: CREATED_AT, reverse: true) { nodes { query } } }',
    );

    expect(data.bulkOperations.nodes.map(({ query }) => /Bowerbird_\d/.exec(query)?.[0])).toEqual([
      'Bowerbird_8',
      'Bowerbird_7',
    ]);
  });

  it('a line that is cut is reported as an error of its own', async () => {
    const store = await opened();
    const { bulkOperation } = await start(store, [line('a'), line('b').slice(0, 40)]);
    store.clock.advance(10_000);

    const { lines } = await stated(store, bulkOperation.id);

    expect(lines[0]).toMatchObject({ errors: [{}], __lineNumber: 1 });
    expect(store.shop.view().products).toHaveLength(1);
  });
});
