import { atOnce, startVisit } from '../net/http.ts';
import { isOfShop, readCheckpoint } from './checkpoint.ts';
import { collectCategories } from './collect-categories.ts';
import { collectList } from './collect-list.ts';
import { collectShop } from './collect-shop.ts';
import type { CollectEvent, Collector, CollectRequest } from './collector.ts';
import { startReading } from './reading.ts';
import { categoryTree, placeOf, type ShopDialect } from './shop-reader.ts';

/**
 * Creates the collector of a platform whose shops are read with this dialect; recognition is specific to the platform.
 */
export function collectorOf(
  dialect: ShopDialect,
  own: Pick<Collector, 'recognise' | 'readPage' | 'sourceLinksOn' | 'access' | 'supportsStockRequests'>,
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

    // Stops its running requests when the consumer ends the iteration early.
    async *collect(request: CollectRequest, context): AsyncGenerator<CollectEvent> {
      const letGo = new AbortController();
      const signal = AbortSignal.any([context.signal, letGo.signal]);
      const visit = startVisit({ ...context, signal }, request);
      const start = readCheckpoint(request.checkpoint);
      const [first] = request.addresses;
      try {
        if (request.scope === 'category' || (request.scope === 'search' && dialect.searchAddress)) {
          yield* collectCategories(
            dialect,
            request.addresses,
            { ...request, scope: request.scope },
            visit,
            start?.way === 'category' ? start : null,
          );
        } else if (request.scope === 'shop' && first) {
          const begun = isOfShop(start) ? start : null;
          const reader = await dialect.open(await placeOf(dialect, first, 'shop', visit), visit, request);
          yield* collectShop(startReading(reader, request, begun?.seen ?? 0), begun);
        } else {
          yield* collectList(dialect, request, visit, start?.way === 'list' ? start : null);
        }
      } finally {
        letGo.abort();
      }
    },
  };
}
