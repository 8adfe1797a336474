import { platforms } from '@bowerbird/platforms/all';
import { simulators } from '@bowerbird/simulators/all';
import {
  type KeptAnswer,
  type Read,
  type SimulatedShop,
  simulatedShop,
} from './collecting/simulated-shop.ts';
import { watchMemory } from './memory.ts';
import { benchRecordedPages, comparePages, type ProductPage, parseHtml, perSecond } from './product-pages.ts';
import type { BenchRow } from './row.ts';

const rounds = 3;
/** Number of products in each simulated shop; fewer where every product costs a page. */
const products = { inLists: 5000, onPages: 400 };
/** The most products that a request of the platform can carry; absent: each has its own page. */
const perRequest: Record<string, number> = {
  shopify: 250,
  woocommerce: 100,
  wordpress: 100,
  shoplazza: 48,
};
const cappedProducts = 60_000;

/**
 * Measures what reading costs without network, database and shop: each platform's simulated shop is read once and its
 * answers kept; then the same answers are read again, compared with only parsing each of them, the best of three each.
 * Also finds all of a shop that is far larger than its feed.
 */
export async function benchPlatforms(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const platform of simulators.keys()) {
    const shop = simulatedShop(platform, perRequest[platform] ? products.inLists : products.onPages);
    const first = await shop.collect('shop', true);
    rows.push(await compareReading(platform, shop, first));
    const pages = comparePages(platform, pagesIn(shop), 'its product pages');
    rows.push(...(pages ? [pages] : []));
  }
  rows.push(...benchRecordedPages());
  rows.push(await findWholeShop());
  return rows;
}

async function compareReading(platform: string, shop: SimulatedShop, first: Read): Promise<BenchRow> {
  const answers = [...shop.answers.values()];
  let ours = Number.POSITIVE_INFINITY;
  let floor = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const again = await shop.collect('kept');
    requireWhole(platform, again, first.distinct);
    ours = Math.min(ours, again.ms);
    floor = Math.min(floor, await parseAll(answers));
  }
  const fewest = Math.ceil(first.products / (perRequest[platform] ?? 1));
  return {
    what: `${nameOf(platform)}: read ${first.products.toLocaleString('en')} products of a simulated shop`,
    ours: `${perSecond(first.products, ours)} products a second, ${first.requests} requests`,
    floor: `${perSecond(first.products, floor)} (fetch and parse the same answers); ${fewest} requests carry the products`,
    ratio: floor / ours,
    aim: '',
  };
}

/** Returns the product pages among the shop's answers. */
function pagesIn({ answers }: SimulatedShop): ProductPage[] {
  const decoder = new TextDecoder();
  return [...answers.values()]
    .filter(({ status, headers }) => status === 200 && (headers.get('content-type') ?? '').includes('html'))
    .map(({ url, body }) => ({ url, html: decoder.decode(body) }));
}

/**
 * Measures a shop beyond the limit of its feed, 25,000 products; the rest is found by categories, sitemap and pages.
 */
async function findWholeShop(): Promise<BenchRow> {
  const memory = watchMemory();
  const read = await simulatedShop('shopify', cappedProducts).collect('shop');
  const reported = memory.end();
  requireWhole('shopify', read, cappedProducts);
  const fewest = Math.ceil(cappedProducts / 250);
  return {
    what: `Shopify: a shop of ${cappedProducts.toLocaleString('en')} behind a feed of 25,000, found whole`,
    ours: `${read.distinct.toLocaleString('en')} of ${cappedProducts.toLocaleString('en')}, ${read.requests} requests, ${(read.ms / 1000).toFixed(1)} s; ${reported}`,
    floor: `${fewest} requests, were there no cap`,
    ratio: fewest / read.requests,
    aim: '',
  };
}

function requireWhole(platform: string, { distinct, products, skipped }: Read, expected: number): void {
  if (distinct !== expected || products !== expected || skipped > 0) {
    throw new Error(
      `${platform}: ${distinct} distinct of ${products} read, ${skipped} skipped, ${expected} expected`,
    );
  }
}

async function parseAll(answers: readonly KeptAnswer[]): Promise<number> {
  const begun = performance.now();
  for (const { body, status, headers } of answers) {
    const text = await new Response(body, { status, headers }).text();
    if (/^\s*[[{]/.test(text)) {
      JSON.parse(text);
    } else {
      parseHtml(text);
    }
  }
  return performance.now() - begun;
}

function nameOf(platform: string): string {
  return platforms.get(platform)?.name ?? platform;
}
