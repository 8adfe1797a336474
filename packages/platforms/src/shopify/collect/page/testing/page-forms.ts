import { Product } from '@bowerbird/catalog/product';
import { expect } from 'vitest';
import { productOnPage } from '../page.ts';

export const facts = { root: 'https://shop.example', shop: 'shop.example', storeName: null, currency: null };
/** Returns linked data as a page holds it. */
export function ld(value: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
}
/** Returns a block of data as a theme or an app leaves it in a page. */
export function json(value: unknown, attributes = ''): string {
  return `<script type="application/json" ${attributes}>${JSON.stringify(value)}</script>`;
}
/** A mug at 24.00 EUR as Open Graph tells it. */
export const openGraph =
  '<meta property="og:title" content="Mug"><meta property="og:description" content="A mug made of clay, for tea."><meta property="og:price:amount" content="24.00"><meta property="og:price:currency" content="EUR"><meta property="og:image" content="https://c.example/m_1200x1200.jpg">';

/** Reads the mug from a page and checks that it is a product. */
export function read(html: string): Product {
  const product = productOnPage(html, 'mug', facts);
  expect(Product.parse(product)).toEqual(product);
  return product;
}

/** `var meta` as Shopify writes it, one variant for each title. */
export function meta(titles: readonly (string | null)[], own: object = {}): string {
  const variants = titles.map((title, at) => ({
    id: 41 + at,
    price: 2400 + at,
    name: title === null ? 'Mug' : `Mug - ${title}`,
    public_title: title,
    sku: `M-${at}`,
  }));
  const product = { id: 7001, vendor: 'Mud', type: 'Cups', variants, ...own };
  return `<script>window.x = {}; var meta = ${JSON.stringify({ product, page: { pageType: 'product' } })};\nfor (var a in meta) {}</script>`;
}
