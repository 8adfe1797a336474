import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { missingFrom, type Shape, shapeOf } from '../testing/shape.ts';
import { createWooShop } from './shop.ts';

const folder = new URL('../../../../../shared/fixtures/woocommerce/store-api/', import.meta.url);
const shop = createWooShop({ name: 'glade-home', products: { count: 250 } });

async function call(path: string): Promise<Response> {
  return await shop.answer(new Request(`http://glade-home.localhost/wp-json/wc/store/v1${path}`));
}

/** Fields that our answers have in addition to every recorded one, each with its reason. */
const more: Record<string, string> = {
  '[].brands[].id: number': 'the recorded shop had given none of its products a brand',
  '[].brands[].name: string': 'see above',
  '[].brands[].slug: string': 'see above',
  '[].brands[].link: string': 'see above',
  '[].brands[]: object': 'see above',
};

if (!existsSync(folder)) {
  it('has the recorded answers, where they are asked for', () => {
    process.stdout.write('Recorded WooCommerce answers are not here; the simulator was not held to them.\n');

    expect(process.env.CI ?? '').toBe('');
  });
} else {
  const recorded = (name: string): { status: number; body: unknown } =>
    JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));

  it('gives every key and kind of the recorded lists, and nothing else but what is named', async () => {
    const theirs: Shape = new Map();
    for (const name of [
      'store-products-all',
      'store-products-page1',
      'store-products-variations',
      'store-restroute',
    ]) {
      shapeOf(recorded(name).body, '', theirs);
    }
    const ours: Shape = new Map();
    const list: { id: number }[] = await (await call('/products?per_page=100')).json();
    shapeOf(list, '', ours);
    const parents = list.slice(0, 30).map(({ id }) => id);
    shapeOf(
      await (await call(`/products?type=variation&parent=${parents.join()}&per_page=100`)).json(),
      '',
      ours,
    );

    expect(missingFrom(theirs, ours)).toEqual([]);
    expect(missingFrom(ours, theirs).filter((path) => !(path in more))).toEqual([]);
  });

  it.each([
    ['store-product-404', '/products/999999'],
    ['store-slug-404', '/products/nope'],
    ['store-perpage-101', '/products?per_page=101'],
    ['store-page-beyond', '/products?per_page=100&page=50'],
  ])('answers as recorded in %s', async (name, path) => {
    const answer = await call(path);

    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: recorded(name).status,
      body: recorded(name).body,
    });
  });
}
