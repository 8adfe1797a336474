import { describe, expect, it } from 'vitest';
import { libraryOf } from '../../listing/writer.ts';
import { lister } from './lister.ts';
import { hoodie, idOf, item, makeWhole, mug, preparedStore } from './testing.ts';
import { writePriceAndInventory } from './write/price-and-inventory.ts';
import { setStatus } from './write/show.ts';

const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]);

describe('images', () => {
  it('stand once in the library of the site, and products and variations name them by their numbers', async () => {
    const open = await preparedStore({ connection: 'application-password' });
    const { access, context, store } = open;
    const stored = await Promise.all(
      hoodie.images.map(async ({ url }, at) => {
        const name = `bb-${String(at).repeat(16)}.jpg`;
        const put = await libraryOf(lister.writer)?.put(
          { name, type: 'image/jpeg', bytes: jpeg, alt: '' },
          access,
          context,
        );
        return [url, put?.outcome === 'applied' ? put.image : { id: '', address: '' }] as const;
      }),
    );
    const given = { ...item(hoodie), library: new Map(stored) };

    const [made] = await lister.writer.create([given], access, context);
    await makeWhole(given, made, open);
    const found = await libraryOf(lister.writer)?.find(
      ['bb-0000000000000000.jpg', 'bb-ffffffffffffffff.jpg'],
      access,
      context,
    );

    const [blue, red] = stored.map(([, { id }]) => Number(id));
    expect([...(found?.keys() ?? [])]).toEqual(['bb-0000000000000000.jpg']);
    expect(store.view().products[0]?.images).toEqual([blue, red]);
    expect(store.ledger.variationsOf(Number(idOf(made))).map(({ images }) => images)).toEqual([
      [blue],
      [blue],
      [red],
      [red],
    ]);
    expect(store.ledger.files.size).toBe(2);
  });

  it('go by their addresses where keys do not open the library, a few in each request, none twice', async () => {
    const open = await preparedStore();
    const images = Array.from({ length: 6 }, (_, at) => ({
      url: `https://pictures.example/${at}.jpg`,
      alt: '',
      width: null,
      height: null,
    }));
    const given = item({ ...mug, images });

    const [made] = await lister.writer.create([given], open.access, open.context);
    open.store.faults.add({ kind: 'lost-after' });
    const lost = await makeWhole(given, made, open);
    const whole = await makeWhole(given, made, open);
    await lister.writer.update(
      [{ ...item({ ...mug, images, title: 'New' }, 2), storeProductId: idOf(made), images: new Map() }],
      open.access,
      open.context,
    );

    expect(libraryOf(lister.writer)?.opensTo(open.access)).toBe(false);
    expect([lost?.outcome, whole?.outcome]).toEqual(['unknown', 'applied']);
    expect(whole).not.toHaveProperty('partial');
    expect(open.store.view().products[0]?.images).toHaveLength(6);
    expect(open.store.ledger.files.size).toBe(6);
  });
});

describe('categories, tags and attributes', () => {
  it('are found down their path, and made once', async () => {
    const { access, context, store } = await preparedStore();
    const { terms } = lister.writer;
    const home = { kind: 'category' as const, path: ['Home'] };
    const colour = { kind: 'attribute' as const, path: ['Color'] };
    const requested = terms?.of(hoodie) ?? [];

    expect(requested.map(({ kind, path }) => [kind, ...path])).toEqual([
      ['category', 'Home', 'Mugs & more'],
      ['tag', 'kitchen'],
      ['attribute', 'Color', 'Blue', 'Red'],
      ['attribute', 'Size', 'S', 'M'],
    ]);
    expect(await terms?.find([home, ...requested], access, context)).toEqual(Array(5).fill(null));
    const ids: string[] = [];
    for (const [term, parent] of [
      [home, null],
      ...requested.map((each) => [each, each.kind === 'category' ? (ids[0] ?? '') : null] as const),
    ] as const) {
      ids.push(
        (await terms?.make(term, term.kind === 'category' && ids[0] ? ids[0] : parent, access, context)) ??
          '',
      );
    }
    const second = [
      await terms?.make(home, null, access, context),
      await terms?.make(requested[1] ?? home, null, access, context),
      await terms?.make(colour, null, access, context),
    ];

    expect(second).toEqual([ids[0], ids[2], ids[3]]);
    expect(await terms?.find([home, ...requested], access, context)).toEqual(ids);
    expect([store.ledger.attributes.size, store.ledger.terms.size]).toEqual([2, 4]);
  });

  it('stand on the product by their numbers, its choices too', async () => {
    const open = await preparedStore();
    const { access, context, store } = open;
    const terms = new Map<string, string>();
    for (const term of lister.writer.terms?.of(hoodie) ?? []) {
      terms.set(
        JSON.stringify([term.kind, ...term.path]),
        (await lister.writer.terms?.make(term, null, access, context)) ?? '',
      );
    }
    const given = { ...item(hoodie), terms };

    const [made] = await lister.writer.create([given], access, context);
    await makeWhole(given, made, open);

    const [product] = store.view().products;
    const [colour] = [...store.ledger.attributes.values()];
    expect(product?.attributes[0]).toMatchObject({ id: colour?.id, name: 'Color', options: ['Blue', 'Red'] });
    expect(product?.categories.map((id) => store.ledger.terms.get(id)?.name)).toEqual(['Mugs & more']);
    expect(product?.tags.map((id) => store.ledger.terms.get(id)?.name)).toEqual(['kitchen']);
    expect(store.ledger.variationsOf(Number(idOf(made)))[0]?.choice[0]).toMatchObject({ id: colour?.id });
  });

  it('that the store cannot have for all its products stay the product’s own', () => {
    const named = (name: string) => ({ ...hoodie, options: [{ name, values: ['A'] }] });

    const kinds = ['颜色', 'Type', 'A name that is longer than twenty-eight letters'].map((name) =>
      lister.writer.terms?.of(named(name)).filter(({ kind }) => kind === 'attribute'),
    );

    expect(kinds).toEqual([[], [], []]);
  });
});

describe('alone', () => {
  it('prices and stock are written, twice as well as once, and nothing else', async () => {
    const open = await preparedStore();
    const [simple, variable] = [item(mug, 1), item(hoodie, 2)];
    const made = await lister.writer.create([simple, variable], open.access, open.context);
    await makeWhole(variable, made[1], open);
    const dearer = (product: typeof mug) => ({
      ...product,
      title: 'Not to be written',
      variants: product.variants.map((each) => ({ ...each, price: '60.00', compareAtPrice: null, stock: 7 })),
    });
    const targets = [simple, variable].map((each, at) => ({
      ...each,
      product: dearer(each.product),
      storeProductId: idOf(made[at]),
      images: new Map<string, string>(),
    }));

    const outcomes = await writePriceAndInventory(targets, open.access, open.context);
    await writePriceAndInventory(targets, open.access, open.context);

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['applied', 'applied']);
    const rows = [...open.store.ledger.products.values()].filter(({ type }) => type !== 'variable');
    expect(rows.map(({ regularPrice, stockQuantity }) => [regularPrice, stockQuantity])).toEqual(
      Array(5).fill(['60.00', 7]),
    );
    expect(open.store.view().products.map(({ name }) => name)).toEqual([mug.title, hoodie.title]);
  });

  it('a product is taken from sight and shown again, under the address it had', async () => {
    const open = await preparedStore();
    const [made] = await lister.writer.create([item(mug)], open.access, open.context);
    const target = { ...item(mug), storeProductId: idOf(made), images: new Map() };
    await lister.writer.publish?.([target], open.access, open.context);

    const states: unknown[] = [];
    for (const status of ['draft', 'private', 'publish'] as const) {
      await setStatus([idOf(made)], status, open.access, open.context);
      const [seen] = await lister.reader.lookByIds([idOf(made)], open.access, open.context);
      states.push([seen?.status, seen?.handle, seen?.address !== null]);
    }

    expect(states).toEqual([
      ['draft', 'stoneware-mug', false],
      ['private', 'stoneware-mug', false],
      ['publish', 'stoneware-mug', true],
    ]);
  });

  it('a product that is to stay a draft gets its own address all the same', async () => {
    const open = await preparedStore();
    const given = { ...item(mug), options: { status: 'draft', publish: true } as const };
    const [made] = await lister.writer.create([given], open.access, open.context);

    const [outcome] =
      (await lister.writer.publish?.(
        [{ ...given, storeProductId: idOf(made), images: new Map() }],
        open.access,
        open.context,
      )) ?? [];

    expect(outcome).toMatchObject({ outcome: 'applied', address: null });
    expect(open.store.view().products).toMatchObject([{ slug: 'stoneware-mug', status: 'draft' }]);
  });

  it('is removed into the trash, where a person can take it back', async () => {
    const open = await preparedStore();
    const [made] = await lister.writer.create([item(mug)], open.access, open.context);

    const outcomes = [
      ...(await lister.writer.remove([idOf(made)], open.access, open.context)),
      ...(await lister.writer.remove([idOf(made), '999999'], open.access, open.context)),
    ];

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['applied', 'missing', 'missing']);
    expect([...open.store.ledger.products.values()]).toMatchObject([{ status: 'trash' }]);
  });
});

describe('the fit of a product', () => {
  it('names what the store would refuse, cut or drop', () => {
    const shop = { maximumVariants: 1000, maximumOptions: 100, currency: 'EUR' };
    const [base] = hoodie.variants;
    const odd = {
      ...hoodie,
      handle: '陶瓷杯'.repeat(20),
      options: [{ name: 'Kind', values: ['A|B', 'C'] }],
      variants: ['A|B', 'a/b', 'C'].flatMap((value, at) =>
        base ? [{ ...base, sku: at < 2 ? 'SAME' : null, barcode: 'abc!', optionValues: [value] }] : [],
      ),
      priceTiers: [{ minimumQuantity: 10, price: '1' }],
    };

    const codes = lister.planner.fit(odd, shop).map(({ kind, code }) => `${kind} ${code}`);

    expect(codes).toEqual([
      'refused fit.variants-similar',
      'refused fit.skus-similar',
      'cut fit.handle-cut',
      'cut fit.bars-replaced',
      'cut fit.currency-differs',
      'lost fit.barcodes-lost',
      'lost fit.price-tiers-lost',
    ]);
    expect(lister.planner.fit(hoodie, { ...shop, currency: 'USD' })).toEqual([]);
  });
});
