import { readFileSync } from 'node:fs';
import type { Product } from '@bowerbird/catalog/product';
import { productFromOpenApi } from '@bowerbird/platforms/aliexpress/collect/api/open-api';
import { productOnPage as aliexpressPage } from '@bowerbird/platforms/aliexpress/collect/page';
import { platforms } from '@bowerbird/platforms/all';
import { isObject, itemsOf, type UnreadObject } from '@bowerbird/platforms/reading/unread';
import { readProduct as shopifyProduct } from '@bowerbird/platforms/shopify/collect/schema';
import { isRecordedHere, markupOf, recordedPages } from '@bowerbird/platforms/testing/recorded-pages';
import { readProduct as wooProduct } from '@bowerbird/platforms/woocommerce/collect/schema';
import { readPostProduct } from '@bowerbird/platforms/wordpress/collect/schema';
import type { Reading } from '../coverage.ts';

const folder = new URL('../../../../shared/fixtures/', import.meta.url);
// By name, so that the table covers exactly these, whatever else is recorded later.
const storefront = [
  'localboxes-product.json',
  'products-annies-organic-farm.json',
  'products-compliancewarehouse.json',
  'products-multivariant-udsy19.json',
  'products-text-begins-with-newline-after-style.json',
];
const storeApi = [
  'store-attributes.json',
  'store-brands.json',
  'store-categories.json',
  'store-collection-data.json',
  'store-page-beyond.json',
  'store-perpage-0.json',
  'store-perpage-101.json',
  'store-product-404.json',
  'store-product-by-id.json',
  'store-product-by-slug.json',
  'store-products-all.json',
  'store-products-in-category.json',
  'store-products-page1.json',
  'store-products-sku.json',
  'store-products-variations.json',
  'store-products-variations2.json',
  'store-restroute.json',
  'store-slug-404.json',
  'store-unversioned.json',
  'store-variation-by-id.json',
];
const wordpressPosts = [
  'wp-batch-26.json',
  'wp-batch-v1.json',
  'wp-categories.json',
  'wp-category-create.json',
  'wp-category-exists.json',
  'wp-context-edit.json',
  'wp-me-badapp.json',
  'wp-me-baduser.json',
  'wp-me-nohttps.json',
  'wp-media-alt.json',
  'wp-media-badtype.json',
  'wp-media-by-include.json',
  'wp-media-empty.json',
  'wp-media-list.json',
  'wp-media-multipart.json',
  'wp-media-nofilename.json',
  'wp-media-upload.json',
  'wp-noauth-create.json',
  'wp-noroute.json',
  'wp-post-create.json',
  'wp-posts-beyond.json',
  'wp-posts-by-category.json',
  'wp-posts-embed-selective.json',
  'wp-posts-embed.json',
  'wp-posts-fields.json',
  'wp-posts-modified.json',
  'wp-posts-perpage-101.json',
  'wp-posts-restroute.json',
  'wp-posts-slug.json',
  'wp-root.json',
  'wp-search.json',
  'wp-slug-dup-pub.json',
  'wp-sub-create.json',
  'wp-tag-create.json',
  'wp-terms-beyond.json',
  'wp-users.json',
];
const place = { root: 'https://shop.example', shop: 'shop.example', storeName: null };
const pathOf = (_: string, name: string) => [name];

/**
 * Returns what real shops answered, by each reading method; null if the recorded data is missing. Invented data is left
 * out.
 */
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

/** Returns recorded pages; a server and a browser read a page the same way. */
function pages(platform: string): Reading[] {
  const { name, collector } = platforms.get(platform) ?? { name: platform };
  const products = recordedPages
    .filter((page) => page.platform === platform && !page.file.includes('SYNTHETIC'))
    .flatMap((page) => collector?.readPage?.(markupOf(page), new URL(page.url)) ?? []);
  return [{ platform: name, way: 'page, plugin', products }];
}

function shopifyFeed(): Product[] {
  return storefront.flatMap((name) => {
    const body = objectOf(`shopify/storefront/${name}`);
    const sent = isObject(body.product) ? [body.product] : itemsOf(body.products);
    return sent.map((one) => shopifyProduct(one, { ...place, currency: null }));
  });
}

function wooFeed(): Product[] {
  const sent = storeApi
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
  const posts = wordpressPosts
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
