import { type ProductFilter, productSorts } from '@bowerbird/contract/products/products';
import { describe, expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { mug, ownProducts, variant } from '../../../testing/products/products.ts';
import { asOwner } from '../../db/database.ts';
import { deleteProducts } from '../bin/bin.ts';
import { findFacets } from './facets.ts';
import type { ProductListRequest } from './find-page.ts';
import { listProducts } from './list.ts';
import { countSelection, selectProducts } from './selection.ts';

const { db } = await testDatabase();

const call = (fields: Partial<ProductListRequest> = {}): ProductListRequest => ({
  filter: {},
  sort: 'created',
  direction: 'asc',
  limit: 100,
  ...fields,
});

function titlesOf(ownerId: string, filter: ProductFilter): Promise<string[]> {
  return asOwner(db, ownerId, async (owned) => {
    const { rows } = await listProducts(owned, ownerId, call({ filter, sort: 'title' }));
    return rows.map(({ title }) => title);
  });
}

const nobody = '01900000-0000-7000-8000-000000000000';
describe('searching', () => {
  const products = [
    { ...mug, title: '北欧风马克杯', handle: 'a' },
    { ...mug, title: '保温杯 500ml', handle: 'b' },
    {
      ...mug,
      title: 'Café LAMP',
      handle: 'c',
      variants: [variant({ sku: '0017', barcode: '4006381333931' })],
    },
    { ...mug, title: '100% linen_throw', handle: 'd', tags: ['秋季上新'] },
  ];

  it.each([
    ['马克', ['北欧风马克杯']],
    ['温杯', ['保温杯 500ml']],
    ['杯', ['保温杯 500ml', '北欧风马克杯']],
    ['马杯', []],
    ['北欧马克', []],
    ['风马克杯', ['北欧风马克杯']],
    ['杯 500', ['保温杯 500ml']],
    ['0017', ['Café LAMP']],
    ['017', ['Café LAMP']],
    ['381333', ['Café LAMP']],
    ['cafe lamp', ['Café LAMP']],
    ['ＬＡＭＰ', ['Café LAMP']],
    ['秋季', ['100% linen_throw']],
    ['0%', ['100% linen_throw']],
    ['n_t', ['100% linen_throw']],
    ['%', ['100% linen_throw']],
    ["'; drop", []],
    [':* & |', []],
  ])('finds %j where every word of it occurs', async (text, titles) => {
    const ownerId = await testOwner(db);
    await ownProducts(db, ownerId, products);

    expect(await titlesOf(ownerId, { text })).toEqual(titles);
  });

  it('holds every condition of a filter', async () => {
    const ownerId = await testOwner(db);
    const cheap = { ...mug, title: 'Cheap', variants: [variant({ price: '9.90', stock: 0 })] };
    const dear = {
      ...mug,
      title: 'Dear',
      tags: ['x'],
      images: [],
      vendor: null,
      categories: [['Home'], ['New in']],
      variants: [variant({ price: '100' }), variant({ id: 'v2', price: '1000', stock: 5 })],
    };
    await ownProducts(db, ownerId, [cheap, dear]);

    expect(await titlesOf(ownerId, { priceMin: '10' })).toEqual(['Dear']);
    expect(await titlesOf(ownerId, { priceMax: '9.9' })).toEqual(['Cheap']);
    expect(await titlesOf(ownerId, { priceMin: '200', priceMax: '300' })).toEqual(['Dear']);
    expect(await titlesOf(ownerId, { stockMin: 1 })).toEqual(['Dear']);
    expect(await titlesOf(ownerId, { stockMax: 0 })).toEqual(['Cheap']);
    expect(await titlesOf(ownerId, { tags: ['x', 'y'] })).toEqual(['Dear']);
    expect(await titlesOf(ownerId, { withoutImages: true })).toEqual(['Dear']);
    expect(await titlesOf(ownerId, { categories: ['New in'] })).toEqual(['Dear']);
    expect(await titlesOf(ownerId, { vendors: ['Glade Home'] })).toEqual(['Cheap']);
    expect(await titlesOf(ownerId, { sources: ['glade-home.example'], platforms: ['shopify'] })).toHaveLength(
      2,
    );
    expect(await titlesOf(ownerId, { status: ['active'] })).toEqual([]);
    expect(await titlesOf(ownerId, { listing: 'none' })).toHaveLength(2);
    expect(await titlesOf(ownerId, { listing: 'listed' })).toEqual([]);
    expect(await titlesOf(ownerId, { text: 'cheap', stockMin: 1 })).toEqual([]);
    expect(await titlesOf(ownerId, { productTypes: ['Mugs'], imagesMin: 1 })).toEqual(['Cheap']);
    expect(await titlesOf(ownerId, { variantsMin: 2, variantsMax: 2 })).toEqual(['Dear']);
    expect(await titlesOf(ownerId, { costMax: '1000000' })).toEqual([]);
    expect(await titlesOf(ownerId, { collectedTo: '2999-01-01T00:00:00Z' })).toEqual([]);
    expect(await titlesOf(ownerId, { createdFrom: '2020-01-01T00:00:00Z' })).toHaveLength(2);
    expect(await titlesOf(ownerId, { createdTo: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect(await titlesOf(ownerId, { listing: 'none', stores: [nobody] })).toHaveLength(2);
    expect(await titlesOf(ownerId, { stores: [nobody] })).toEqual([]);
  });

  it('reports the values there are to filter by, most used first', async () => {
    const ownerId = await testOwner(db);
    await ownProducts(db, ownerId, [mug, mug, { ...mug, tags: ['kitchen'], vendor: null }]);

    const facets = await asOwner(db, ownerId, (owned) => findFacets(owned, ownerId));

    expect(facets).toEqual({
      tags: [
        { value: 'kitchen', count: 3 },
        { value: 'autumn', count: 2 },
      ],
      categories: [{ value: 'Home / Kitchen', count: 3 }],
      sources: [{ value: 'glade-home.example', platform: 'shopify', count: 3 }],
      vendors: [{ value: 'Glade Home', count: 2 }],
      productTypes: [{ value: 'Mugs', count: 3 }],
    });
  });
});

describe('paging', () => {
  it.each(productSorts.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
    'by %s %s gives every product once, in order, ties and unknown stock too',
    async (sort, direction) => {
      const ownerId = await testOwner(db);
      const products = Array.from({ length: 47 }, (_, index) => ({
        ...mug,
        title: `Mug ${index % 5}`,
        variants: [
          variant({ price: `${(index % 7) + 1}.${index % 2}0`, stock: index % 3 === 0 ? null : index % 4 }),
        ],
      }));
      const ids = await ownProducts(db, ownerId, products);

      const pages = await walk(ownerId, { sort, direction, limit: 10 });

      expect(pages.flat().toSorted()).toEqual(ids.toSorted());
      const whole = await asOwner(db, ownerId, (owned) =>
        listProducts(owned, ownerId, call({ sort, direction })),
      );
      expect(pages.flat()).toEqual(whole.rows.map(({ id }) => id));
    },
  );

  it('gives every product once while others are written, added and deleted between the pages', async () => {
    const ownerId = await testOwner(db);
    const ids = await ownProducts(
      db,
      ownerId,
      Array.from({ length: 60 }, (_, index) => ({ ...mug, title: `M${index}` })),
    );

    const pages = await walk(ownerId, { sort: 'created', direction: 'desc', limit: 10 }, async (page) => {
      await ownProducts(db, ownerId, [mug]);
      await asOwner(db, ownerId, (owned) =>
        owned
          .updateTable('product')
          .set({ updated_at: new Date(), revision: page + 2 })
          .execute(),
      );
    });

    expect(pages.flat()).toEqual(
      ids.toReversed().toSorted((a, b) => pages.flat().indexOf(a) - pages.flat().indexOf(b)),
    );
    expect(new Set(pages.flat()).size).toBe(60);
  });

  it('refuses a cursor that another list gave', async () => {
    const ownerId = await testOwner(db);
    await ownProducts(db, ownerId, [mug, mug]);
    const { nextCursor } = await asOwner(db, ownerId, (owned) =>
      listProducts(owned, ownerId, call({ limit: 1 })),
    );

    for (const cursor of [nextCursor ?? '', 'nonsense', '']) {
      const other = asOwner(db, ownerId, (owned) =>
        listProducts(owned, ownerId, call({ sort: 'price', cursor })),
      );
      await expect(other).rejects.toMatchObject({ code: 'request.invalid' });
    }
  });

  async function walk(
    ownerId: string,
    fields: Partial<ProductListRequest>,
    between?: (page: number) => Promise<void>,
  ) {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const after = cursor;
      const page = await asOwner(db, ownerId, (owned) =>
        listProducts(owned, ownerId, call({ ...fields, cursor: after })),
      );
      pages.push(page.rows.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
      await between?.(pages.length);
    } while (cursor !== undefined && pages.length < 100);
    return pages;
  }
});

describe('a selection', () => {
  it('by filter spares what was taken out again, in list, count and deletion', async () => {
    const ownerId = await testOwner(db);
    const [kept = '', ...others] = await ownProducts(db, ownerId, [
      mug,
      mug,
      mug,
      { ...mug, title: 'Lamp', handle: 'lamp', variants: [variant()] },
    ]);
    const selection = { filter: { text: 'mug' }, except: [kept] };

    const pages = [];
    for await (const page of selectProducts(db, ownerId, selection, 1)) {
      pages.push(page);
    }
    const count = await asOwner(db, ownerId, (owned) => countSelection(owned, ownerId, selection));
    const { deleted } = await asOwner(db, ownerId, (owned) =>
      deleteProducts(owned, ownerId, selection, { expected: 2, userId: null }),
    );

    expect(pages).toEqual([[others[0]], [others[1]]]);
    expect([count, deleted]).toEqual([2, 2]);
    expect(await titlesOf(ownerId, {})).toEqual(['Blue mug', 'Lamp']);
  });

  it('is not deleted when it grew since the person saw its count', async () => {
    const ownerId = await testOwner(db);
    await ownProducts(db, ownerId, [mug, mug, mug]);

    const grown = asOwner(db, ownerId, (owned) =>
      deleteProducts(owned, ownerId, { filter: {}, except: [] }, { expected: 2, userId: null }),
    );

    await expect(grown).rejects.toMatchObject({
      code: 'selection.changed',
      params: { expected: 2, count: 3 },
    });
    expect(await titlesOf(ownerId, {})).toHaveLength(3);
  });
});
