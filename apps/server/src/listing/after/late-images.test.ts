import { woocommerce } from '@bowerbird/platforms/woocommerce/index';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { editProduct, someProducts, withinSeconds } from '../../../testing/listing/listing.ts';
import { wooBench } from '../../../testing/listing/woo-bench.ts';

const { db } = await testDatabase();

function withImages(...names: string[]) {
  const [product] = someProducts(1);
  const images = names.map((name) => ({
    url: `https://pictures.example/${name}.jpg`,
    alt: '',
    width: null,
    height: null,
  }));
  return { ...(product ?? expect.fail()), images };
}

/** A simulated WooCommerce store; a proxy keeps a copy of every request that has the store fetch images. */
async function withCopies(name: string) {
  const bench = await wooBench(db, { name, times: 40, platform: withinSeconds(woocommerce) });
  const { fetch } = bench.services;
  const copies: (() => Promise<unknown>)[] = [];
  bench.services.fetch = async (input, init) => {
    const body = typeof init?.body === 'string' ? init.body : '';
    if (init?.method === 'POST' && body.includes('"update"') && body.includes('"src"')) {
      const { method, headers = {} } = init;
      copies.push(() => fetch(input, { method, headers, body }));
    }
    return await fetch(input, init);
  };
  return { bench, copies };
}

it.each([
  ['first', false],
  ['second', true],
])(
  'images that a late copy of the %s edition had fetched once more are no change of the merchant',
  { tags: ['slow'] },
  async (name, isSecond) => {
    const { bench, copies } = await withCopies(`twice-${name}`);
    const ids = await bench.own([withImages('front', 'back')]);
    if (isSecond) {
      await bench.list(ids);
      copies.length = 0;
      await editProduct(bench, ids[0] ?? '', withImages('front', 'side', 'top'));
    }
    const run = await bench.start(ids);
    await bench.work(run);
    expect(copies).not.toEqual([]);

    for (const arrives of copies) {
      await arrives();
    }
    await bench.workOut(run);

    const last = await bench.list(ids);
    expect(last.certificate).toMatchObject({ changed: 0, agrees: true });
    // Shoppers read no mark of ours at any image that the product shows.
    const { files } = bench.store.ledger;
    const shown = bench.store.view().products.flatMap(({ images }) => images);
    expect(shown.map((id) => files.get(id)?.title.startsWith('bb-'))).toEqual(shown.map(() => false));
    expect(await bench.rows()).toMatchObject([{ check_due: false, open_attempt: null, unrepaired: false }]);
  },
);
