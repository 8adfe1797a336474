import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { platforms } from '@bowerbird/platforms/all';
import { Parser } from 'htmlparser2';
import type { BenchRow } from './row.ts';

const rounds = 3;
/** Minimum measuring time for each side, in milliseconds. */
const measuredMs = 1500;
/** Number of times that each page is read in a round. */
const times = 20;
const recorded = join(import.meta.dirname, '../../../shared/fixtures');

/** Recorded pages of products: whole ones are compressed; of the others, most markup was left out. */
const known: { platform: string; file: string; url: string }[] = [
  {
    platform: 'alibaba',
    file: 'alibaba/product-ladder-promotion.html',
    url: 'https://www.alibaba.com/product-detail/a_1600000000001.html',
  },
  {
    platform: 'alibaba',
    file: 'alibaba/product-two-values-of-one-name.html.gz',
    url: 'https://www.alibaba.com/product-detail/a_1601825563615.html',
  },
  {
    platform: 'shopify',
    file: 'shopify/pages/zahrastore-var-meta-only.html.gz',
    url: 'https://miona-vinovatheme.myshopify.com/products/printed-t-shirt',
  },
  {
    platform: 'shopify',
    file: 'shopify/pages/7vapes-open-graph-and-meta.html.gz',
    url: 'https://7vapes.ca/collections/all/products/quattro-vape-juice-deal',
  },
  {
    platform: 'alibaba-1688',
    file: 'alibaba/1688-offer-desktop-window-context.html',
    url: 'https://detail.1688.com/offer/900000000001.html',
  },
  {
    platform: 'woocommerce',
    file: 'woocommerce/html/page-fleece-hoodie.html',
    url: 'https://shop.example/product/fleece-hoodie/',
  },
];

/** A page of a product, and its reader. */
export interface ProductPage {
  html: string;
  url: URL;
}

/**
 * Compares recorded pages of products with parsing them, if the recorded data is beside the project; else returns none.
 */
export function benchRecordedPages(): BenchRow[] {
  return known
    .filter(({ file }) => existsSync(join(recorded, file)))
    .flatMap(({ platform, file, url }) => {
      const content = readFileSync(join(recorded, file));
      const html = (file.endsWith('.gz') ? gunzipSync(content) : content).toString('utf8');
      const page = { html, url: new URL(url) };
      return (
        comparePages(platform, Array<ProductPage>(times).fill(page), 'a recorded page of a product') ?? []
      );
    });
}

/** Compares `readPage` over these pages with parsing them; null if it finds a product on too few. */
export function comparePages(platform: string, given: readonly ProductPage[], what: string): BenchRow | null {
  const { name, collector } = platforms.get(platform) ?? { name: platform };
  const pages = given.filter(({ html, url }) => (collector?.readPage?.(html, url) ?? []).length > 0);
  if (pages.length < times) {
    return null;
  }
  const ours = best(pages, ({ html, url }) => void collector?.readPage?.(html, url));
  const floor = best(pages, ({ html }) => parseHtml(html));
  const size = pages.reduce((sum, { html }) => sum + html.length, 0) / pages.length;
  return {
    what: `${name}: ${what}, ${Math.round(size / 1024)} KiB`,
    ours: `${perSecond(pages.length, ours)} pages a second`,
    floor: `${perSecond(pages.length, floor)} (bare parse)`,
    ratio: floor / ours,
    aim: '',
  };
}

export function parseHtml(html: string): void {
  const parser = new Parser({});
  parser.end(html);
}

export function perSecond(count: number, ms: number): string {
  return Math.round(count / (ms / 1000)).toLocaleString('en');
}

/**
 * Returns how long the work takes over all pages, counting each page's best time: both sides are warm then, and other
 * load on the machine disturbs them little.
 */
function best(pages: readonly ProductPage[], work: (page: ProductPage) => void): number {
  const times = pages.map(() => Number.POSITIVE_INFINITY);
  const end = performance.now() + measuredMs;
  for (let round = 0; round < rounds || performance.now() < end; round += 1) {
    for (const [at, page] of pages.entries()) {
      const begun = performance.now();
      work(page);
      times[at] = Math.min(times[at] ?? 0, performance.now() - begun);
    }
  }
  return times.reduce((sum, ms) => sum + ms, 0);
}
