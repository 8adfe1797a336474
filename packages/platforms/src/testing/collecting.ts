import type { Product } from '@bowerbird/catalog/product';
import type { CollectEvent, Collector, CollectRequest, Skipped } from '../collecting/collector.ts';
import type { Json, PlatformContext } from '../context.ts';
import { fakeClock } from './fake-clock.ts';

/** Everything that a run returned. */
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
export type Wanted = Partial<CollectRequest> & { addresses: URL[] };

/** Collects up to this many batches, as a job does that resumes from `before`. */
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
  const request: CollectRequest = {
    scope: 'shop',
    checkpoint: all.checkpoint,
    alreadyGot: (id) => known.has(id),
    ...wanted,
  };
  let left = batches;
  for await (const event of collector.collect(request, context)) {
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
    // Parsed as it is when read back from where it was saved.
    all.checkpoint = JSON.parse(JSON.stringify(event.checkpoint));
    left -= 1;
    if (left <= 0) {
      break;
    }
  }
  return all;
}

/** Counts how many of a fetch's requests are in flight at once. */
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
