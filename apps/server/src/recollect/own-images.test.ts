import type { Edit } from '@bowerbird/catalog/edits/edit';
import { expect, it } from 'vitest';
import { feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { recollectTests } from './testing.ts';

const { db } = await testDatabase();
const tests = await recollectTests(db);
const chart = 'https://own.example/chart.jpg';
const cdn = (name: string) => `https://cdn.shopify.com/s/files/1/0001/${name}.jpg`;
const read = (name: string) => ({ id: 9000 + name.length, src: cdn(name), width: 600, height: 600 });

it.each<[string, Edit, (first: string) => string[]]>([
  [
    'an added image stays where it was put',
    { kind: 'add-image', address: chart, place: 1 },
    (first) => [chart, first, cdn('side')],
  ],
  [
    'a replaced image is neither asked about nor brought back',
    { kind: 'replace-image', place: 1, address: chart },
    () => [chart, cdn('side')],
  ],
])(
  '%s when the source adds an image and describes another one',
  { tags: ['slow'] },
  async (name, edit, expected) => {
    const host = `${name.split(' ')[1]}.example`;
    const shop = feedShop(1);
    const [id = ''] = await tests.claimed(host, shop);
    const before = (await tests.product(id)).product;
    await tests.edit(id, [edit]);
    const [good = {}] = shop.products;
    good.images = [...(good.images as object[]).map((each) => ({ ...each, width: 900 })), read('side')];

    await tests.again(host, shop);

    const { product } = await tests.product(id);
    expect(product.images.map(({ url }) => url)).toEqual(expected(before.images[0]?.url ?? ''));
    expect(await tests.call('GET', `/recollect/conflicts?productId=${id}`)).toMatchObject({ total: 0 });

    // The source takes its first image out: the merchant's own one stays, and what was replaced is a question.
    good.images = [read('side')];
    await tests.again(host, shop);

    const now = (await tests.product(id)).product.images.map(({ url }) => url);
    expect(now).toEqual([chart, cdn('side')]);
    expect(await tests.call('GET', `/recollect/conflicts?productId=${id}`)).toMatchObject({
      total: edit.kind === 'replace-image' ? 1 : 0,
    });
  },
);
