import { ListingRules } from '@bowerbird/catalog/listing-rules/rules';
import { Currency } from '@bowerbird/catalog/product';
import { z } from 'zod/mini';
import { StoreId } from '../listing/stores.ts';
import { route } from '../route.ts';

/** A store in which products may have own values: by its shop, which stays the same when the store is connected again. */
export const OwnValuePlace = z.object({
  shopId: z.uuid(),
  storeId: StoreId,
  name: z.string(),
  platform: z.string(),
  currency: z.nullable(Currency),
  /** The store's listing rules, by which it gets what has no own value. */
  rules: ListingRules,
});
export type OwnValuePlace = z.infer<typeof OwnValuePlace>;

/**
 * Returns the connected stores by name, each shop once, with what applies to products there. The own values of a product
 * are in the product itself (`inStores`), saved, edited and undone with it.
 */
export const listOwnValuePlaces = route({
  method: 'GET',
  path: '/own-value-places',
  needs: { permission: 'products', action: 'query' },
  answer: z.array(OwnValuePlace),
});
