import type { Product } from '@bowerbird/catalog/product';
import type { ListingRun } from '@bowerbird/contract/listing/listing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { testDatabase } from '../../apps/server/testing/database/database.ts';
import { record, timed } from './figures.ts';
import { type ImageServer, openImages } from './images.ts';
import { intentsOf } from './intents.ts';
import { wrongCertificate, wrongIn } from './judge.ts';
import { type Merchant, openMerchant } from './merchant.ts';
import { repriced, sampleProducts } from './products.ts';
import { shownValues } from './store/product-page.ts';
import { reset } from './store/real-store.ts';
import { readStored } from './store/stored.ts';
import { watching } from './watch.ts';

const { db } = await testDatabase();
/** Use fewer on a slow machine: WOOCOMMERCE_PRODUCTS. */
const count = Number(process.env.WOOCOMMERCE_PRODUCTS ?? 500);
const changed = Math.round(count * 0.4);
/** Maximum number of product pages that are read for the options shown to shoppers. */
const pagesMax = 80;

let images: ImageServer;
beforeAll(async () => {
  images = await openImages();
});
afterAll(() => images?.close());

describe.each(inject('stores'))(`$label, ${count} products`, (store) => {
  const version = store.installed.woocommerce;
  let merchant: Merchant;
  let ids: string[];
  let wanted: Map<string, Product>;
  let first: ListingRun;
  let second: ListingRun | null = null;

  const judge = async (run: ListingRun, listed: number) => [
    ...wrongIn({ stored: readStored(store), rows: await merchant.rows(), wanted, images }),
    ...wrongCertificate(run.certificate, listed),
  ];

  beforeAll(async () => {
    reset(store);
    merchant = await openMerchant(db, store, 'rest-keys');
    const products = sampleProducts(count, images);
    ids = await merchant.own(products);
    wanted = new Map(ids.map((id, at) => [id, products[at] as Product]));
  });

  it('lists every product once, whole and in order, and is never seen half', async () => {
    const request = await merchant.start(ids);
    const { result, wrong, looks } = await watching(store, () => timed(() => merchant.work(request)));
    first = result.result;
    const variants = [...wanted.values()].reduce((sum, { variants: each }) => sum + each.length, 0);
    const files = readStored(store).images.size;
    record({
      version,
      what: `list ${count} with ${variants} variants`,
      products: count,
      seconds: secondsOf(first) ?? result.seconds,
      met: `${files} image files, looked ${looks} times; ${await intentsOf(db, merchant.ownerId)}`,
    });

    expect(wrong).toEqual([]);
    expect(await judge(first, count)).toEqual([]);
  });

  it('shows the values of options in the order in which they were sent', async () => {
    const several = readStored(store).products.filter(({ key, attributes }) =>
      attributes.some(({ isChosen, values }) => key !== null && isChosen && values.length > 2),
    );
    const byId = new Map(
      (await merchant.rows()).map((row) => [Number(row.store_product_id), row.product_id]),
    );
    const wrong: string[] = [];
    for (const { id, attributes } of several.slice(0, pagesMax)) {
      const product = wanted.get(byId.get(id) ?? '');
      const shown = await shownValues(`http://127.0.0.1:${store.ports.plain}/?post_type=product&p=${id}`);
      const sent = product?.options.map(({ values }) => values.join(', '));
      const seen = attributes.flatMap(({ key, isChosen }) =>
        isChosen ? (shown.get(key)?.join(', ') ?? '') : [],
      );
      if (sent?.join('; ') !== seen.join('; ')) {
        wrong.push(`${product?.handle}: shoppers see ${seen.join('; ')}, sent was ${sent?.join('; ')}`);
      }
    }
    record({
      version,
      what: 'order of option values on product pages',
      products: Math.min(several.length, pagesMax),
      seconds: 0,
      met: `${wrong.length} in another order`,
    });

    expect(several.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });

  it(`a new edition changes ${changed} prices and nothing else`, async () => {
    const files = readStored(store).images.size;
    for (const id of ids.slice(0, changed)) {
      const product = repriced(wanted.get(id) as Product, 3);
      wanted.set(id, product);
      await merchant.edit(id, product);
    }
    const request = await merchant.start(ids);
    const { result, wrong } = await watching(store, () => timed(() => merchant.work(request)));
    second = result.result;
    record({
      version,
      what: `new edition, ${changed} prices`,
      products: changed,
      seconds: secondsOf(second) ?? result.seconds,
      met: `${readStored(store).images.size - files} new image files`,
    });

    expect(wrong).toEqual([]);
    expect(await judge(second, count)).toEqual([]);
    expect(readStored(store).images.size).toBe(files);
  });

  it('an undo brings the former prices back, and nothing else changes', async () => {
    if (second === null) {
      throw new Error('the edition was not listed: name its test too');
    }
    const request = await merchant.undo(second.run.id);
    const { result, wrong } = await watching(store, () => timed(() => merchant.work(request)));
    for (const id of ids.slice(0, changed)) {
      wanted.set(id, repriced(wanted.get(id) as Product, -3));
    }
    record({
      version,
      what: `undo ${changed} prices`,
      products: changed,
      seconds: secondsOf(result.result) ?? result.seconds,
      met: JSON.stringify(result.result.counts.done),
    });

    expect(wrong).toEqual([]);
    expect(wrongIn({ stored: readStored(store), rows: await merchant.rows(), wanted, images })).toEqual([]);
  });

  it('an undo of the first run leaves nothing that shoppers see', async () => {
    const request = await merchant.undo(first.run.id);
    const { result } = await timed(() => merchant.work(request));
    record({
      version,
      what: `undo the listing of ${count}`,
      products: count,
      seconds: secondsOf(result) ?? 0,
      met: JSON.stringify(result.counts.done),
    });
    const left = readStored(store).products.filter(({ status }) => status !== 'trash');

    // What a later run wrote belongs to that run: only the others are undone.
    expect(left.map(({ key }) => key)).toEqual([]);
  });
});

/** Returns how long a run itself took, without the after-checks that follow it. */
function secondsOf({ run }: ListingRun): number | null {
  return run.startedAt && run.endedAt ? (Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000 : null;
}
