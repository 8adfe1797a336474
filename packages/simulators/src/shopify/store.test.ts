import { describe, expect, it } from 'vitest';
import { ConnectionLost } from '../simulation.ts';
import { practiceStore } from './testing/practice-store.ts';

const publish = `mutation($id: ID!, $input: [PublicationInput!]!) {
  publishablePublish(id: $id, input: $input) { userErrors { field message } }
}`;
const byKey = `query($value: String!) {
  productByIdentifier(identifier: { customId: { namespace: "bowerbird", key: "listing_key", value: $value } }) { id title }
}`;

async function prepared() {
  const store = practiceStore();
  await store.define();
  return store;
}

describe('listing by our key', () => {
  it('makes one product however often the same key is sent', async () => {
    const store = await prepared();

    const first = await store.list('bb-one');
    const again = await store.list('bb-one', { title: 'Haven Desk Lamp' });

    expect(first.data.productSet.userErrors).toEqual([]);
    expect(again.data.productSet.product.id).toBe(first.data.productSet.product.id);
    expect(again.data.productSet.product.title).toBe('Haven Desk Lamp');
    expect(store.shop.view().products).toHaveLength(1);
    expect(store.shop.view().createdByKey.get('bb-one')).toBe(1);
  });

  it('finds the product by its key and nothing by another', async () => {
    const store = await prepared();
    await store.list('bb-one');

    expect((await store.admin(byKey, { value: 'bb-one' })).data.productByIdentifier.title).toBe(
      'Haven Table Lamp',
    );
    expect((await store.admin(byKey, { value: 'bb-two' })).data.productByIdentifier).toBeNull();
  });

  it('refuses a key whose definition was not made', async () => {
    const store = practiceStore();

    const answer = await store.list('bb-one');

    expect(answer.data.productSet.userErrors[0]?.code).toBe('NOT_FOUND');
    expect(store.shop.view().products).toHaveLength(0);
  });

  it('says that the definition is there already', async () => {
    const store = await prepared();

    const again = await store.define();

    expect(again.data.metafieldDefinitionCreate.userErrors[0]?.code).toBe('TAKEN');
  });

  it('keeps a variant and its id when it is sent again, and drops the one that is not', async () => {
    const store = await prepared();
    const first = await store.list('bb-one');
    const again = await store.list('bb-one', {
      productOptions: [{ name: 'Colour', values: [{ name: 'Sage' }] }],
      variants: [{ optionValues: [{ optionName: 'Colour', name: 'Sage' }], price: '49.90' }],
    });

    const kept = first.data.productSet.product.variants.nodes[1];
    expect(again.data.productSet.product.variants.nodes).toEqual([
      { id: kept?.id, sku: '90.750', price: '49.90' },
    ]);
  });

  it('gives a product without a handle the next free one', async () => {
    const store = await prepared();
    await store.list('bb-one');

    const second = await store.list('bb-two');

    expect(second.data.productSet.product.handle).toBe('haven-table-lamp-1');
  });

  it('shows a listed product in the shop once it is published', async () => {
    const store = await prepared();
    const { id } = (await store.list('bb-one')).data.productSet.product;
    const before = await (await store.get('/products.json')).json();

    const channels = await store.admin('{ publications(first: 5) { nodes { id name } } }');
    await store.admin(publish, { id, input: [{ publicationId: channels.data.publications.nodes[0]?.id }] });

    const after = await (await store.get('/products.json')).json();
    expect(before.products).toHaveLength(0);
    expect(after.products[0]).toMatchObject({
      title: 'Haven Table Lamp',
      variants: [{ sku: '0017' }, { sku: '90.750' }],
    });
  });

  it('deletes by id, and says so when there is nothing to delete', async () => {
    const store = await prepared();
    const { id } = (await store.list('bb-one')).data.productSet.product;
    const remove =
      'mutation($id: ID!) { productDelete(input: { id: $id }) { deletedProductId userErrors { message } } }';

    expect((await store.admin(remove, { id })).data.productDelete.deletedProductId).toBe(id);
    expect((await store.admin(remove, { id })).data.productDelete.userErrors).toEqual([
      { message: 'Product does not exist' },
    ]);
    expect(store.shop.view().history.map(({ action }) => action)).toEqual(['create', 'delete']);
  });
});

describe('images', () => {
  const status =
    'query($ids: [ID!]!) { nodes(ids: $ids) { ... on MediaImage { fileStatus image { url } fileErrors { code } } } }';

  it('are worked on after the write, and one that cannot be fetched fails later', async () => {
    const store = await prepared();
    const listed = await store.list('bb-one', {
      files: [
        { originalSource: 'http://glade-home.localhost:8000/cdn/shop/files/mug-cobalt-mist-front.svg?v=1' },
        { originalSource: 'https://cdn.example/fail.jpg' },
      ],
    });
    const ids = listed.data.productSet.product.media.nodes.map(({ id }) => id);
    const stated = async () => (await store.admin(status, { ids })).data.nodes;

    const atOnce = await stated();
    store.clock.advance(500);
    const soon = await stated();
    store.clock.advance(2000);
    const later = await stated();

    expect(listed.data.productSet.userErrors).toEqual([]);
    expect(atOnce.map(({ fileStatus }) => fileStatus)).toEqual(['UPLOADED', 'UPLOADED']);
    expect(soon.map(({ fileStatus }) => fileStatus)).toEqual(['PROCESSING', 'PROCESSING']);
    expect(later[0]?.fileStatus).toBe('READY');
    expect(later[1]).toEqual({
      fileStatus: 'FAILED',
      image: null,
      fileErrors: [{ code: 'IMAGE_DOWNLOAD_FAILURE' }],
    });
    const shown = await store.get(new URL(later[0]?.image?.url ?? '').pathname);
    expect(await shown.text()).toContain('<svg');
  });
});

describe('stock', () => {
  const levels =
    '{ products(first: 1) { nodes { variants(first: 1) { nodes { inventoryQuantity inventoryItem { id } } } } } }';
  const setTo = (key: string, quantity: number, item = '', location = '') =>
    [
      `mutation($input: InventorySetQuantitiesInput!) {
      inventorySetQuantities(input: $input) ${key} { inventoryAdjustmentGroup { changes { delta } } userErrors { code } }
    }`,
      {
        input: {
          name: 'available',
          reason: 'correction',
          quantities: [{ inventoryItemId: item, locationId: location, quantity }],
        },
      },
    ] as const;

  it('is set once by a key that is sent twice, and needs a key', async () => {
    const store = await prepared();
    await store.list('bb-one');
    const item = (await store.admin(levels)).data.products.nodes[0]?.variants.nodes[0]?.inventoryItem.id;
    const location = (await store.admin('{ locations(first: 1) { nodes { id } } }')).data.locations.nodes[0]
      ?.id;

    const first = await store.admin(...setTo('@idempotent(key: "a")', 7, item, location));
    const again = await store.admin(...setTo('@idempotent(key: "a")', 7, item, location));
    const other = await store.admin(...setTo('@idempotent(key: "a")', 8, item, location));
    const without = await store.admin(...setTo('', 8, item, location));

    expect(first.data.inventorySetQuantities.inventoryAdjustmentGroup.changes).toEqual([{ delta: 7 }]);
    expect(again.data.inventorySetQuantities.userErrors).toEqual([]);
    expect(other.data.inventorySetQuantities.userErrors[0]?.code).toBe('IDEMPOTENCY_KEY_PARAMETER_MISMATCH');
    expect(without.errors[0]?.extensions?.code).toBe('BAD_REQUEST');
    expect((await store.admin(levels)).data.products.nodes[0]?.variants.nodes[0]?.inventoryQuantity).toBe(7);
  });
});

describe('a full scan', () => {
  it('pages through all products by cursor, each once', async () => {
    const store = await prepared();
    for (let place = 0; place < 7; place += 1) {
      await store.list(`bb-${place}`);
    }
    const page =
      'query($after: String) { products(first: 3, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }';
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const { data } = await store.admin(page, { after });
      seen.push(...data.products.nodes.map(({ id }) => id));
      after = data.products.pageInfo.hasNextPage ? data.products.pageInfo.endCursor : null;
    } while (after);

    expect(new Set(seen).size).toBe(7);
    expect(seen).toHaveLength(7);
  });
});

describe('faults of a write', () => {
  it.each([
    ['lost-before', 0],
    ['lost-after', 1],
  ] as const)('%s: the caller hears nothing, and %i product is there', async (kind, count) => {
    const store = await prepared();
    store.shop.faults.add({ kind });

    await expect(store.list('bb-one')).rejects.toThrow(ConnectionLost);

    expect(store.shop.view().products).toHaveLength(count);
  });

  it('late: the product is there only after that time', async () => {
    const store = await prepared();
    store.shop.faults.add({ kind: 'late', value: 1500 });
    await expect(store.list('bb-one')).rejects.toThrow(ConnectionLost);
    const before = store.shop.view().products.length;

    store.clock.advance(1600);

    const [product] = store.shop.view().products;
    expect(before).toBe(0);
    expect(product?.createdAt).toBe(store.clock.now() - 100);
  });

  it('twice: the same key still makes one product, applied two times', async () => {
    const store = await prepared();
    store.shop.faults.add({ kind: 'twice', value: 1000 });
    await store.list('bb-one');
    store.clock.advance(1000);

    expect(store.shop.view().products).toHaveLength(1);
    expect(store.shop.view().history.map(({ action }) => action)).toEqual(['create', 'update']);
  });

  it.each([429, 500, 502])('answers %i though it applied', async (status) => {
    const store = await prepared();
    store.shop.faults.add({ kind: 'status-though-applied', value: status });

    expect((await store.list('bb-one')).status).toBe(status);
    expect(store.shop.view().products).toHaveLength(1);
  });

  it('cuts the body of an answer short', async () => {
    const store = await prepared();
    store.shop.faults.add({ kind: 'cut-body' });

    await expect(store.list('bb-one')).rejects.toThrow(/lost|terminated/);
    expect(store.shop.view().products).toHaveLength(1);
  });

  it('refuses with the code asked for, and strikes as often as asked', async () => {
    const store = await prepared();
    store.shop.faults.add({ kind: 'refuse', value: 'INVALID_VARIANT', count: 1, skip: 1 });

    const codes = [];
    for (const key of ['bb-1', 'bb-2', 'bb-3']) {
      codes.push((await store.list(key)).data.productSet.userErrors[0]?.code ?? null);
    }

    expect(codes).toEqual([null, 'INVALID_VARIANT', null]);
  });

  it('suffixes the handle, adds an unmanaged product, and the merchant edits, copies and deletes', async () => {
    const store = await prepared();
    store.shop.faults.add(
      { kind: 'suffix-handle', matching: 'bb-1' },
      { kind: 'unmanaged', matching: 'bb-2' },
      { kind: 'merchant-edit', matching: 'bb-3' },
      { kind: 'merchant-duplicate', matching: 'bb-4' },
      { kind: 'merchant-delete', matching: 'bb-5' },
    );
    const first = await store.list('bb-1', { handle: 'lamp' });
    for (const key of ['bb-2', 'bb-3', 'bb-4', 'bb-5']) {
      await store.list(key);
    }

    const view = store.shop.view();
    expect(first.data.productSet.product.handle).toMatch(/^lamp-\d+$/);
    const [unmanaged] = view.products.filter(({ by }) => by === 'unmanaged');
    expect([unmanaged?.handle, unmanaged?.variants[0]?.sku]).toEqual(['haven-table-lamp', '0017']);
    expect(view.productsByKey.get('bb-3')?.[0]?.title).toBe('Edited by the merchant');
    expect(view.duplicates).toEqual(['bb-4']);
    expect(view.productsByKey.has('bb-5')).toBe(false);
  });

  it('does not show the youngest products in lists while the index is stale', async () => {
    const store = await prepared();
    await store.list('bb-one');
    store.shop.faults.add({ kind: 'stale-reads', value: 5000 });
    const list = '{ products(first: 5) { nodes { id } } }';

    expect((await store.admin(list)).data.products.nodes).toHaveLength(0);
    expect((await store.admin(byKey, { value: 'bb-one' })).data.productByIdentifier).not.toBeNull();
    store.clock.advance(5000);
    expect((await store.admin(list)).data.products.nodes).toHaveLength(1);
  });

  it('says that the day is full, in either way it may be said', async () => {
    const store = await prepared();
    store.shop.faults.add(
      { kind: 'daily-cap', count: 1 },
      { kind: 'daily-cap', value: 'userErrors', count: 1 },
    );

    const one = await store.list('bb-one');
    const other = await store.list('bb-one');

    expect(one.errors[0]?.extensions?.code).toBe('VARIANT_THROTTLE_EXCEEDED');
    expect(other.data.productSet.userErrors[0]?.message).toContain('Daily variant creation limit');
    expect(store.shop.view().products).toHaveLength(0);
  });
});

describe('the books', () => {
  it('are the same again from what was reported of every change', async () => {
    const entries: Parameters<NonNullable<Parameters<typeof practiceStore>[0]>['onChange'] & object>[0][] =
      [];
    const store = practiceStore({ onChange: (entry) => entries.push(structuredClone(entry)) });
    await store.define();
    await store.list('bb-one', { files: [{ originalSource: 'https://cdn.example/a.jpg' }] });
    await store.list('bb-two');
    const gone = store.shop.view().productsByKey.get('bb-two')?.[0]?.id ?? 0;
    store.shop.merchant.remove(gone);

    const again = practiceStore({ entries: JSON.parse(JSON.stringify(entries)) });

    expect(again.shop.view()).toEqual(store.shop.view());
    const listed = await again.list('bb-one', { title: 'Changed' });
    expect(listed.data.productSet.userErrors).toEqual([]);
    expect(again.shop.view().products).toHaveLength(1);
    expect((await again.list('bb-three')).data.productSet.product.id).not.toBe(
      listed.data.productSet.product.id,
    );
  });
});
