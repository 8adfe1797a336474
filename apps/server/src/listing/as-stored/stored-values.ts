import { isSame } from '@bowerbird/catalog/merge/same';
import type { Product } from '@bowerbird/catalog/product';
import type { Fault } from '@bowerbird/contract/runs';
import type { OwnerDb } from '../../db/database.ts';
import type { Decided } from '../../db/tables/listing-states.ts';
import { productsByIds } from '../../products/list/selection.ts';
import { findReported } from '../../rules/facts.ts';
import { findRuling, stoppedAsStored } from '../../rules/ruling.ts';
import { listedContents } from '../actions/listed-content.ts';
import type { AttemptRow } from '../ledger/attempts.ts';
import type { ListingRow } from '../ledger/ledger.ts';
import { differencesOf, underOurIds } from '../states/differences.ts';
import { saveSnapshot } from '../states/snapshot.ts';
import { guarded } from '../store-job/guarded.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';

/** A product as its store keeps it, beside what was sent of it. */
export interface Stored {
  sent: AttemptRow & { body: Product };
  /** As the store holds it now, its variants under our ids; null where the store does not return it. */
  store: Product | null;
  /** Why it must not be published like that; undefined lets it go. */
  refusal: Fault | undefined;
}

/** Returns what was sent of these listings, what the store holds of them, and what the risk check makes of that. */
export async function readStored(
  storeJob: StoreJob,
  rows: readonly ListingRow[],
): Promise<Map<string, Stored>> {
  const { ownerId, shopId, lister } = storeJob;
  if (rows.length === 0) {
    return new Map();
  }
  const productIds = rows.map(({ product_id }) => product_id);
  const known = await inStoreJob(storeJob, async (db) => ({
    sent: await listedContents(
      db,
      ownerId,
      rows.map(({ id }) => id),
    ),
    own: new Map((await productsByIds(db, ownerId, productIds)).map((each) => [each.id, each.product])),
    ruling: await findRuling(db, ownerId, shopId),
    reported: await findReported(db, ownerId, shopId, productIds),
  }));
  const found = await guarded(storeJob, async () => {
    const access = await storeJob.session.access(storeJob.cut);
    const ids = rows.map(({ store_product_id }) => store_product_id ?? '');
    return await lister.reader.content.read(ids, access, storeJob.session.context(storeJob.cut));
  });
  return new Map(
    rows.flatMap(({ id, product_id }, at) => {
      const sent = known.sent.get(id);
      if (!sent) {
        return [];
      }
      const there = found[at] ?? null;
      const store = there && underOurIds(there, sent.body);
      const own = known.own.get(product_id) ?? sent.body;
      const { cells } = lister.reader.content;
      const kept = store && asKept(sent.body, store, cells.includes('price'));
      const risk = kept
        ? stoppedAsStored(known.ruling, own, known.reported.get(product_id), { sent: sent.body, kept })
        : undefined;
      const isIncomplete = store !== null && cells.length > 0 && lacksVariants(sent.body, store);
      const refusal = isIncomplete ? incomplete : risk && { code: risk.code, params: risk.params };
      return [[id, { sent, store, refusal }] as const];
    }),
  );
}

const incomplete: Fault = { code: 'listing.stored-incomplete', params: {} };

/** Reports whether the store does not have every variant: what it has is a part of the product. */
function lacksVariants(sent: Product, { variants }: Product): boolean {
  const there = new Set(variants.map(({ id }) => id));
  return sent.variants.some(({ id }) => !there.has(id));
}

/** Returns what shoppers would see of a product, as far as the store returns it; the rest is as it was sent. */
function asKept(sent: Product, store: Product, hasPrices: boolean): Product {
  const prices = new Map(store.variants.map((variant) => [variant.id, variant]));
  return {
    ...sent,
    title: store.title,
    descriptionHtml: store.descriptionHtml,
    variants: sent.variants.map((variant) => {
      const { price, compareAtPrice } = (hasPrices && prices.get(variant.id)) || variant;
      return { ...variant, price, compareAtPrice };
    }),
  };
}

/**
 * Records that a person accepts what the store holds in these fields: they are no store differences until the store's
 * values or ours change. Inventory is left out, since every order changes it.
 */
export async function saveAccepted(
  db: OwnerDb,
  { lister, ownerId }: Pick<StoreJob, 'lister' | 'ownerId'>,
  row: ListingRow,
  { sent, store }: Stored,
): Promise<void> {
  if (store === null) {
    return;
  }
  const differences = differencesOf({
    sent: sent.body,
    clean: null,
    store,
    isHashSame: false,
    wasToBeSeen: null,
    reports: lister.reader.content,
  });
  const before = await db
    .selectFrom('listing_comparison')
    .select('decided')
    .where('owner_id', '=', ownerId)
    .where('listing_id', '=', row.id)
    .executeTakeFirst();
  const accepted = differences.filter(
    ({ kind, sent: ours, store: theirs }) => kind !== 'stock' && !isSame(ours, theirs),
  );
  const decided: Record<string, Decided> = {
    ...before?.decided,
    ...Object.fromEntries(
      accepted.map(({ key, sent: ours, store: theirs }) => [
        key,
        { how: 'accepted', store: theirs, ours: ours ?? null } as const,
      ]),
    ),
  };
  await saveSnapshot(db, ownerId, row, {
    seenHash: row.listed_hash ?? '',
    product: store,
    clean: null,
    differences,
    kinds: differences.some(({ kind }) => kind === 'stock') ? ['stock'] : [],
    decided,
  });
}
