import { setTimeout as sleep } from 'node:timers/promises';
import { callsAs } from '../../apps/console/e2e/practice.ts';
import { startProductIn } from '../../apps/console/e2e/product.ts';
import { callsOf, type ListCall } from './lists/calls.ts';
import { keptShop } from './lists/kept-shop.ts';
import type { BenchRow } from './row.ts';

const products = Number(process.env.LISTS_PRODUCTS ?? 1_400_000);
const repeats = Number(process.env.LISTS_REPEATS ?? 12);

type Call = Awaited<ReturnType<typeof callsAs>>;

interface Times {
  name: string;
  p50: number;
  p95: number;
}

/**
 * Measures the product list of a merchant with 1.4 million products (`LISTS_PRODUCTS`) over HTTP: every sort in both directions and
 * every filter that the API offers, some of both, the values to filter by and the work queues; and the list of a merchant
 * with ten products beside. Prints each call with its median and 95th percentile of twelve (`LISTS_REPEATS`), and
 * returns the slowest of each kind.
 */
export async function benchLists(): Promise<BenchRow[]> {
  const kept = await keptShop(products);
  const { product, end } = await startProductIn(kept.folder, kept.signIns);
  try {
    const call = await callsAs(product, product.merchant);
    const small = await callsAs(product, { ...product.merchant, username: 'small' });
    const { sorts, filters, both } = callsOf(kept.marks);
    const floor = await timed('ten products', () => query(small, { filter: {} }));
    const kinds: [kind: string, aim: number, times: Times[]][] = [
      ['sorts', 50, await inTurn(call, sorts)],
      ['filters', 50, await inTurn(call, filters)],
      ['filters and sorts', 50, await inTurn(call, both)],
      ['facets', 100, [await timed('facets', () => call('GET', '/products/facets'))]],
      ['work queues', 100, [await timed('queues', () => call('GET', '/products/queues'))]],
      [
        'of ten products, a price range',
        50,
        [await timed('small', () => query(small, { filter: { priceMin: '5' } }))],
      ],
    ];
    return kinds.map(([kind, aim, times]) => rowOf(kind, aim, times, floor));
  } finally {
    await end();
  }
}

function rowOf(kind: string, aim: number, times: readonly Times[], floor: Times): BenchRow {
  for (const { name, p50, p95 } of times) {
    console.error(`| ${name} | ${p50.toFixed(0)} | ${p95.toFixed(0)} |`);
  }
  const [slowest] = times.toSorted((one, other) => other.p95 - one.p95);
  const p95 = slowest?.p95 ?? Number.NaN;
  const within = times.filter((each) => each.p95 <= aim).length;
  return {
    what: `list of ${products.toLocaleString('en')} products, ${kind}: ${within} of ${times.length} within ${aim} ms; slowest: ${slowest?.name.replaceAll('|', '')}`,
    ours: `p95 ${p95.toFixed(0)} ms, p50 ${slowest?.p50.toFixed(0)} ms`,
    floor: `${floor.p95.toFixed(0)} ms (the list of a merchant with ten products)`,
    ratio: floor.p95 / p95,
    aim: `${aim} ms`,
  };
}

async function inTurn(call: Call, calls: readonly ListCall[]): Promise<Times[]> {
  const times: Times[] = [];
  for (const { name, body } of calls) {
    times.push(await timed(name, () => query(call, body)));
  }
  return times;
}

function query(call: Call, body: ListCall['body']): Promise<{ total: number }> {
  return call('POST', '/products/query', { ...body, limit: 100 });
}

/** The first call, which reads the disk, does not count. */
async function timed(name: string, work: () => Promise<unknown>): Promise<Times> {
  await work();
  const times: number[] = [];
  for (let time = 0; time < repeats; time += 1) {
    // A person does not call without a pause; at real-time priority neither does the system allow it.
    await sleep(30);
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.ceil(repeats * share) - 1] ?? Number.NaN;
  return { name, p50: at(0.5), p95: at(0.95) };
}
