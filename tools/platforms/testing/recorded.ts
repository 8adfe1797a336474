import { readdirSync, readFileSync } from 'node:fs';
import type { Product } from '@bowerbird/catalog/product';
import { productFromOpenApi } from '@bowerbird/platforms/aliexpress/open-api';
import { productOnPage as aliexpressPage } from '@bowerbird/platforms/aliexpress/page';
import { platforms } from '@bowerbird/platforms/all';
import { readProduct as shopifyProduct } from '@bowerbird/platforms/shopify/schema';
import { isRecordedHere, markupOf, recordedPages } from '@bowerbird/platforms/testing/recorded-pages';
import { isObject, itemsOf, type UnreadObject } from '@bowerbird/platforms/unread';
import { readProduct as wooProduct } from '@bowerbird/platforms/woocommerce/schema';
import { readPostProduct } from '@bowerbird/platforms/wordpress/schema';
import type { Reading } from '../coverage.ts';

const folder = new URL('../../../../shared/fixtures/', import.meta.url);
const place = { root: 'https://shop.example', shop: 'shop.example', storeName: null };
const pathOf = (_: string, name: string) => [name];

/** What real shops answered, by each way it was read; null where the recorded data is not here. What is made up is left out. */
export function recordedReadings(): Reading[] | null {
  if (!isRecordedHere) {
    return null;
  }
  return [
    { platform: 'Shopify', way: 'feed', products: shopifyFeed() },
    ...pages('shopify'),
    { platform: 'WooCommerce', way: 'feed', products: wooFeed() },
    ...pages('woocommerce'),
    { platform: 'WordPress', way: 'feed', products: wordpressFeed() },
    {
      platform: 'AliExpress',
      way: 'page, plugin',
      products: ['mtop-pdp-minimal.json', 'mtop-pdp-skus-2026-10.json'].map((name) =>
        aliexpressPage(
          textOf(`aliexpress/${name}`),
          new URL('https://www.aliexpress.com/item/1005006000000001.html'),
        ),
      ),
    },
    { platform: 'AliExpress', way: 'API', products: [aliexpressApi()] },
    ...pages('alibaba'),
    ...pages('alibaba-1688'),
  ];
}

/** A server and a browser read a page alike. */
function pages(platform: string): Reading[] {
  const { name, collector } = platforms.get(platform) ?? { name: platform };
  const products = recordedPages
    .filter((page) => page.platform === platform && !page.file.includes('SYNTHETIC'))
    .flatMap((page) => collector?.readPage?.(markupOf(page), new URL(page.url)) ?? []);
  return [{ platform: name, way: 'page, plugin', products }];
}

function shopifyFeed(): Product[] {
  return filesIn('shopify/storefront/').flatMap((name) => {
    const body = objectOf(`shopify/storefront/${name}`);
    const sent = isObject(body.product) ? [body.product] : itemsOf(body.products);
    return sent.map((one) => shopifyProduct(one, { ...place, currency: null }));
  });
}

function wooFeed(): Product[] {
  const sent = filesIn('woocommerce/store-api/')
    .filter((name) => name.startsWith('store-'))
    .flatMap((name) => listOf(objectOf(`woocommerce/store-api/${name}`).body))
    .filter((item) => 'permalink' in item && 'prices' in item);
  const isVariation = ({ type }: UnreadObject) => type === 'variation';
  const products = new Map(sent.filter((item) => !isVariation(item)).map((item) => [item.id, item]));
  const variations = [...new Map(sent.filter(isVariation).map((item) => [item.id, item])).values()];
  return [...products.values()].map((item) =>
    wooProduct(
      item,
      variations.filter(({ parent }) => parent === item.id),
      { shop: place.shop, storeName: null, pathOf },
    ),
  );
}

function wordpressFeed(): Product[] {
  const posts = filesIn('wordpress/wp-v2/')
    .flatMap((name) => listOf(objectOf(`wordpress/wp-v2/${name}`).body))
    .filter(
      (post) =>
        isObject(post.title) && isObject(post.content) && 'rendered' in post.content && 'link' in post,
    )
    .filter((post) => isObject(post.content) && post.content.protected !== true);
  const once = new Map(
    posts
      .toSorted((one, next) => Object.keys(one).length - Object.keys(next).length)
      .map((post) => [post.id, post]),
  );
  return [...once.values()].map((post) =>
    readPostProduct(post, { host: place.shop, siteName: null, pathOf }),
  );
}

function aliexpressApi(): Product {
  const body = objectOf('aliexpress/ds-product-get.json').aliexpress_ds_product_get_response;
  return productFromOpenApi(isObject(body) && isObject(body.result) ? body.result : {});
}

function filesIn(path: string): string[] {
  return readdirSync(new URL(path, folder)).toSorted();
}

function textOf(path: string): string {
  return readFileSync(new URL(path, folder), 'utf8');
}

function objectOf(path: string): UnreadObject {
  const body: unknown = JSON.parse(textOf(path));
  return isObject(body) ? body : { list: body };
}

function listOf(body: unknown): UnreadObject[] {
  return (Array.isArray(body) ? body : [body]).filter(isObject);
}
