import { existsSync, readFileSync } from 'node:fs';
import { productState } from '@bowerbird/platforms/shopline-tw/collect/page';
import { expect, it } from 'vitest';
import { missingFrom, shapeOf } from '../testing/shape.ts';
import { createShoplineTwShop } from './shop.ts';

const folder = new URL('../../../../../shared/fixtures/shopline/', import.meta.url);
const shop = createShoplineTwShop({ name: 'glade-home', products: { count: 40 } });

async function pages(): Promise<unknown[]> {
  const sitemap = await call('/sitemap_products_1.xml');
  const places = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, place = '']) => new URL(place).pathname,
  );
  return await Promise.all(places.map(async (path) => productState(await call(path))));
}

async function call(path: string): Promise<string> {
  return await (await shop.answer(new Request(`http://glade-home.localhost${path}`))).text();
}

if (!existsSync(folder)) {
  it('has the recorded forms, where they are asked for', () => {
    process.stdout.write(
      'Recorded forms of SHOPLINE Taiwan are not here; the simulator was not held to them.\n',
    );

    expect(process.env.CI ?? '').toBe('');
  });
} else {
  const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

  it('gives every key and kind of the recorded page', async () => {
    const theirs = shapeOf(productState(read('tw-product-page.SYNTHETIC.html')));
    const ours = shapeOf({});
    for (const state of await pages()) {
      shapeOf(state, '', ours);
    }

    expect(missingFrom(theirs, ours)).toEqual([]);
  });

  it('gives every key and kind of the documented variation', async () => {
    const theirs = shapeOf({ variations: [JSON.parse(read('tw-variation.doc-example.json'))] });
    const ours = shapeOf({});
    for (const state of await pages()) {
      shapeOf(state, '', ours);
    }

    expect(missingFrom(theirs, ours)).toEqual([]);
  });
}
