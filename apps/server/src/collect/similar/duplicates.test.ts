import type { Product } from '@bowerbird/catalog/product';
import type { CollectedFilter, listDuplicates, queryCollected } from '@bowerbird/contract/collect/collected';
import type { AnswerOf } from '@bowerbird/contract/route';
import { platforms } from '@bowerbird/platforms/all';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { sampleProduct } from '../../../testing/products/products.ts';
import { asOwner } from '../../db/database.ts';
import { snapshotOf } from '../lists/collected-columns.ts';
import { saveProducts } from '../saving/save-products.ts';
import { collectTests } from '../testing.ts';
import { matchFresh } from './match-similar.ts';

const { db } = await testDatabase();
const { ownerId, start, get, post } = await collectTests(db, platforms);
const runId = await start('https://shop.example/', 'shop');

interface Given {
  shop: string;
  title: string;
  image?: string;
  id?: string;
  extra?: Product['extra'];
  attributes?: Product['attributes'];
}

function good(
  platform: string,
  { shop, title, image, id = title, extra = {}, attributes = [] }: Given,
): Product {
  const url = `https://${shop}/products/${encodeURIComponent(id)}`;
  return {
    ...sampleProduct(1),
    title,
    options: [],
    images: image === undefined ? [] : [{ url: image, alt: '', width: null, height: null }],
    attributes,
    extra,
    source: { platform, shop, id, url, storeName: null },
  };
}

async function save(platform: string, ...given: Given[]) {
  const scope = { ownerId, runId, platform, way: 'feed' };
  await asOwner(db, ownerId, (owned) =>
    saveProducts(
      owned,
      scope,
      given.map((one) => snapshotOf(good(platform, one))),
    ),
  );
  await matchFresh(db, ownerId);
}

async function empty() {
  await asOwner(db, ownerId, (owned) =>
    sql`delete from collected where owner_id = ${ownerId}`.execute(owned),
  );
}

// Casts: the API responds in the shape of its contract, which separate tests check.
const groups = async (query = '') =>
  (await get(`/collect/duplicates${query}`)) as AnswerOf<typeof listDuplicates>;
const found = async (filter: Partial<CollectedFilter>) =>
  (await post('/collect/results/query', { filter, sort: 'title', direction: 'asc' })) as AnswerOf<
    typeof queryCollected
  >;

it('finds similar products across sources, says why, and no longer shows those that were kept', async () => {
  await empty();
  await save(
    'shopify',
    { shop: 'one.example', title: 'Black Desk Lamp with USB', image: 'https://a.example/lamp-front.jpg' },
    { shop: 'one.example', title: 'Haven Stoneware Mug' },
    { shop: 'one.example', title: 'Ember Stoneware Mug' },
  );
  await save('woocommerce', { shop: 'two.example', title: 'Desk Lamp Black with USB' });
  await save('shopyy', {
    shop: 'three.example',
    title: 'Lampe',
    image: 'https://b.example/lamp-front_300x300.jpg',
  });

  const { items, total } = await groups();
  const titles = items[0]?.rows.map(({ title }) => title);

  expect([total, items[0]?.count, items[0]?.reason]).toEqual([1, 3, 'similar-title']);
  expect(titles).toEqual(['Black Desk Lamp with USB', 'Desk Lamp Black with USB', 'Lampe']);
  expect(items[0]?.rows[2]?.duplicate).toMatchObject({ kind: 'collected', reason: 'image', count: 2 });
  expect(await found({ duplicatesOnly: true })).toMatchObject({ total: 3, duplicateGroups: 1 });
  expect(await found({ platforms: ['shopyy'] })).toMatchObject({ duplicateGroups: 1 });
  expect(await found({ platforms: ['shopline'] })).toMatchObject({ duplicateGroups: 0 });

  expect(await post('/collect/duplicates/keep', { groupIds: [items[0]?.id] })).toEqual({ kept: 1 });

  expect(await groups()).toMatchObject({ total: 0, items: [] });
  const after = await found({ duplicatesOnly: true });
  expect(after).toMatchObject({ total: 0, duplicateGroups: 0 });

  await save('shopify', { shop: 'four.example', title: 'Black Desk Lamp, with USB' });

  expect(await groups()).toMatchObject({
    total: 1,
    items: [{ id: items[0]?.id, count: 4 }],
  });
});

it('brings two groups together when something is like both, and forgets a group of which one is left', async () => {
  await empty();
  const image = 'https://a.example/oak-table-9.jpg';
  await save(
    'shopify',
    { shop: 'one.example', title: 'Round Oak Table' },
    { shop: 'one.example', title: 'Tisch', image },
  );
  await save(
    'woocommerce',
    { shop: 'two.example', title: 'Oak Table Round' },
    { shop: 'two.example', title: 'Mesa', image },
  );
  expect(await groups()).toMatchObject({ total: 2 });

  await save('shopyy', { shop: 'three.example', title: 'Round Oak Table', image });

  const { items } = await groups();
  expect(items).toMatchObject([{ count: 5 }]);
  const ids = items[0]?.rows.map(({ id }) => id);
  await post('/collect/results/delete', { selection: { ids: ids?.slice(1) } });
  expect(await groups()).toMatchObject({ total: 0 });
});

it('compares what two runs save at the same moment', async () => {
  await empty();
  await Promise.all(
    ['one', 'two', 'three', 'four'].map((name) =>
      save('shopify', { shop: `${name}.example`, title: 'Folding Walnut Chair' }),
    ),
  );

  expect(await groups()).toMatchObject({
    total: 1,
    items: [{ count: 4, reason: 'title' }],
  });
});

it('shows and keeps nobody else’s products', async () => {
  await empty();
  const other = await testOwner(db);
  await save('shopify', { shop: 'one.example', title: 'Folding Walnut Chair' });
  await save('shopify', { shop: 'two.example', title: 'Folding Walnut Chair' });
  const seen = await asOwner(db, other, (owned) => owned.selectFrom('similarity').selectAll().execute());

  expect(seen).toEqual([]);
  expect(await groups('?platform=woocommerce')).toMatchObject({ total: 0 });
  expect(await groups('?platform=shopify')).toMatchObject({ total: 1 });
});

it('filters by what only a platform gives, and by attributes, and says what there is', async () => {
  await empty();
  const oak = [{ name: 'Material', value: 'Oak' }];
  await save(
    'woocommerce',
    {
      shop: 'w.example',
      title: 'A',
      attributes: oak,
      extra: { woocommerce: { type: 'variable', onSale: true } },
    },
    {
      shop: 'w.example',
      title: 'B',
      attributes: [{ name: 'Material', value: 'Ash' }],
      extra: { woocommerce: { type: 'external' } },
    },
    { shop: 'w.example', title: 'C', extra: { woocommerce: { type: 'simple', backorder: true } } },
  );
  const titles = async (filter: Partial<CollectedFilter>) =>
    (await found(filter)).items.map(({ title }) => title);

  expect(await titles({ facts: [{ name: 'type', values: ['variable', 'simple'] }] })).toEqual(['A', 'C']);
  expect(await titles({ facts: [{ name: 'onSale', values: ['yes'] }] })).toEqual(['A']);
  expect(await titles({ facts: [{ name: 'backorder', values: [] }] })).toEqual(['C']);
  expect(await titles({ attributes: [{ name: 'Material', values: [] }] })).toEqual(['A', 'B']);
  expect(await titles({ attributes: [{ name: 'Material', values: ['Oak'] }] })).toEqual(['A']);
  expect(await get('/collect/results/traits?platform=woocommerce')).toMatchObject({
    facts: expect.arrayContaining([
      { name: 'type', values: expect.arrayContaining([{ value: 'external', count: 1 }]) },
    ]),
    attributes: [
      {
        name: 'Material',
        count: 2,
        values: [
          { value: 'Ash', count: 1 },
          { value: 'Oak', count: 1 },
        ],
      },
    ],
  });
  const { items } = await found({ text: 'A' });
  expect(items[0]).toMatchObject({ facts: { type: 'variable', onSale: 'yes' }, attributes: ['Material'] });
});

it('says of a shop of no known platform which form gave each field, and what may be wrong', async () => {
  await empty();
  const page = {
    way: 'linked-data',
    fields: { title: 'linked-data', currency: 'open-graph', handle: 'address' },
    priceIs: 'lowest',
  };
  await save('unknown', { shop: 'x.example', title: 'Jam', extra: { page } });
  const { items } = await found({});

  expect(await get(`/collect/results/${items[0]?.id}`)).toMatchObject({
    ways: { title: 'linked-data', currency: 'open-graph', vendor: 'feed' },
    uncertain: ['currency', 'handle', 'variants'],
  });
});
