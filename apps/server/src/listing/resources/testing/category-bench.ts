import type { Product } from '@bowerbird/catalog/product';
import type { Lister } from '@bowerbird/platforms/listing/lister';
import { shopify } from '@bowerbird/platforms/shopify/index';
import { type ListingBench, listingBench, type StoreBench } from '../../../../testing/listing/listing.ts';
import { asOwner, type Db } from '../../../db/database.ts';

type Times = Lister['features']['times'];

/** What the request that creates a category contains. */
export const creates = 'BowerbirdCreateCollection';

/**
 * How long after it was sent the simulated store may apply a request, in milliseconds; the settle period is 5 s longer.
 */
const latenessMs = 30_000;

/** A Shopify store, which creates a second collection of an existing title: only our own record prevents that. */
export function categoryBench(db: Db, changed: Partial<Times> = { latenessMs }): Promise<ListingBench> {
  const times = shopify.lister?.features.times;
  return listingBench(db, { ...(times && { lister: { features: { times: { ...times, ...changed } } } }) });
}

/** Returns the products in a category; in none where it has no name. */
export function inCategory(name: string, products: readonly Product[]): Product[] {
  return products.map((product) => ({ ...product, categories: name === '' ? [] : [['Home', name]] }));
}

/** Returns the titles of the collections in the store, sorted. */
export function titles({ shop }: ListingBench): string[] {
  return [...shop.view().collections.values()].map(({ title }) => title).toSorted();
}

/** Returns the titles of the collections that each product is in, in the order of products. */
export function placed({ shop }: ListingBench): string[][] {
  const { products, collections } = shop.view();
  return products.map((product) => product.collections.flatMap((id) => collections.get(id)?.title ?? []));
}

/**
 * Returns the outcomes of the attempts to create a category, oldest first, without those whose gate a busy machine
 * shut.
 */
export async function outcomes({ services, ownerId }: StoreBench): Promise<string[]> {
  const rows = await asOwner(services.db, ownerId, (owned) =>
    owned
      .selectFrom('store_resource_attempt')
      .select('outcome')
      .where('owner_id', '=', ownerId)
      .where('action', '=', 'create')
      .orderBy('id')
      .execute(),
  );
  return rows.flatMap(({ outcome }) => (outcome === 'never_sent' ? [] : [outcome]));
}

/** The services of a worker of the same merchant; its requests that contain this text are intercepted. */
export function meeting(
  { services }: ListingBench,
  text: string,
  meet: (send: () => Promise<Response>) => Promise<Response>,
): ListingBench['services'] {
  return {
    ...services,
    fetch: (input, init) =>
      String(init?.body).includes(text)
        ? meet(() => services.fetch(input, init))
        : services.fetch(input, init),
  };
}

/** A signal that nobody gives. */
export const signal = () => new AbortController().signal;
