import type { Product } from '@bowerbird/catalog/product';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { testDatabase } from '../../apps/server/testing/database/database.ts';
import { record, timed } from './figures.ts';
import { type ImageServer, openImages } from './images.ts';
import { intentsOf } from './intents.ts';
import { wrongCertificate, wrongIn } from './judge.ts';
import { openMerchant } from './merchant.ts';
import { sampleProducts } from './products.ts';
import { linesLogged, requestedSince, reset } from './store/real-store.ts';
import { readStored } from './store/stored.ts';

const { db } = await testDatabase();
let images: ImageServer;
beforeAll(async () => {
  images = await openImages();
});
afterAll(() => images?.close());

/** Number of products listed in each way. */
const count = 20;

describe.each(inject('stores'))('$label, listed to as we sign in', (store) => {
  const version = store.installed.woocommerce;

  it.each([
    ['https, by keys and signed creates', store.ports.said, false],
    ['http, by signed requests alone', store.ports.plain, true],
  ])('over %s', async (way, port, isAllSigned) => {
    reset(store);
    const merchant = await openMerchant(db, store, 'rest-keys', port);
    const products = sampleProducts(count, images);
    const ids = await merchant.own(products);
    const wanted = new Map(ids.map((id, at) => [id, products[at] as Product]));
    const line = linesLogged(store);

    const { result: run, seconds } = await timed(async () => merchant.work(await merchant.start(ids)));
    const requested = requestedSince(store, line, port).filter(({ address }) =>
      address.startsWith('/wp-json/wc/'),
    );
    const signed = requested.filter(({ address }) => address.includes('oauth_signature='));
    const createdAt = signed.flatMap(({ method, address }) =>
      method === 'POST' ? (new URL(address, 'http://x').searchParams.get('oauth_timestamp') ?? []) : [],
    );
    record({
      version,
      what: `list over ${way}, after-checks included`,
      products: count,
      seconds,
      met: `${signed.length} of ${requested.length} requests signed; ${await intentsOf(db, merchant.ownerId)}`,
    });

    expect(wrongIn({ stored: readStored(store), rows: await merchant.rows(), wanted, images })).toEqual([]);
    expect(wrongCertificate(run.certificate, count)).toEqual([]);
    expect(requested.filter(({ status }) => status >= 400)).toEqual([]);
    expect(signed.length > 0 && (signed.length === requested.length) === isAllSigned).toBe(true);
    expect(isAllSigned || new Set(createdAt).size === createdAt.length).toBe(true);
  });
});
