import { describe, expect, it } from 'vitest';
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
import { writePriceAndInventory } from '../write/price-and-inventory.ts';

/** A product with one option and these values. */
function chosenBy(name: string, values: readonly string[]): typeof hoodie {
  const [base] = hoodie.variants;
  return {
    ...hoodie,
    images: [],
    options: [{ name, values: [...values] }],
    variants: values.flatMap((value, at) =>
      base
        ? [
            {
              ...base,
              id: `v${at}`,
              sku: `V-${at}`,
              price: `${10 + at}.00`,
              optionValues: [value],
              imageUrl: null,
            },
          ]
        : [],
    ),
  };
}

/** A store whose attribute has these values before we list anything. */
async function storeWith(name: string, values: readonly string[], ordersValues = true) {
  const open = await preparedStore({ store: { ordersValues } });
  const { store, access, context } = open;
  await lister.writer.terms?.make({ kind: 'attribute', path: [name] }, null, access, context);
  const [attribute] = store.ledger.attributes.values();
  for (const [at, value] of values.entries()) {
    const id = store.ledger.nextId();
    store.ledger.values.set(id, {
      id,
      attribute: attribute?.id ?? 0,
      name: value,
      slug: `v-${at}`,
      order: null,
    });
  }
  return { ...open, access: { ...access, prepared: { ...access.prepared } } };
}

const values = [
  'Black & White',
  'RED',
  'grun',
  'Two  spaces',
  ' Teal ',
  'A <b>bold</b> one',
  "“Noir” 5'",
  'AT&amp;T',
  '3 < 5 kg',
  '50%ab off',
  'Left\\right',
  'One|Two',
];

describe.each([
  ['Color', true],
  ['Color', false],
  ['颜色 & Maß', true],
  ['颜色 & Maß', false],
])('values of %s that the store keeps in its own spelling (11.0.1: %s)', (name, isNew) => {
  it('are listed whole, each variation by its own, and seen as they are', async () => {
    const open = await storeWith('Color', ['Red', 'Grün'], isNew);
    const given = item(chosenBy(name, values));

    const outcomes = await listThrough(given, open);

    expect(outcomes.map((outcome) => [outcome.outcome, 'partial' in outcome])).toEqual([
      ['applied', true],
      ['applied', false],
      ['applied', false],
    ]);
    const id = Number(idOf(outcomes[0]));
    const rows = open.store.ledger.variationsOf(id);
    expect(rows.map(({ sku, regularPrice }) => `${sku} ${regularPrice}`)).toEqual(
      values.map((_, at) => `V-${at} ${10 + at}.00`),
    );
    const [listed] = open.store.ledger.products.get(id)?.attributes ?? [];
    // The text of an option value and the text that a variation refers to are identical.
    expect(rows.map(({ choice }) => choice[0]?.option)).toEqual(
      rows.map(({ choice }) => listed?.options.find((one) => one === choice[0]?.option)),
    );
    const [seen] = await lister.reader.lookByIds([String(id)], open.access, open.context);
    expect(seen).not.toHaveProperty('partial');
  });

  it('are not written again by a run that changes nothing', async () => {
    const open = await storeWith('Color', ['Red', 'Grün'], isNew);
    const given = await bringTerms(item(chosenBy(name, values)), open);
    const [made] = await listThrough(given, open);
    const before = open.store.ledger.variationsOf(Number(idOf(made))).map(({ id }) => id);
    open.requests.length = 0;

    const again = await makeWhole(given, partialBound(idOf(made)), open);

    expect(again).toMatchObject({ outcome: 'applied' });
    expect(open.requests.filter((one) => one.startsWith('POST'))).toEqual(['POST /wc/v3/products/batch']);
    expect(open.store.ledger.variationsOf(Number(idOf(made))).map(({ id }) => id)).toEqual(before);
  });

  it('take new prices, each its own', async () => {
    const open = await storeWith('Color', ['Red', 'Grün'], isNew);
    const product = chosenBy(name, values);
    const [made] = await listThrough(item(product), open);
    const dearer = {
      ...product,
      variants: product.variants.map((each, at) => ({ ...each, price: `${50 + at}.00` })),
    };

    await writePriceAndInventory(
      [{ ...item(dearer), storeProductId: idOf(made), images: new Map() }],
      open.access,
      open.context,
    );

    expect(
      open.store.ledger.variationsOf(Number(idOf(made))).map(({ regularPrice }) => regularPrice),
    ).toEqual(values.map((_, at) => `${50 + at}.00`));
  });
});

it('values of one product that the store would take for one stay apart', async () => {
  const open = await preparedStore();

  const [made, whole] = await listThrough(item(chosenBy('Color', ['Grün', 'GRUN', 'Grun'])), open);

  expect(whole).not.toHaveProperty('partial');
  expect(
    open.store.ledger.variationsOf(Number(idOf(made))).map(({ sku, choice }) => [sku, choice[0]?.option]),
  ).toEqual([
    ['V-0', 'Grün'],
    ['V-1', 'GRUN'],
    ['V-2', 'Grun'],
  ]);
});

it('an attribute that the store calls by another spelling is known by its number', async () => {
  const open = await storeWith('shoe-size', []);

  const [made, whole] = await listThrough(item(chosenBy('Shoe size', ['41', '42'])), open);

  expect(whole).toMatchObject({ outcome: 'applied' });
  expect(whole).not.toHaveProperty('partial');
  expect(open.store.ledger.variationsOf(Number(idOf(made)))).toHaveLength(2);
});

it('values are read as a person writes them', async () => {
  const open = await preparedStore();
  const [made] = await listThrough(item(chosenBy('Color', ['Black & White', 'Salt "n" Pepper'])), open);

  const [read] = (await lister.reader.content.read([idOf(made)], open.access, open.context)) ?? [];

  expect(read?.variants.map(({ optionValues }) => optionValues)).toEqual([
    ['Black & White'],
    ['Salt "n" Pepper'],
  ]);
});
