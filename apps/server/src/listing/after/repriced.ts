import type { Product } from '@bowerbird/catalog/product';
import type { StoreReading } from '@bowerbird/platforms/listing/lister';
import { guarded } from '../guarded.ts';
import { inLane, type Lane } from '../lane.ts';
import type { ListingRow } from '../ledger.ts';
import type { Standing } from './decide-act.ts';
import type { Facts } from './facts.ts';
import { judge } from './judge.ts';
import { listedContents } from './listed-content.ts';

interface Sent {
  row: ListingRow;
  storeProductId: string;
  product: Product;
}

/**
 * Those whose prices or codes somebody changed in the store, where the hash of a look leaves them out: of what is to be taken
 * away or written over, held against what was sent.
 */
export async function repricedAmong(
  lane: Lane,
  undoes: string,
  standings: readonly Standing[],
  facts: ReadonlyMap<string, Facts>,
): Promise<Set<string>> {
  const { repriced, reading } = lane.lister;
  if (!repriced && !reading?.readAlways) {
    return new Set();
  }
  const sent = await sentOf(
    lane,
    standings.filter(({ row, attempt, seen }) => {
      const known = facts.get(row.id);
      return seen !== null && attempt === null && known && judge(known, undoes)?.pile === 'taken-back';
    }),
  );
  const toRead = sent.filter(({ product }) => reading?.readAlways?.(product));
  const access = await lane.session.access(lane.cut);
  const told = await guarded(lane, async () => repriced?.(sent, access, lane.session.context(lane.cut)));
  const ids = toRead.map(({ storeProductId }) => storeProductId);
  const read =
    ids.length > 0 && reading
      ? await guarded(lane, () => reading.read(ids, access, lane.session.context(lane.cut)))
      : [];
  return new Set([
    ...sent.flatMap(({ row }, at) => (told?.[at] ? [row.id] : [])),
    ...toRead.flatMap(({ row, product }, at) =>
      reading && isOther(product, read[at] ?? null, reading.cells) ? [row.id] : [],
    ),
  ]);
}

/** What these were listed as last, where that is kept. */
async function sentOf(lane: Lane, standings: readonly Standing[]): Promise<Sent[]> {
  const listingIds = standings.map(({ row }) => row.id);
  const contents = await inLane(lane, (db) => listedContents(db, lane.ownerId, listingIds));
  return standings.flatMap(({ row }) => {
    const content = contents.get(row.id);
    return content ? [{ row, storeProductId: row.store_product_id ?? '', product: content.body }] : [];
  });
}

/** Whether a store's variants are others, cost other than what was sent, or bear other codes, as far as it tells of them. */
function isOther(sent: Product, store: Product | null, cells: StoreReading['cells']): boolean {
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
