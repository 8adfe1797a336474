import { setTimeout } from 'node:timers/promises';
import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { CollectRequest } from '@bowerbird/platforms/collecting/collector';
import { woocommerce } from '@bowerbird/platforms/woocommerce/index';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { testDatabase } from '../../apps/server/testing/database/database.ts';
import { record, timed } from './figures.ts';
import { type ImageServer, openImages } from './images.ts';
import { wrongCertificate, wrongIn } from './judge.ts';
import { type Merchant, openMerchant } from './merchant.ts';
import { sampleProducts } from './products.ts';
import { byHand } from './store/by-hand.ts';
import { reset } from './store/real-store.ts';
import { readStored } from './store/stored.ts';

const { db } = await testDatabase();
const count = 20;
let images: ImageServer;
beforeAll(async () => {
  images = await openImages();
});
afterAll(() => images?.close());

describe.each(inject('stores'))('$label, by an application password', (store) => {
  const version = store.installed.woocommerce;
  let merchant: Merchant;
  let wanted: Map<string, Product>;

  beforeAll(async () => {
    reset(store);
    merchant = await openMerchant(db, store, 'application-password');
    const products = sampleProducts(count, images, 3, 600);
    const ids = await merchant.own(products);
    wanted = new Map(ids.map((id, at) => [id, products[at] as Product]));
  });

  it('images go into the library once, and every product is whole', async () => {
    const { result: run, seconds } = await timed(async () =>
      merchant.work(await merchant.start([...wanted.keys()])),
    );
    record({
      version,
      what: `list ${count} by an application password, after-checks included`,
      products: count,
      seconds,
      met: `${readStored(store).images.size} image files`,
    });

    expect(wrongIn({ stored: readStored(store), rows: await merchant.rows(), wanted, images })).toEqual([]);
    expect(wrongCertificate(run.certificate, count)).toEqual([]);
  });

  it("the store's own shop is collected as it was listed, and what is hidden is not", async () => {
    await byHand(store, 'POST', '/products', { name: 'A draft', status: 'draft', regular_price: '1.00' });
    const { result, seconds } = await timed(() => collect(`http://127.0.0.1:${store.ports.plain}/`));
    const { products, skipped, promised } = result;
    record({
      version,
      what: 'collect the shop',
      products: products.length,
      seconds,
      met: `promised ${promised}, ${skipped.length} skipped`,
    });
    const reported = (product: Product) => ({
      handle: product.handle,
      title: product.title,
      options: product.options.map(({ name, values }) => [name.toLowerCase(), values.toSorted()]),
      variants: product.variants
        .map(({ sku, price, compareAtPrice }) => [sku ?? '', price, compareAtPrice].join(' '))
        .sort(),
      images: product.images.length,
    });
    const byHandle = (one: { handle: string }, other: { handle: string }) =>
      one.handle.localeCompare(other.handle);

    expect(skipped).toEqual([]);
    expect(promised).toBe(count);
    expect(products.map(reported).sort(byHandle)).toEqual([...wanted.values()].map(reported).sort(byHandle));
  });
});

async function collect(shop: string) {
  const products: Product[] = [];
  const skipped: string[] = [];
  let promised: number | null = null;
  const request: CollectRequest = {
    scope: 'shop',
    addresses: [new URL(shop)],
    checkpoint: null,
    alreadyGot: () => false,
  };
  const context = {
    fetch,
    signal: new AbortController().signal,
    now: () => performance.now(),
    sleep: (ms: number) => setTimeout(Math.min(ms, 50)),
  };
  const events = woocommerce.collector?.collect(request, context);
  for await (const event of events ?? []) {
    if (event.kind === 'batch') {
      products.push(...event.products);
      skipped.push(
        ...event.skipped.map(({ address, failure }) => `${address} ${AppError.from(failure).code}`),
      );
    } else if (event.kind === 'promised') {
      promised = event.count;
    }
  }
  return { products, skipped, promised };
}
