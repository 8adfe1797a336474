import type { Product } from '@bowerbird/catalog/product';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { testDatabase } from '../../apps/server/testing/database/database.ts';
import { record, timed } from './figures.ts';
import { type ImageServer, openImages } from './images.ts';
import { fold, textOf, wrongCertificate, wrongIn } from './judge.ts';
import { type Merchant, openMerchant } from './merchant.ts';
import { withValues } from './products.ts';
import { shownValues } from './store/product-page.ts';
import { answeredSince, linesLogged, reset, writesSince } from './store/real-store.ts';
import { readStored } from './store/stored.ts';

const { db } = await testDatabase();
let images: ImageServer;
beforeAll(async () => {
  images = await openImages();
});
afterAll(() => images?.close());

/** In the order in which they are listed: the first to name a value decides how the store spells it. */
const odd: [handle: string, option: string, values: string[]][] = [
  ['ampersand', 'Colour', ['Black & White', 'Navy & Gold', 'R&B']],
  ['red', 'Colour', ['Red', 'Blue']],
  ['red-again', 'Colour', ['RED', 'BLUE', 'Black & White']],
  ['green', 'Farbe', ['Grün', 'Weiß', 'Gelb']],
  ['green-again', 'Farbe', ['grun', 'gelb']],
  ['spaces', 'Colour', ['Light  Blue', 'Dark   Blue']],
  ['tags', 'Colour', ['<b>Gold</b>', 'Silver<br>', '<i>Rose</i> Gold']],
  ['quotes', 'Length', ['5" long', "12' long", 'L’été']],
  ['marks', 'Blend', ['100% wool', '50/50', 'a+b', '#1']],
  ['sizes', 'Size', ['S', 'M', 'L', 'XL', 'XXL']],
  ['sizes-from-the-largest', 'Size', ['XXL', 'XL', 'L', 'M', 'S']],
  ['chinese', '颜色', ['红色', '蓝色 & 白色', '绿']],
  ['signs', 'Colour', ['Red ❤', '½ grey', 'Café']],
];
const products = odd.map(([handle, option, values]) => withValues(handle, option, values));

describe.each(inject('stores'))('$label, odd option values', (store) => {
  const version = store.installed.woocommerce;
  let merchant: Merchant;
  let ids: string[];
  let wanted: Map<string, Product>;

  beforeAll(async () => {
    reset(store);
    merchant = await openMerchant(db, store, 'rest-keys');
    ids = await merchant.own(products);
    wanted = new Map(ids.map((id, at) => [id, products[at] as Product]));
  });

  it('all products are listed, each variation with the value that was sent', async () => {
    const { result: run, seconds } = await timed(async () => merchant.work(await merchant.start(ids)));
    record({
      version,
      what: 'odd option values',
      products: products.length,
      seconds,
      met: `${run.counts.listed} listed, ${run.counts.refused} rejected`,
    });

    expect(wrongIn({ stored: readStored(store), rows: await merchant.rows(), wanted, images })).toEqual([]);
    expect(wrongCertificate(run.certificate, products.length)).toEqual([]);
  });

  it('shoppers choose by them in the order that was sent', async () => {
    const rows = await merchant.rows();
    const wrong: string[] = [];
    for (const [id, { handle, options }] of wanted) {
      const row = rows.find(({ product_id }) => product_id === id);
      const page = `http://127.0.0.1:${store.ports.plain}/?post_type=product&p=${row?.store_product_id}`;
      const [seen = []] = [...(await shownValues(page)).values()];
      const sent = options[0]?.values.map(textOf) ?? [];
      // A value that the store already has may keep its first spelling.
      if (fold(sent.join(', ')) !== fold(seen.join(', '))) {
        wrong.push(`${handle}: ${seen.join(', ')}`);
      }
    }

    expect(wrong).toEqual([]);
  });

  it('listed again unchanged, nothing is written', async () => {
    const line = linesLogged(store);
    const run = await merchant.work(await merchant.start(ids));

    expect(run.run.state).toBe('complete');
    expect(writesSince(store, line)).toEqual([]);
    expect([...answeredSince(store, line).keys()]).toEqual(['200']);
  });
});
