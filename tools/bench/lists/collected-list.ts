import type { CollectedFilter } from '@bowerbird/contract/collect/collected';
import { collectedSorts } from '@bowerbird/contract/collect/collected';
import { callsAs } from '../../../apps/console/e2e/practice.ts';
import { startProductIn } from '../../../apps/console/e2e/product.ts';
import type { BenchRow } from '../row.ts';
import { type CollectedMarks, fillCollected } from './collected-shop.ts';
import { keptShop } from './kept-shop.ts';
import { commonChinese, commonWord, sourceCount } from './products.ts';
import { inTurn, rowOf, type Times, timed } from './timing.ts';

const products = Number(process.env.COLLECTED_PRODUCTS ?? 1_000_000);

/**
 * Measures the list of a merchant's collected products, of whom there are a million (`COLLECTED_PRODUCTS`), over HTTP: every order in both
 * directions, every filter that the API offers, what they can be filtered by, and groups of similar ones; and the list of a
 * merchant with ten beside. Prints each call with its median and 95th percentile, and returns the slowest of each kind.
 */
export async function benchCollected(): Promise<BenchRow[]> {
  const kept = await keptShop(`collected-${products}`, (url, username) =>
    fillCollected(url, username, products),
  );
  const { product, end } = await startProductIn(kept.folder, kept.signIns);
  try {
    const call = await callsAs(product, product.merchant);
    const small = await callsAs(product, { ...product.merchant, username: 'small' });
    const query = (as: typeof call, body: object) =>
      as<object>('POST', '/collect/results/query', { ...body, limit: 60 });
    const floor = await timed('ten products', () => query(small, { filter: {} }));
    const sorts = collectedSorts.flatMap((sort) =>
      ['asc', 'desc'].map((direction) => ({
        name: `${sort} ${direction}`,
        work: () => query(call, { filter: {}, sort, direction }),
      })),
    );
    const filters = Object.values(filtersOf(kept.marks))
      .flat()
      .map((filter) => ({ name: JSON.stringify(filter), work: () => query(call, { filter }) }));
    const choices = ['', '?platform=shopify'].map((platform) => ({
      name: `traits${platform}`,
      work: () => call<object>('GET', `/collect/results/traits${platform}`),
    }));
    const kinds: [kind: string, aim: number, times: Times[]][] = [
      ['orders', 50, await inTurn(sorts)],
      ['filters', 50, await inTurn(filters)],
      ['what to filter by', 100, await inTurn(choices)],
      ['groups of similar products', 100, [await timed('groups', () => call('GET', '/collect/duplicates'))]],
    ];
    return kinds.map(([kind, aim, times]) =>
      rowOf(`${products.toLocaleString('en')} collected products, ${kind}`, aim, times, floor),
    );
  } finally {
    await end();
  }
}

/** Filters to measure for each one that the API has, so that a new one must be added here. Common and rare values. */
function filtersOf({ runId }: CollectedMarks): Record<keyof CollectedFilter, Partial<CollectedFilter>[]> {
  return {
    state: [{ state: 'unclaimed' }, { state: 'claimed' }, { state: 'failed' }],
    text: [
      { text: commonWord },
      { text: commonChinese },
      { text: commonChinese.slice(0, 1) },
      { text: 'zx' },
      { text: 'q' },
      { text: 'product-123456' },
      { text: `${commonWord} ${commonChinese}` },
    ],
    platforms: [
      { platforms: ['shopify'] },
      { platforms: ['shopify'], state: 'unclaimed' },
      { platforms: ['none'] },
    ],
    sources: [
      { sources: ['source-0.example'] },
      { sources: ['source-0.example'], state: 'unclaimed' },
      { sources: ['source-0.example', 'source-1.example'] },
      { sources: [`source-${sourceCount - 1}.example`] },
    ],
    priceMin: [
      { priceMin: '20', priceMax: '40' },
      { priceMin: '20', priceMax: '20.01' },
      { priceMin: '770' },
    ],
    priceMax: [{ priceMax: '2.75' }],
    runId: [{ runId }, { runId, state: 'unclaimed' }],
    duplicatesOnly: [{ duplicatesOnly: true }],
    attributes: [
      { attributes: [{ name: 'Size', values: ['S'] }] },
      { attributes: [{ name: 'Material', values: ['Material 7'] }] },
      { attributes: [{ name: 'Detail 3', values: [] }] },
      { attributes: [{ name: 'Detail 3', values: ['Value 63'] }] },
    ],
    facts: [
      { facts: [{ name: 'availability', values: ['available'] }] },
      { facts: [{ name: 'availability', values: ['sold-out'] }] },
    ],
  };
}
