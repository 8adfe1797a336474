import { callsAs } from '../../../apps/console/e2e/practice.ts';
import { startProductIn } from '../../../apps/console/e2e/product.ts';
import type { BenchRow } from '../row.ts';
import { callsOf, type ListCall } from './calls.ts';
import { fill } from './fill.ts';
import { keptShop } from './kept-shop.ts';
import { inTurn, rowOf, type Times, timed } from './timing.ts';

const products = Number(process.env.LISTS_PRODUCTS ?? 1_400_000);

type Call = Awaited<ReturnType<typeof callsAs>>;

/**
 * Measures the product list of a merchant with 1.4 million products (`LISTS_PRODUCTS`) over HTTP: every sort in both directions and
 * every filter that the API offers, some of both, the values to filter by and the work queues; and the list of a merchant
 * with ten products beside. Prints each call with its median and 95th percentile of twelve (`LISTS_REPEATS`), and
 * returns the slowest of each kind.
 */
export async function benchLists(): Promise<BenchRow[]> {
  const kept = await keptShop(`lists-${products}`, (url, username) => fill(url, username, products));
  const { product, end } = await startProductIn(kept.folder, kept.signIns);
  try {
    const call = await callsAs(product, product.merchant);
    const small = await callsAs(product, { ...product.merchant, username: 'small' });
    const { sorts, filters, both } = callsOf(kept.marks);
    const floor = await timed('ten products', () => query(small, { filter: {} }));
    const kinds: [kind: string, aim: number, times: Times[]][] = [
      ['sorts', 50, await inTurn(queries(call, sorts))],
      ['filters', 50, await inTurn(queries(call, filters))],
      ['filters and sorts', 50, await inTurn(queries(call, both))],
      ['facets', 100, [await timed('facets', () => call('GET', '/products/facets'))]],
      ['work queues', 100, [await timed('queues', () => call('GET', '/products/queues'))]],
      [
        'of ten products, a price range',
        50,
        [await timed('small', () => query(small, { filter: { priceMin: '5' } }))],
      ],
    ];
    return kinds.map(([kind, aim, times]) =>
      rowOf(`list of ${products.toLocaleString('en')} products, ${kind}`, aim, times, floor),
    );
  } finally {
    await end();
  }
}

function queries(call: Call, calls: readonly ListCall[]) {
  return calls.map(({ name, body }) => ({ name, work: () => query(call, body) }));
}

function query(call: Call, body: ListCall['body']): Promise<{ total: number }> {
  return call('POST', '/products/query', { ...body, limit: 100 });
}
