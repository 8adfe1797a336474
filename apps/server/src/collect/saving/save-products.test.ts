import type { Product } from '@bowerbird/catalog/product';
import { platforms } from '@bowerbird/platforms/all';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { sampleProduct } from '../../../testing/products/products.ts';
import { asOwner } from '../../db/database.ts';
import { claimCollected } from '../../products/claim/claim.ts';
import { snapshotOf } from '../lists/collected-columns.ts';
import { collectTests } from '../testing.ts';
import { saveProducts, versionsKept } from './save-products.ts';

const { db } = await testDatabase();
const { ownerId, start, send, headers, app } = await collectTests(db, platforms);
const runId = await start('https://shop.example/', 'shop');

async function save(...products: Product[]) {
  const scope = { ownerId, runId, platform: 'shopify', way: 'feed' };
  return await asOwner(db, ownerId, (owned) => saveProducts(owned, scope, products.map(snapshotOf)));
}

async function stored(id: string) {
  return await asOwner(db, ownerId, (owned) =>
    owned
      .selectFrom('collected')
      .select(['title', 'category', 'content'])
      .where('owner_id', '=', ownerId)
      .where('source_id', '=', id)
      .executeTakeFirst(),
  );
}

function good(id: string, given: Partial<Product> = {}): Product {
  const source = {
    platform: 'shopify',
    shop: 'shop.example',
    id,
    url: `https://shop.example/products/${id}`,
    storeName: null,
  };
  return { ...sampleProduct(1), categories: [], source, ...given };
}

it('keeps the category a product was met in when the whole shop is collected later', async () => {
  await save(good('1', { categories: [['Home', 'Mugs']] }));

  const again = await save(good('1'));
  const changed = await save(good('1', { title: 'Another title' }));

  expect([again, changed]).toEqual([
    { added: 0, changed: 0, unchanged: 1 },
    { added: 0, changed: 1, unchanged: 0 },
  ]);
  expect(await stored('1')).toMatchObject({
    title: 'Another title',
    category: 'Home / Mugs',
    content: { categories: [['Home', 'Mugs']] },
  });
});

it('learns the category of a product that was collected without one', async () => {
  await save(good('2'));

  const saved = await save(good('2', { categories: [['New in']] }));

  expect(saved).toMatchObject({ changed: 1 });
  expect(await stored('2')).toMatchObject({ category: 'New in' });
});

it('keeps Chinese words, empty lists and what no database takes in a text', async () => {
  await save(good('3', { title: '陶瓷杯子\0', tags: [], images: [] }), good('4', { title: 'half \ud83d' }));

  expect(await stored('3')).toMatchObject({ title: '陶瓷杯子' });
  expect(await stored('4')).toMatchObject({ title: 'half \ufffd' });
});

it('keeps each description to the letter, of many saved together', async () => {
  const texts = ['one\ntwo\r\n', 'a "quoted" \\ back\\slash\\n', '\ttab \u2028 line', "'{a,b}'", ''];
  const products = texts.map((descriptionHtml, index) => good(`letter-${index}`, { descriptionHtml }));

  await save(...products);

  for (const [index, descriptionHtml] of texts.entries()) {
    expect(await stored(`letter-${index}`)).toMatchObject({ content: { descriptionHtml } });
  }
});

it.each([
  [{ platform: 'nowhere', scope: 'shop', addresses: ['https://a.example/'] }, 400, 'request.invalid'],
  [
    { platform: 'shopify', scope: 'shop', addresses: ['https://a.example/', 'https://b.example/'] },
    400,
    'request.invalid',
  ],
  [
    { platform: 'shopify', scope: 'list', addresses: ['https://a.example/', 'not an address'] },
    422,
    'address.invalid',
  ],
  [{ platform: 'shopify', scope: 'list', addresses: [] }, 400, 'request.invalid'],
])('starts nothing for %j', async (request, status, code) => {
  const answer = await send('POST', '/collect/runs', request);

  expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
});

it('answers who may not with nothing done', async () => {
  const { 'access-token': token } = headers;

  const answer = await app.inject({
    method: 'POST',
    url: '/shop-reptile/api/collect/runs',
    cookies: { 'Access-Token': token },
    payload: {},
  });

  expect(answer.statusCode).toBe(403);
});

it('keeps the newest earlier versions of a product, and the one that a product of ours was made from', async () => {
  const hoursChanges = async (from: number, to: number) => {
    for (let hour = from; hour <= to; hour += 1) {
      await save(good('hourly', { title: `Title of hour ${hour}` }));
    }
  };
  const versions = async () => {
    const rows = await asOwner(db, ownerId, (owned) =>
      owned
        .selectFrom('collected_version')
        .innerJoin('collected', 'collected.id', 'collected_version.collected_id')
        .select('collected_version.content')
        .where('collected_version.owner_id', '=', ownerId)
        .where('collected.source_id', '=', 'hourly')
        .orderBy('collected_version.id')
        .execute(),
    );
    return rows.map(({ content }) => content.title.replace('Title of hour ', ''));
  };
  await hoursChanges(1, 3);
  await asOwner(db, ownerId, async (owned) => {
    const { id } = await owned
      .selectFrom('collected')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('source_id', '=', 'hourly')
      .executeTakeFirstOrThrow();
    await claimCollected(owned, ownerId, { collectedIds: [id], edits: [], userId: null });
  });

  await hoursChanges(4, 3 + versionsKept + 4);

  const newest = Array.from({ length: versionsKept }, (_, at) => String(at + 7));
  expect(await versions()).toEqual(['3', ...newest]);
});
