import { fetchFrom } from '@bowerbird/simulators/simulation';
import { describe, expect, it } from 'vitest';
import { collectAll, contextFor } from '../../../testing/collecting.ts';
import { fakeClock } from '../../../testing/fake-clock.ts';
import { woocommerce } from '../../index.ts';
import { lister } from '../lister.ts';
import {
  bringTerms,
  hoodie,
  idOf,
  item,
  listThrough,
  makeWhole,
  partialBound,
  preparedStore,
} from '../testing.ts';
import { arrangement } from './value-order.ts';

type Open = Awaited<ReturnType<typeof preparedStore>>;

/** A product in these sizes, in this order. */
function inSizes(handle: string, sizes: readonly string[]): typeof hoodie {
  const [base] = hoodie.variants;
  return {
    ...hoodie,
    handle,
    title: handle,
    images: [],
    options: [{ name: 'Size', values: [...sizes] }],
    variants: sizes.flatMap((size) =>
      base ? [{ ...base, id: size, sku: `${handle}-${size}`, optionValues: [size], imageUrl: null }] : [],
    ),
  };
}

/** Returns the option values that shoppers see of each product, as its page lists them. */
async function shown({ store }: Open): Promise<Record<string, string[] | undefined>> {
  const collector = woocommerce.collector as NonNullable<typeof woocommerce.collector>;
  const { products } = await collectAll(
    collector,
    { scope: 'shop', addresses: [new URL('http://moss.localhost:8901/')] },
    contextFor(fetchFrom(new Map([['moss.localhost', store]])), fakeClock()),
  );
  return Object.fromEntries(products.map(({ handle, options }) => [handle, options[0]?.values]));
}

/** Returns the products that shoppers find by a value of the shared size attribute. */
function filteredBy(value: string, { store: { ledger } }: Open): string[] {
  return [...ledger.products.values()]
    .filter(({ status, attributes }) =>
      attributes.some(({ id, options }) => status === 'publish' && id > 0 && options.includes(value)),
    )
    .map(({ slug }) => slug)
    .sort();
}

async function listAll(products: readonly (typeof hoodie)[], open: Open): Promise<void> {
  for (const [at, product] of products.entries()) {
    await listThrough(item(product, at + 1), open);
  }
}

describe.each([
  ['puts values in the order it is given', true],
  ['sorts values by their names whatever it is given, as 7.9.0 does', false],
])('in a store that %s', (_, ordersValues) => {
  it('shoppers are offered sizes in our order', async () => {
    const open = await preparedStore({ store: { ordersValues } });

    await listAll(
      [
        inSizes('first', ['S', 'L']),
        inSizes('second', ['S', 'M', 'L', 'XL']),
        inSizes('third', ['XS', 'M', 'XXL']),
      ],
      open,
    );

    expect(await shown(open)).toEqual({
      first: ['S', 'L'],
      second: ['S', 'M', 'L', 'XL'],
      third: ['XS', 'M', 'XXL'],
    });
  });

  it('shoppers are offered each product’s own order of the same values, and find every product by the store’s filter', async () => {
    const open = await preparedStore({ store: { ordersValues } });

    await listAll(
      [
        inSizes('small-first', ['S', 'M', 'L']),
        inSizes('large-first', ['L', 'M', 'S']),
        inSizes('middle-first', ['M', 'S', 'L']),
        inSizes('by-name', ['L', 'M', 'S', 'XL']),
      ],
      open,
    );

    expect(await shown(open)).toEqual({
      'small-first': ['S', 'M', 'L'],
      'large-first': ['L', 'M', 'S'],
      'middle-first': ['M', 'S', 'L'],
      'by-name': ['L', 'M', 'S', 'XL'],
    });
    expect(filteredBy('M', open)).toEqual(['by-name', 'large-first', 'middle-first', 'small-first']);
  });

  it('a product in its own order is found whole when it is listed again, and nothing of it is made twice', async () => {
    const open = await preparedStore({ store: { ordersValues } });
    await listThrough(item(inSizes('first', ['S', 'M', 'L'])), open);
    const [made] = await listThrough(item(inSizes('second', ['L', 'S', 'M']), 2), open);
    const id = Number(idOf(made));
    const before = open.store.ledger.variationsOf(id).map((row) => row.id);

    const again = await bringTerms(item({ ...inSizes('second', ['L', 'S', 'M']), title: 'New' }, 3), open);
    await makeWhole(again, partialBound(idOf(made)), open);

    expect(open.store.ledger.variationsOf(id).map((row) => row.id)).toEqual(before);
    expect(open.store.ledger.products.get(id)?.name).toBe('New');
    expect((await shown(open)).second).toEqual(['L', 'S', 'M']);
  });

  it('variations stand in our order', async () => {
    const open = await preparedStore({ store: { ordersValues } });
    const [made] = await listThrough(item(inSizes('one', ['S', 'M', 'L'])), open);

    const rows = open.store.ledger.variationsOf(Number(idOf(made)));

    expect(rows.map(({ choice, menuOrder }) => [choice[0]?.option, menuOrder])).toEqual([
      ['S', 0],
      ['M', 1],
      ['L', 2],
    ]);
  });
});

it('a store that sorts by names costs the first product one more request, and no other', async () => {
  const open = await preparedStore({ store: { ordersValues: false } });
  const costs: number[] = [];
  for (const [at, handle] of ['one', 'two', 'three'].entries()) {
    open.requests.length = 0;
    await listThrough(item(inSizes(handle, ['S', 'M', 'L']), at + 1), open);
    costs.push(open.requests.filter((one) => one === 'POST /wc/v3/products/batch').length);
  }

  expect(costs).toEqual([3, 2, 2]);
});

it('a product with variations keeps the attribute they choose by, whatever is learned of the store', async () => {
  const open = await preparedStore();
  const [made] = await listThrough(item(inSizes('one', ['S', 'M', 'L'])), open);
  const before = open.store.ledger.variationsOf(Number(idOf(made))).map(({ id }) => id);
  open.store.settings.ordersValues = false;
  await listThrough(item(inSizes('two', ['S', 'M', 'L']), 2), open);

  const given = await bringTerms(item({ ...inSizes('one', ['S', 'M', 'L', 'XL']), title: 'New' }, 3), open);
  await makeWhole(given, partialBound(idOf(made)), open);

  const rows = open.store.ledger.variationsOf(Number(idOf(made)));
  const [attribute] = open.store.ledger.products.get(Number(idOf(made)))?.attributes ?? [];
  expect(attribute).toMatchObject({ name: 'Size', id: rows[0]?.choice[0]?.id });
  expect(rows.map(({ id }) => id).slice(0, 3)).toEqual(before);
  expect(rows).toHaveLength(4);
});

it('options stand in our order, whichever of them is the store’s own', async () => {
  const open = await preparedStore();
  const [made] = await listThrough(item({ ...hoodie, images: [] }), open);

  const [color, size, ...rest] = open.store.ledger.products.get(Number(idOf(made)))?.attributes ?? [];

  expect([color?.position, size?.position, ...rest.map(({ position }) => position)]).toEqual([0, 1, 2, 3]);
});

it('what the merchant sorts by name stays so', async () => {
  const open = await preparedStore();
  const { ledger } = open.store;
  await lister.writer.terms?.make({ kind: 'attribute', path: ['Size'] }, null, open.access, open.context);
  for (const attribute of ledger.attributes.values()) {
    ledger.attributes.set(attribute.id, { ...attribute, orderBy: 'name' });
  }
  const later = { ...open, access: { ...open.access, prepared: { ...open.access.prepared } } };

  const [made] = await listThrough(item(inSizes('one', ['S', 'M', 'L'])), later);

  expect(ledger.products.get(Number(idOf(made)))?.attributes[0]?.id).toBeGreaterThan(0);
  expect([...ledger.values.values()].map(({ order }) => order)).toEqual([null, null, null]);
});

it('a new order of values is no change to the products that stood there before', async () => {
  const open = await preparedStore();
  const [made] = await listThrough(item(inSizes('one', ['S', 'L']), 1), open);
  const [before] = await lister.reader.lookByIds([idOf(made)], open.access, open.context);
  for (const value of open.store.ledger.values.values()) {
    open.store.ledger.values.set(value.id, { ...value, order: 100 - (value.order ?? 0) });
  }

  const [after] = await lister.reader.lookByIds([idOf(made)], open.access, open.context);

  expect(after?.hash).toBe(before?.hash);
});

describe('the order that all products share', () => {
  const held = (...names: string[]) => names.map((name, at) => ({ id: at + 1, name, order: (at + 1) * 10 }));

  it.each([
    ['begins with the first product', [], ['S', 'M', 'L'], ['S 10', 'M 20', 'L 30'], []],
    ['takes in what stands between', held('S', 'L'), ['S', 'M', 'L'], ['M 15'], []],
    ['takes in what stands before', held('S', 'L'), ['XS', 'S'], ['XS 5'], []],
    ['takes in what stands behind', held('S', 'L'), ['L', 'XL'], ['XL 30'], []],
    ['stays as it is where a product has it otherwise', held('S', 'M', 'L'), ['L', 'M', 'S'], [], []],
    ['knows a value in the store’s spelling', held('Small', 'Large'), ['SMALL', 'large'], [], []],
    [
      'makes room where there is none',
      [
        { id: 1, name: 'S', order: 1 },
        { id: 2, name: 'L', order: 2 },
      ],
      ['S', 'M', 'L'],
      ['M 2'],
      ['2 12'],
    ],
    [
      'takes in a value that stands in none',
      [{ id: 7, name: 'S', order: 0 }],
      ['S', 'M'],
      ['M 20'],
      ['7 10'],
    ],
  ])('%s', (_, there, wanted, created, updated) => {
    const { create, update } = arrangement(there, wanted);

    expect(create.map(({ name, menu_order }) => `${name} ${menu_order}`)).toEqual(created);
    expect(update.map(({ id, menu_order }) => `${id} ${menu_order}`)).toEqual(updated);
  });
});
