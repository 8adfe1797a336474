import type { Json } from '../../context.ts';
import type { Visit } from '../../net/http.ts';
import type { CollectEvent, CollectRequest } from '../collector.ts';
import { startReading } from '../reading.ts';
import type { Place, ShopDialect } from '../shop-reader.ts';
import { categories } from './categories.ts';
import { feed } from './feed.ts';
import { missing } from './missing.ts';
import { pages } from './pages.ts';
import { positionIn, runStages, type Stage } from './run-stages.ts';
import { type ShopCursor, type ShopRun, startShopRun } from './shop-run.ts';
import { sitemap } from './sitemap.ts';

/**
 * The way through a whole shop: its feed; beyond the feed's cap, its categories. A shop with a closed feed is read
 * entirely by its sitemap and product pages; one that names no products there, by its page of all products. Where there
 * were lists, what they lack of the promise is read by sitemap and product pages.
 */
const shopStages: readonly Stage<ShopRun, ShopCursor>[] = [feed, categories, sitemap, missing, pages];

/** Collects a whole shop, from a saved checkpoint on. */
export async function* collectShop(
  dialect: ShopDialect,
  place: Place,
  request: Pick<CollectRequest, 'alreadyGot' | 'stock'>,
  visit: Visit,
  saved: Json | null,
): AsyncGenerator<CollectEvent> {
  const from = positionIn(shopStages, saved);
  const reader = await dialect.open(place, visit, request);
  const reading = startReading(reader, request, from?.cursor.seen ?? 0);
  reader.root = from?.cursor.root ?? reader.root;
  await reader.begin?.();
  if (reader.promised !== null) {
    yield { kind: 'promised', way: 'feed', count: reader.promised };
  }
  yield* runStages(shopStages, startShopRun(reading), from);
}
