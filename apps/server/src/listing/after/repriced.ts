import type { Product } from '@bowerbird/catalog/product';
import type { ContentReader } from '@bowerbird/platforms/listing/reader';
import type { Standing } from '../actions/decide-action.ts';
import type { Facts } from '../actions/facts.ts';
import { judge } from '../actions/judge.ts';
import { listedContents } from '../actions/listed-content.ts';
import type { ListingRow } from '../ledger/ledger.ts';
import { guarded } from '../store-job/guarded.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';

interface Sent {
  row: ListingRow;
  storeProductId: string;
  product: Product;
}

/**
 * Returns the products whose prices, SKUs or barcodes were changed in the store, where the hash of a look leaves these
 * out: compares what is to be removed or overwritten with what was sent.
 */
export async function repricedAmong(
  storeJob: StoreJob,
  undoes: string,
  standings: readonly Standing[],
  facts: ReadonlyMap<string, Facts>,
): Promise<Set<string>> {
  const { repriced, content } = storeJob.lister.reader;
  if (!repriced && !content.readAlways) {
    return new Set();
  }
  const sent = await sentOf(
    storeJob,
    standings.filter(({ row, attempt, seen }) => {
      const known = facts.get(row.id);
      return seen !== null && attempt === null && known && judge(known, undoes)?.undoGroup === 'taken-back';
    }),
  );
  const toRead = sent.filter(({ product }) => content.readAlways?.(product));
  const access = await storeJob.session.access(storeJob.cut);
  const reported = await guarded(storeJob, async () =>
    repriced?.(sent, access, storeJob.session.context(storeJob.cut)),
  );
  const ids = toRead.map(({ storeProductId }) => storeProductId);
  const read =
    ids.length > 0
      ? await guarded(storeJob, () => content.read(ids, access, storeJob.session.context(storeJob.cut)))
      : [];
  return new Set([
    ...sent.flatMap(({ row }, at) => (reported?.[at] ? [row.id] : [])),
    ...toRead.flatMap(({ row, product }, at) =>
      isOther(product, read[at] ?? null, content.cells) ? [row.id] : [],
    ),
  ]);
}

/** Returns what these were last listed as, where that is kept. */
async function sentOf(storeJob: StoreJob, standings: readonly Standing[]): Promise<Sent[]> {
  const listingIds = standings.map(({ row }) => row.id);
  const contents = await inStoreJob(storeJob, (db) => listedContents(db, storeJob.ownerId, listingIds));
  return standings.flatMap(({ row }) => {
    const content = contents.get(row.id);
    return content ? [{ row, storeProductId: row.store_product_id ?? '', product: content.body }] : [];
  });
}

/**
 * Reports whether a store's variants differ from what was sent in set, price, SKU or barcode, as far as the store
 * returns these.
 */
function isOther(sent: Product, store: Product | null, cells: ContentReader['cells']): boolean {
  if (store === null) {
    return false;
  }
  const there = new Map(store.variants.map((variant) => [JSON.stringify(variant.optionValues), variant]));
  return (
    there.size !== sent.variants.length ||
    sent.variants.some((variant) => {
      const held = there.get(JSON.stringify(variant.optionValues));
      return (
        held === undefined ||
        (cells.includes('price') && Number(held.price) !== Number(variant.price)) ||
        (cells.includes('sku') && (held.sku ?? '') !== (variant.sku ?? ''))
      );
    })
  );
}
