import { pathKey } from '@bowerbird/catalog/listing-rules/mapping';
import type { StoreCategories } from '@bowerbird/contract/listing/store-categories';
import type { OwnerDb } from '../../db/database.ts';
import type { Services } from '../../services/services.ts';
import { getStore } from '../../stores/queries.ts';
import { listerOf } from '../../stores/session.ts';
import { findChoices, findChosen, findTree } from './rows.ts';

const chosenMax = 8;

/** Returns a store's categories as currently known; throws `not-found` for an unknown store. */
export async function viewCategories(
  services: Services,
  db: OwnerDb,
  ownerId: string,
  storeId: string,
): Promise<StoreCategories> {
  const { shop } = await getStore(db, ownerId, storeId);
  const { categories: storeCategories } = listerOf(services, shop.platform).reader;
  const tree = await findTree(db, ownerId, shop.id);
  const categories = tree?.categories ?? [];
  const { shape, creates } = storeCategories;
  const readAt = tree?.read_at ?? null;
  const isThere = new Set(categories.map(({ path }) => pathKey(path)));
  // A category deleted in the store since would be created again, or missing. So it is offered only if nothing says
  // that it was deleted.
  const offered = (await findChosen(db, ownerId, shop.id))
    .map((chosen) => ({ ...chosen, path: inShape(chosen.path, shape) }))
    .filter(
      ({ path, lastAt }) =>
        readAt === null || isThere.has(pathKey(path)) || (creates && lastAt.getTime() > readAt.getTime()),
    );
  return {
    shape,
    creates,
    categories,
    isComplete: tree?.is_complete ?? true,
    asOf: readAt?.toISOString() ?? null,
    reading:
      tree?.isReading && tree.reading_since
        ? { since: tree.reading_since.toISOString(), count: tree.read_count }
        : null,
    failure:
      tree?.failure && tree.failed_at && !tree.isReading
        ? { ...tree.failure, at: tree.failed_at.toISOString() }
        : null,
    chosen: offered.slice(0, chosenMax).map(({ path, times }) => ({ path, times })),
  };
}

/** Where collections are a flat list, a path is known by its last name. */
function inShape(path: string[], shape: StoreCategories['shape']): string[] {
  return shape === 'list' ? path.slice(-1) : path;
}

/** Data from which categories for one store are suggested. */
export interface StoreMemory {
  /** Paths that the store has. */
  known: string[][];
  /** Earlier choices for the store, newest first. */
  memory: { from: string[]; to: string[] }[];
  /** Converts a path from elsewhere for this store; null if that is impossible. */
  fit(path: string[]): string[] | null;
}

export async function findStoreMemory(
  services: Services,
  db: OwnerDb,
  ownerId: string,
  storeId: string,
): Promise<StoreMemory> {
  const { shop } = await getStore(db, ownerId, storeId);
  const { categories: storeCategories } = listerOf(services, shop.platform).reader;
  const tree = await findTree(db, ownerId, shop.id);
  const known = (tree?.categories ?? []).map(({ path }) => path);
  const isThere = new Set(known.map((path) => pathKey(path)));
  const mustBeThere = !storeCategories.creates && tree?.read_at != null;
  return {
    known,
    memory: await findChoices(db, ownerId, shop.id),
    fit(path) {
      const own = inShape(path, storeCategories.shape);
      return mustBeThere && !isThere.has(pathKey(own)) ? null : own;
    },
  };
}
