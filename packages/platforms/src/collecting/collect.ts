import { atOnce, startVisit } from '../net/http.ts';
import type { CollectEvent, Collector, CollectRequest } from './collector.ts';
import { categoryTree, placeOf, type ShopDialect } from './shop-reader.ts';
import { collectAddresses } from './stages/addresses.ts';
import { collectCategories } from './stages/chosen-categories.ts';
import { collectShop } from './stages/shop.ts';

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
    // Of a list, each address is a product's.
    shopOf: (address, scope) => dialect.place(address, scope === 'list' ? 'product' : scope).shop,
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
      const { addresses, checkpoint, scope } = request;
      const [first] = addresses;
      try {
        if (scope === 'category' || (scope === 'search' && dialect.searchAddress)) {
          yield* collectCategories(dialect, addresses, { ...request, scope }, visit, checkpoint);
        } else if (scope === 'shop' && first) {
          const place = await placeOf(dialect, first, 'shop', visit);
          yield* collectShop(dialect, place, request, visit, checkpoint);
        } else {
          yield* collectAddresses(dialect, request, visit, checkpoint);
        }
      } finally {
        letGo.abort();
      }
    },
  };
}
