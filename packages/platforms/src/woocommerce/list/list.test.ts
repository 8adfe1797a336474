import { describe, expect, it } from 'vitest';
import { describeLister } from '../../testing/lister-suite.ts';
import { lister } from './lister.ts';
import { freshStore, hoodie, idOf, item, makeWhole, mug, partialBound, preparedStore } from './testing.ts';

const unfetchable = { url: 'https://pictures.example/none.jpg', alt: '', width: null, height: null };

describe.each(['rest-keys', 'application-password'])('signed in by %s', (connection) => {
  describeLister({
    name: 'WooCommerce',
    lister,
    store: () => freshStore({ connection }).requested,
    product: mug,
    refused: { product: { ...mug, images: [unfetchable] }, field: 'images' },
  });
});

describe('a product without choices', () => {
  it('is made whole by one request, hidden, and shown by the next', async () => {
    const open = await preparedStore();
    const [made] = await lister.writer.create([item(mug)], open.access, open.context);
    const hidden = open.store.view().products[0];
    const [shown] =
      (await lister.writer.publish?.(
        [{ ...item(mug), storeProductId: idOf(made), images: new Map(), held: {} }],
        open.access,
        open.context,
      )) ?? [];

    expect(made).toMatchObject({ outcome: 'applied', address: null });
    expect(made).not.toHaveProperty('partial');
    expect(hidden).toMatchObject({ status: 'draft', slug: item(mug).key, type: 'simple' });
    expect(shown).toMatchObject({
      outcome: 'applied',
      address: 'http://moss.localhost:8901/product/stoneware-mug/',
    });
    expect(open.requests).toEqual(['POST /wc/v3/products/batch', 'POST /wc/v3/products/batch']);
    expect(open.store.view().products[0]).toMatchObject({
      name: mug.title,
      description: mug.descriptionHtml,
      regularPrice: '18.50',
      salePrice: '',
      stockQuantity: 12,
      weight: '0.35',
      attributes: [{ name: 'Material' }, { name: 'Brand', options: ['Glade Home'] }],
    });
  });

  it('sends a former price as the regular one, and weighs in the unit of the store', async () => {
    const open = await preparedStore({ store: { weightUnit: 'lbs' } });
    const [first] = mug.variants;
    const product = first ? { ...mug, variants: [{ ...first, compareAtPrice: '24.00' }] } : mug;

    await lister.writer.create([item(product)], open.access, open.context);

    expect(open.store.view().products[0]).toMatchObject({
      regularPrice: '24.00',
      salePrice: '18.50',
      weight: '0.7716',
    });
  });
});

it('a former price below the price is none', async () => {
  const open = await preparedStore();
  const [first] = mug.variants;
  const product = first ? { ...mug, variants: [{ ...first, compareAtPrice: '10.00' }] } : mug;

  await lister.writer.create([item(product)], open.access, open.context);

  expect(open.store.view().products[0]).toMatchObject({ regularPrice: '18.50', salePrice: '' });
});

describe('a product with choices', () => {
  it('gets its variations by its own number before it is shown', async () => {
    const open = await preparedStore();
    const [made] = await lister.writer.create([item(hoodie)], open.access, open.context);
    const [, ...bare] = [...open.store.ledger.products.values()];

    const whole = await makeWhole(item(hoodie), made, open);

    expect([made, bare.length]).toEqual([
      expect.objectContaining({ outcome: 'applied', partial: expect.anything() }),
      0,
    ]);
    expect(whole).toMatchObject({ outcome: 'applied', storeProductId: idOf(made) });
    expect(whole).not.toHaveProperty('partial');
    const variations = open.store.ledger.variationsOf(Number(idOf(made)));
    expect(variations.map(({ sku, regularPrice, salePrice }) => [sku, regularPrice, salePrice])).toEqual([
      ['HOOD-B-S', '49.90', ''],
      ['HOOD-B-M', '49.90', ''],
      ['HOOD-R-S', '49.90', '39.90'],
      ['HOOD-R-M', '49.90', '39.90'],
    ]);
    expect(variations[3]?.choice).toMatchObject([{ option: 'Red' }, { option: 'M' }]);
    const [parent] = open.store.view().products;
    expect(variations.map(({ images }) => images[0])).toEqual(
      [0, 0, 1, 1].map((place) => parent?.images[place]),
    );
    expect(parent).toMatchObject({ status: 'draft', type: 'variable', sku: '' });
  });

  it('tells the same of itself after each step as a look does', async () => {
    const open = await preparedStore();
    const [made] = await lister.writer.create([item(hoodie)], open.access, open.context);
    const whole = await makeWhole(item(hoodie), made, open);

    const [seen] = await lister.reader.lookByIds([idOf(made)], open.access, open.context);

    expect(whole?.outcome === 'applied' && whole.hash).toBe(seen?.hash);
    expect(seen).not.toHaveProperty('partial');
  });

  it('is told as half-made while its variations are missing', async () => {
    const open = await preparedStore();
    const [made] = await lister.writer.create([item(hoodie)], open.access, open.context);

    const [seen] = await lister.reader.lookByIds([idOf(made)], open.access, open.context);

    expect(seen).toMatchObject({ attemptId: item(hoodie).attemptId, partial: true });
  });

  it('gets no variation twice though the answer to them was lost', async () => {
    const open = await preparedStore();
    const product = { ...hoodie, variants: hoodie.variants.map((each) => ({ ...each, sku: null })) };
    const [made] = await lister.writer.create([item(product)], open.access, open.context);
    open.store.faults.add({ kind: 'lost-after', matching: '/variations/batch' });
    let unknowns = 0;

    let outcome = await makeWhole(item(product), made, open);
    while (outcome?.outcome === 'unknown' && unknowns < 3) {
      unknowns += 1;
      outcome = await makeWhole(item(product), partialBound(idOf(made)), open);
    }

    expect([unknowns, outcome?.outcome]).toEqual([1, 'applied']);
    expect(open.store.ledger.variationsOf(Number(idOf(made)))).toHaveLength(4);
  });

  it('changes what differs, takes away what is gone, and leaves what the merchant added', async () => {
    const open = await preparedStore();
    const [made] = await lister.writer.create([item(hoodie)], open.access, open.context);
    await makeWhole(item(hoodie), made, open);
    const id = Number(idOf(made));
    const [first] = open.store.ledger.variationsOf(id);
    if (first) {
      const choice = [{ id: 0, name: 'Color', option: 'Green' }];
      open.store.ledger.put({ ...first, id: 900, sku: 'THEIRS', choice, meta: [] });
    }
    const [blueS, blueM, redS] = hoodie.variants;
    const changed = {
      ...hoodie,
      options: [
        { name: 'Color', values: ['Blue', 'Red', 'Black'] },
        { name: 'Size', values: ['S', 'M'] },
      ],
      variants: [blueS, blueM, redS].flatMap((one) => one ?? []),
    };
    const [base] = changed.variants;
    if (base) {
      changed.variants[0] = { ...base, price: '55.00' };
      // The new variant takes over the SKU of the removed one.
      changed.variants.push({
        ...base,
        id: 'v9',
        sku: 'HOOD-R-M',
        price: '60.00',
        optionValues: ['Black', 'S'],
      });
    }
    open.requests.length = 0;

    const whole = await makeWhole(item(changed, 2), partialBound(idOf(made)), open);

    expect(whole).toMatchObject({ outcome: 'applied' });
    // A variation could not use a value that its product does not list yet.
    expect(open.requests.find((one) => one.startsWith('POST'))).toBe('POST /wc/v3/products/batch');
    const rows = open.store.ledger.variationsOf(id);
    expect(rows.map(({ sku, regularPrice }) => `${sku} ${regularPrice}`).sort()).toEqual([
      'HOOD-B-M 49.90',
      'HOOD-B-S 55.00',
      'HOOD-R-M 60.00',
      'HOOD-R-S 49.90',
      'THEIRS 49.90',
    ]);
    const [seen] = await lister.reader.lookByIds([idOf(made)], open.access, open.context);
    expect(seen?.attemptId?.slice(-2)).toMatch(/9\d/);
  });

  it('bears the mark of an attempt only when all of that attempt is there', async () => {
    const open = await preparedStore();
    const [made] = await lister.writer.create([item(hoodie)], open.access, open.context);
    await makeWhole(item(hoodie), made, open);
    const [first] = hoodie.variants;
    const wider = {
      ...hoodie,
      options: [{ name: 'Color', values: ['Blue', 'Red', 'Black'] }, ...hoodie.options.slice(1)],
      variants: [
        ...hoodie.variants,
        ...(first ? [{ ...first, id: 'v9', sku: null, optionValues: ['Black', 'S'] }] : []),
      ],
    };

    const [begun] = await lister.writer.update(
      [{ ...item(wider, 2), storeProductId: idOf(made), images: new Map() }],
      open.access,
      open.context,
    );
    const [seen] = await lister.reader.lookByIds([idOf(made)], open.access, open.context);

    expect(begun).toMatchObject({ outcome: 'applied', partial: expect.anything() });
    expect(seen?.attemptId).toBe(item(hoodie).attemptId);
  });

  it('sends more variations than one request takes in as many as it needs', async () => {
    const open = await preparedStore();
    const values = Array.from({ length: 150 }, (_, at) => `No. ${at + 1}`);
    const [base] = hoodie.variants;
    const many = {
      ...hoodie,
      images: [],
      options: [{ name: 'Number', values }],
      variants: values.flatMap((value, at) =>
        base ? [{ ...base, id: `v${at}`, sku: `N-${at}`, optionValues: [value], imageUrl: null }] : [],
      ),
    };
    const [made] = await lister.writer.create([item(many)], open.access, open.context);

    await makeWhole(item(many), made, open);

    expect(open.store.ledger.variationsOf(Number(idOf(made)))).toHaveLength(150);
    expect(open.requests.filter((one) => one.includes('variations/batch'))).toHaveLength(2);
  });
});
