import { describe, expect, it } from 'vitest';
import { contextWith } from '../../testing/lister/bench.ts';
import { describeLister } from '../../testing/lister-suite.ts';
import { carefulLister, lister } from './lister.ts';
import { freshShop, item, lamp, prepared, withoutImages } from './testing.ts';

for (const [name, each] of [
  ['Shopyy', lister],
  ['Shopyy, careful', carefulLister],
] as const) {
  describeLister({
    name,
    lister: each,
    store: () => freshShop().store,
    product: lamp,
    refused: { product: withoutImages, field: 'images' },
  });
}

describe('a product in a Shopyy shop', () => {
  it('is kept whole, with its key in the SPU and its category by name', async () => {
    const { shop, access, context } = await prepared(lister);

    const [outcome] = await lister.writer.create([item], access, context);

    expect(outcome).toMatchObject({ outcome: 'applied', notes: [] });
    const [product] = shop.view().products;
    expect(product).toMatchObject({
      title: lamp.title,
      handle: 'desk-lamp',
      spu: item.key,
      status: 1,
      specMode: 2,
      vendor: 'Glade Home',
      tags: ['desk'],
      collections: [...shop.ledger.collections.keys()],
      inventoryTracking: 1,
      variants: [
        { values: ['White', 'EU'], price: '39.00', compareAtPrice: '59.00', sku: 'LAMP-1', quantity: 4 },
        { values: ['Black', 'EU'], price: '45.00', compareAtPrice: '0.00', sku: 'LAMP-2', weight: '0.5000' },
      ],
    });
    expect(product?.images).toHaveLength(2);
  });

  it('is shown as draft only where a draft is wanted', async () => {
    const { shop, access, context } = await prepared(lister);

    await lister.writer.create([{ ...item, options: { status: 'draft', publish: true } }], access, context);

    expect(shop.view().products).toMatchObject([{ status: 0, handle: 'desk-lamp' }]);
  });

  it('goes into the collection of its category however its letters are written', async () => {
    const { shop, access, context } = await prepared(lister);

    await lister.writer.create(
      [{ ...item, product: { ...lamp, categories: [['LAMPS ']] } }],
      access,
      context,
    );

    expect(shop.view().products).toMatchObject([{ collections: [...shop.ledger.collections.keys()] }]);
  });

  it('bears one mark, also where its words were read from a shop that we listed to', async () => {
    const { shop, access, context } = await prepared(lister);
    const mark =
      '<div data-bowerbird="bb-zzzzzzzzzzzzzzzz" data-attempt="019aa000-0000-7000-8000-0000000000ff"></div>';
    const product = { ...lamp, descriptionHtml: `${lamp.descriptionHtml}${mark}` };

    const [outcome] = await lister.writer.create([{ ...item, product }], access, context);

    expect(outcome).toMatchObject({ outcome: 'applied', notes: [] });
    const html = shop.view().products[0]?.bodyHtml ?? '';
    expect(html.split('data-bowerbird')).toHaveLength(2);
    expect(html).toContain(item.attemptId);
  });

  it('names a category for which the shop has no collection', async () => {
    const { access, context } = await prepared(lister);
    const product = { ...lamp, categories: [['Garden']] };

    const [outcome] = await lister.writer.create([{ ...item, product }], access, context);

    expect(outcome).toMatchObject({
      outcome: 'applied',
      notes: [{ code: 'store.category-missing', params: { category: 'Garden' } }],
    });
  });

  it('keeps on update what the merchant added, and gives variants as they now are', async () => {
    const { shop, access, context } = await prepared(lister);
    const [made] = await lister.writer.create([item], access, context);
    const id = made?.outcome === 'applied' ? made.storeProductId : '';
    const theirs = shop.ledger.addCollection('Staff picks');
    const live = shop.ledger.products.get(Number(id));
    if (live) {
      const collections = [...live.collections, theirs.id];
      const change = { ...live, collections, innerTitle: 'shelf 3', freeShipping: 1 };
      shop.ledger.update(live, change, 'merchant', Date.now());
    }
    const product = {
      ...lamp,
      variants: lamp.variants.slice(0, 1),
      options: [lamp.options[0], lamp.options[1]],
    };
    const changed = {
      ...item,
      attemptId: '019aa000-0000-7000-8000-000000000002',
      product: {
        ...product,
        options: [
          { name: 'Colour', values: ['White'] },
          { name: 'Plug', values: ['EU'] },
        ],
      },
      storeProductId: id,
      images: new Map<string, string>(),
    };

    const [outcome] = await lister.writer.update([changed], access, context);

    expect(outcome).toMatchObject({ outcome: 'applied', storeProductId: id, notes: [] });
    expect(shop.view().products).toMatchObject([
      {
        collections: [shop.ledger.collections.keys().next().value, theirs.id],
        innerTitle: 'shelf 3',
        freeShipping: 1,
        variants: [{ sku: 'LAMP-1' }],
      },
    ]);
  });

  it('asks no more often than it says beforehand, whatever is written', async () => {
    const { access, context, requested } = await prepared(carefulLister);
    let paced = 0;
    const counting = {
      ...context,
      pace: async (cost: number) => {
        paced += cost;
      },
    };
    const [made] = await carefulLister.writer.create([item], access, counting);
    const id = made?.outcome === 'applied' ? made.storeProductId : '';
    const bound = async () => ({
      ...item,
      storeProductId: id,
      images: new Map<string, string>(),
      held: (await carefulLister.reader.held?.([id], 'publish', access, counting))?.[0] ?? null,
    });
    await carefulLister.writer.update([await bound()], access, counting);
    await carefulLister.writer.publish?.([await bound()], access, counting);
    await carefulLister.writer.remove([id], access, counting);

    const spent = (['create', 'update', 'publish', 'remove'] as const).reduce(
      (sum, kind) => sum + carefulLister.planner.costOf(kind, lamp),
      paced,
    );
    expect(requested.length).toBe(spent);
    expect(requested.filter((each) => !each.startsWith('GET'))).toHaveLength(4);
  });
});

describe('connecting', () => {
  it.each([
    ['https://www.brand.example/admin', 'www.brand.example'],
    ['brand.example', 'brand.example'],
    ['nothing', null],
  ])('reads the shop out of %s', (pasted, domain) => {
    expect(lister.connector.domainOf(pasted)).toBe(domain);
  });

  it('says who the shop is by its number, and names a wrong token', async () => {
    const { access, store } = freshShop();
    const context = contextWith(store.fetch);
    const wrong = { ...access, credentials: { ...access.credentials, token: 'no' } };

    expect(await lister.connector.identify(access, context)).toMatchObject({
      identity: '49703',
      rights: [
        { right: 'products', held: true, needed: true },
        { right: 'collections', held: true, needed: false },
      ],
    });
    await expect(lister.connector.identify(wrong, context)).rejects.toMatchObject({
      code: 'store.credentials-wrong',
      params: { field: 'token' },
    });
  });

  it.each([
    ['the store with its domains', { store: { id: 7, shop_name: 'Brand' }, domains: ['a.example'] }, '7'],
    ['a bare list of names', ['a.example'], 'a.example'],
    [
      'domains of which one is the main one',
      [{ domain: 'b.example' }, { domain: 'a.example', is_main: 1 }],
      'a.example',
    ],
  ])('reads the shop from %s', async (_, data, identity) => {
    const context = contextWith(async () => Response.json({ code: '200', msg: 'success', data }));

    expect(await lister.connector.identify(freshShop().access, context)).toMatchObject({ identity });
  });

  it.each([
    ['', 'https://openapi.oemapps.com/stores/domains'],
    ['https://openapi.oemsaas.shop/', 'https://openapi.oemsaas.shop/stores/domains'],
  ])('asks the API at the address that the shop was given: "%s"', async (apiDomain, address) => {
    const requested: string[] = [];
    const context = contextWith(async (input) => {
      requested.push(String(input));
      return Response.json({ code: 404, msg: 'not found', data: null });
    });
    const access = { ...freshShop().access, domain: 'brand.example', credentials: { token: 't', apiDomain } };

    await expect(lister.connector.identify(access, context)).rejects.toMatchObject({
      code: 'store.not-found',
    });
    expect(requested).toEqual([address]);
  });

  it('tells a right that is missing, and lists without collections', async () => {
    const { access, store, shop } = freshShop();
    const context = contextWith(store.fetch);
    shop.faults.add({ kind: 'scope-missing', value: 'collections' });

    const { rights } = await lister.connector.identify(access, context);
    const { details } = await lister.connector.prepare(access, context);

    expect(rights).toContainEqual({ right: 'collections', held: false, needed: false });
    expect(details.collections).toEqual({});
  });
});
