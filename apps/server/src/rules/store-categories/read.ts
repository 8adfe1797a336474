import { AppError } from '@bowerbird/contract/errors';
import {
  type StoreCategories as StoreCategoriesOf,
  type StoreCategory,
  storeCategoriesMax,
} from '@bowerbird/platforms/listing/store/categories';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import type { Services } from '../../services/services.ts';
import { StoreSession } from '../../stores/session.ts';
import { entriesOf } from './paths.ts';
import { beginReading, keepFailure, keepProgress, keepTree, type Reading } from './rows.ts';

/** A store with thousands of collections that allows one request a second needs a minute. */
const patienceMs = 300_000;

/**
 * Starts reading a store's categories and resolves once it has started; if one is in progress, no second one starts.
 * The result, including failures, is stored with the shop. Throws `not-found`.
 */
export async function beginToReadCategories(
  services: Services,
  ownerId: string,
  storeId: string,
): Promise<void> {
  const session = await StoreSession.open(services, ownerId, storeId);
  const { categories: storeCategories } = session.lister.reader;
  const shopId = session.shop.id;
  const readingId = await asOwner(services.db, ownerId, (db) => beginReading(db, ownerId, shopId));
  if (readingId !== null) {
    const reading = { ownerId, shopId, readingId };
    void readToEnd(session, storeCategories, reading).catch((thrown: unknown) =>
      services.log.error({ thrown: String(thrown), shopId }, 'The reading of categories could not be kept'),
    );
  }
}

async function readToEnd(
  session: StoreSession,
  storeCategories: StoreCategoriesOf,
  reading: Reading,
): Promise<void> {
  const owned = <T>(work: (db: OwnerDb) => Promise<T>) => asOwner(session.services.db, reading.ownerId, work);
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const { categories, isComplete } = await readAll(session, storeCategories, signal, (count) =>
      owned((db) => keepProgress(db, reading, count)),
    );
    const details = storeCategories.details?.(categories) ?? null;
    await owned((db) => keepTree(db, reading, { categories: entriesOf(categories), isComplete, details }));
  } catch (thrown) {
    const failure = signal.aborted
      ? new AppError('store.unreachable', 'the categories could not be read in time')
      : AppError.from(thrown);
    if (failure.code === 'unexpected') {
      session.services.log.error({ err: failure, shopId: reading.shopId }, 'Categories could not be read');
    }
    const params = { store: session.store.name, ...failure.params };
    await owned((db) => keepFailure(db, reading, { code: failure.code, params }));
  }
}

async function readAll(
  session: StoreSession,
  { read }: StoreCategoriesOf,
  signal: AbortSignal,
  onProgress: (count: number) => Promise<void>,
): Promise<{ categories: StoreCategory[]; isComplete: boolean }> {
  const access = await session.access(signal);
  const byId = new Map<string, StoreCategory>();
  let isComplete = true;
  for await (const { categories, hasMore } of read(access, session.context(signal))) {
    const before = byId.size;
    for (const category of categories) {
      byId.set(category.id, category);
    }
    isComplete = !hasMore;
    // A store that returns the same page repeatedly has no further pages.
    const repeats = categories.length > 0 && byId.size === before;
    if (repeats || byId.size >= storeCategoriesMax) {
      break;
    }
    await onProgress(byId.size);
  }
  return { categories: [...byId.values()].slice(0, storeCategoriesMax), isComplete };
}
