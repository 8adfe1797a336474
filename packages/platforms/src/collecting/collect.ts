import { atOnce, startVisit } from '../http.ts';
import { isOfShop, readCheckpoint } from './checkpoint.ts';
import { collectCategories } from './collect-categories.ts';
import { collectList } from './collect-list.ts';
import { collectShop } from './collect-shop.ts';
import type { CollectAsk, CollectEvent, Collector } from './collector.ts';
import { startReading } from './reading.ts';
import { categoryTree, placeOf, type ShopDialect } from './shop-reader.ts';

/** The collector of a platform whose shops are read in this dialect; what recognises them is its own. */
export function collectorOf(
  dialect: ShopDialect,
  own: Pick<Collector, 'recognise' | 'readPage' | 'leadsOn' | 'access' | 'asksForStock'>,
): Collector {
  return {
    ...own,
    ...(dialect.searchAddress && { searchAddress: dialect.searchAddress }),
    async preview(url, scope, context) {
      const visit = startVisit(context, atOnce);
      const place = await placeOf(dialect, url, scope === 'list' ? undefined : scope, visit);
      return await dialect.preview(place, context, visit);
    },
    async categories(url, context) {
      const visit = startVisit(context);
      const reader = await dialect.open(await placeOf(dialect, url, undefined, visit), visit);
      return categoryTree(await reader.categories(), reader.categoryAddress);
    },

    // Let go early, it stops the requests it has under way.
    async *collect(ask: CollectAsk, context): AsyncGenerator<CollectEvent> {
      const letGo = new AbortController();
      const signal = AbortSignal.any([context.signal, letGo.signal]);
      const visit = startVisit({ ...context, signal }, ask);
      const start = readCheckpoint(ask.checkpoint);
      const [first] = ask.addresses;
      try {
        if (ask.scope === 'category' || (ask.scope === 'search' && dialect.searchAddress)) {
          yield* collectCategories(
            dialect,
            ask.addresses,
            { ...ask, scope: ask.scope },
            visit,
            start?.way === 'category' ? start : null,
          );
        } else if (ask.scope === 'shop' && first) {
          const begun = isOfShop(start) ? start : null;
          const reader = await dialect.open(await placeOf(dialect, first, 'shop', visit), visit, ask);
          yield* collectShop(startReading(reader, ask, begun?.seen ?? 0), begun);
        } else {
          yield* collectList(dialect, ask, visit, start?.way === 'list' ? start : null);
        }
      } finally {
        letGo.abort();
      }
    },
  };
}
