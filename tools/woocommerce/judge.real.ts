import type { Product } from '@bowerbird/catalog/product';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { testDatabase } from '../../apps/server/testing/database/database.ts';
import { type ImageServer, openImages } from './images.ts';
import { databaseOf, mariadb } from './install/site.ts';
import { wrongIn } from './judge.ts';
import { type Merchant, openMerchant } from './merchant.ts';
import { sampleProducts } from './products.ts';
import { byHand } from './store/by-hand.ts';
import { reset } from './store/real-store.ts';
import { readStored } from './store/stored.ts';

const { db } = await testDatabase();
let images: ImageServer;
beforeAll(async () => {
  images = await openImages();
});
afterAll(() => images?.close());

const parent = `(select post_id from wp_postmeta where meta_key = '_bowerbird_key' limit 1)`;
const child = `(select min(ID) from (select ID, post_parent from wp_posts where post_type = 'product_variation') v
  where post_parent = ${parent})`;

/** Changes made behind our back, and what must then be reported. */
const planted: [what: string, query: string, said: RegExp][] = [
  ['a product hidden', `update wp_posts set post_status = 'draft' where ID = ${parent}`, /status is "draft"/],
  ['another title', `update wp_posts set post_title = 'Other' where ID = ${parent}`, /title is "Other"/],
  ['a variation gone', `delete from wp_posts where ID = ${child}`, /variations is \d/],
  [
    'a variation hidden',
    `update wp_posts set post_status = 'private' where ID = ${child}`,
    /status is "private"/,
  ],
  [
    'a price changed',
    `update wp_postmeta set meta_value = '1.11' where meta_key = '_price' and post_id = ${child}`,
    /price is 1.11/,
  ],
  [
    'an image taken off',
    `delete from wp_postmeta where meta_key = '_thumbnail_id' and post_id = ${parent}`,
    /images is/,
  ],
];

describe.each(inject('stores'))('$label, what the suite itself would notice', (store) => {
  let merchant: Merchant;
  let wanted: Map<string, Product>;
  const judge = async () =>
    wrongIn({ stored: readStored(store), rows: await merchant.rows(), wanted, images }).join('\n');

  beforeAll(async () => {
    reset(store);
    merchant = await openMerchant(db, store, 'rest-keys');
    const products = sampleProducts(2, images, 2, 3);
    const ids = await merchant.own(products);
    wanted = new Map(ids.map((id, at) => [id, products[at] as Product]));
    await merchant.work(await merchant.start(ids));
  });

  it('nothing, where nothing is wrong', async () => {
    expect(await judge()).toBe('');
  });

  it.each(planted)('%s', async (_, query, said) => {
    const before = mariadbDump();
    mariadb(store.root, ['-D', databaseOf(store.name)], query);
    const wrong = await judge();
    before();

    expect(wrong).toMatch(said);
    expect(await judge()).toBe('');
  });

  it("a duplicate that bears a key of ours, and a product that is nobody's", async () => {
    const id = await byHand(store, 'POST', '/products', {
      name: 'Copy',
      status: 'draft',
      meta_data: [{ key: '_bowerbird_key', value: (await merchant.rows())[0]?.key }],
    });

    expect(await judge()).toMatch(new RegExp(`${id} "Copy" \\(draft, key bb-\\w+\\) is nobody's`));
  });

  /** Saves the tables that are written to; returns a function that restores them. */
  function mariadbDump(): () => void {
    const tables = ['wp_posts', 'wp_postmeta'];
    const run = (text: string) => mariadb(store.root, ['-D', databaseOf(store.name)], text);
    run(
      tables
        .map(
          (name) => `drop table if exists kept_${name}; create table kept_${name} as select * from ${name};`,
        )
        .join(' '),
    );
    return () =>
      void run(
        tables
          .map(
            (name) =>
              `delete from ${name}; insert into ${name} select * from kept_${name}; drop table kept_${name};`,
          )
          .join(' '),
      );
  }
});
