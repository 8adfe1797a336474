import { startVisit } from '../http.ts';
import type { CollectAsk, CollectEvent, PlatformContext } from '../platform.ts';
import { readAddress } from './address.ts';
import { isOfShop, readCheckpoint } from './checkpoint.ts';
import { collectCategories } from './collect-categories.ts';
import { collectList } from './collect-list.ts';
import { collectShop } from './collect-shop.ts';
import { startReading } from './reading.ts';

/** Reads a Shopify shop, see `Collector.collect`. Let go early, it stops the requests it has under way. */
export async function* collect(ask: CollectAsk, context: PlatformContext): AsyncGenerator<CollectEvent> {
  const letGo = new AbortController();
  const signal = AbortSignal.any([context.signal, letGo.signal]);
  const visit = startVisit({ ...context, signal }, ask);
  const start = readCheckpoint(ask.checkpoint);
  const [first] = ask.addresses;
  try {
    if (ask.scope === 'category') {
      yield* collectCategories(ask.addresses, ask, visit, start?.way === 'category' ? start : null);
    } else if (ask.scope === 'shop' && first) {
      const begun = isOfShop(start) ? start : null;
      yield* collectShop(await startReading(visit, readAddress(first), ask, begun?.seen ?? 0), begun);
    } else {
      yield* collectList(ask, visit, start?.way === 'list' ? start : null);
    }
  } finally {
    letGo.abort();
  }
}
