import type { Product } from '@bowerbird/catalog/product';
import type { CollectAsk, CollectEvent, Collector, Skipped } from '../collecting/collector.ts';
import type { Json, PlatformContext } from '../context.ts';
import { fakeClock } from './fake-clock.ts';

/** Everything a run gave. */
export interface Collected {
  products: Product[];
  ids: string[];
  skipped: Skipped[];
  events: CollectEvent[];
  checkpoint: Json | null;
}

/** A context with a clock of its own. */
export function contextFor(fetch: typeof globalThis.fetch, clock = fakeClock()): PlatformContext {
  return { fetch, signal: new AbortController().signal, now: clock.now, sleep: clock.sleep };
}

/** What to collect; left out: the whole shop, from the start. */
export type Wanted = Partial<CollectAsk> & { addresses: URL[] };

/** Collects, up to so many batches, as a job does that goes on from `before`. */
export async function collectAll(
  collector: Collector,
  wanted: Wanted,
  context: PlatformContext,
  { batches = Number.POSITIVE_INFINITY, before }: { batches?: number; before?: Collected } = {},
): Promise<Collected> {
  const known = new Set(before?.ids);
  const all: Collected = {
    products: [],
    ids: [],
    skipped: [],
    events: [],
    checkpoint: before?.checkpoint ?? null,
  };
  const ask: CollectAsk = {
    scope: 'shop',
    checkpoint: all.checkpoint,
    alreadyGot: (id) => known.has(id),
    ...wanted,
  };
  let left = batches;
  for await (const event of collector.collect(ask, context)) {
    all.events.push(event);
    if (event.kind !== 'batch') {
      continue;
    }
    for (const product of event.products) {
      const id = product.source?.id ?? '';
      all.products.push(product);
      all.ids.push(id);
    }
    all.skipped.push(...event.skipped);
    // As it comes back from where it was saved.
    all.checkpoint = JSON.parse(JSON.stringify(event.checkpoint));
    left -= 1;
    if (left <= 0) {
      break;
    }
  }
  return all;
}

/** Counts how many of a fetch's requests are under way at once. */
export function counted(
  fetch: typeof globalThis.fetch,
  clock: Pick<PlatformContext, 'sleep'>,
  tookMs: number,
) {
  const most = { underWay: 0 };
  let underWay = 0;
  const watched: typeof globalThis.fetch = async (input, init) => {
    underWay += 1;
    most.underWay = Math.max(most.underWay, underWay);
    try {
      await clock.sleep(tookMs, init?.signal ?? new AbortController().signal);
      return await fetch(input, init);
    } finally {
      underWay -= 1;
    }
  };
  return { fetch: watched, most };
}
