import type { Product, Variant } from '@bowerbird/catalog/product';
import { sql } from 'kysely';
import { bodyOf, contentIn } from '../../db/listing-content.ts';
import type { ListingRow } from '../ledger/ledger.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';

/** An applied write before the one that is listed. */
interface Earlier {
  /** Null where the ledger no longer has the content. */
  body: Product | null;
  /** It has the content that is listed. */
  isSame: boolean;
  /** What belongs to it in requests of its own was set, or rejected: its run ended with this product. */
  isFinished: boolean;
  /** Fields of which the store rejected something in that run. */
  rejected: readonly string[];
}

/** Names of what is set by requests of its own, in notes. */
export const inventoryField = 'variants.stock';
export const categoriesField = 'categories';

/** More writes of one product whose runs all ended early are not read. */
const readMax = 20;

/**
 * Returns what the store holds of this product beside its content, from what was written before the content that is
 * listed now: a worker compares with it which inventory and collections are still to be set by requests of their own. A
 * write after which nobody came to set them, or of which the store rejected them, also one of the same content, does not
 * count as what the store holds, only as what it may hold. Null where it is not known, or where nothing was written.
 */
export async function findFormer(
  storeJob: StoreJob,
  row: ListingRow,
  product: Product,
): Promise<Product | null> {
  const { rows } = await inStoreJob(storeJob, (db) =>
    sql<{ body: Buffer | null; same: boolean; finished: boolean; rejected: string[] }>`
      select ${bodyOf('earlier')} as body, earlier.hash = listed.hash as same, not exists (
        select from listing_item as item
        where item.owner_id = earlier.owner_id and item.listing_id = earlier.listing_id and item.run_id = earlier.run_id
          and item.state not in ('listed', 'done')
      ) as finished, array(
        select note ->> 'field' from listing_item as item, jsonb_array_elements(item.notes) as note
        where item.owner_id = earlier.owner_id and item.listing_id = earlier.listing_id and item.run_id = earlier.run_id
          and note ->> 'field' is not null
      ) as rejected
      from listing_attempt as listed
      join listing_attempt as earlier on earlier.owner_id = listed.owner_id
        and earlier.listing_id = listed.listing_id and earlier.generation = listed.generation and earlier.id < listed.id
      where listed.owner_id = ${storeJob.ownerId} and listed.id = ${row.listed_attempt}
        and earlier.kind in ('create', 'update') and earlier.outcome = 'applied'
      order by earlier.id desc limit ${readMax}
    `.execute(db),
  );
  return formerOf(
    product,
    rows.map(({ body, same, finished, rejected }) => ({
      body: contentIn(body),
      isSame: same,
      isFinished: finished,
      rejected,
    })),
  );
}

/** Returns the same from the applied writes, the newest first. */
export function formerOf(product: Product, earlier: readonly Earlier[]): Product | null {
  const former = formerIn(product, earlier, inventoryField);
  return former && { ...former, categories: formerIn(product, earlier, categoriesField)?.categories ?? [] };
}

/** Returns the same as far as this field is concerned. */
function formerIn(product: Product, written: readonly Earlier[], field: string): Product | null {
  const earlier = written.map((each) => ({
    ...each,
    isFinished: each.isFinished && !each.rejected.includes(field),
  }));
  const finishedAt = earlier.findIndex(({ isFinished }) => isFinished);
  const finished = earlier[finishedAt];
  const held = finished?.isSame ? product : (finished?.body ?? null);
  const unfinished = (finishedAt === -1 ? earlier : earlier.slice(0, finishedAt))
    .filter(({ isSame }) => !isSame)
    .flatMap(({ body }) => body ?? []);
  const oldest = unfinished.at(-1);
  const first = held ?? (oldest && { ...oldest, categories: [] });
  return first ? unfinished.reduce((former, other) => asMayHold(former, other, product), first) : null;
}

/**
 * Returns what the store may hold where this other content was written over the former, and what belongs to it may or may
 * not have been set.
 */
function asMayHold(former: Product, other: Product, wanted: Product): Product {
  const choices = new Set(other.variants.map(choicesOf));
  const stock = new Map(other.variants.map((variant) => [variant.id, variant.stock]));
  const wantedStock = new Map(wanted.variants.map((variant) => [variant.id, variant.stock]));
  const names = new Set(wanted.categories.map(nameOf));
  return {
    ...former,
    // Those that the product is to be in may not be entered yet; all others may have to be left.
    categories: [...former.categories, ...other.categories.filter((path) => !names.has(nameOf(path)))],
    // A variant that the other content lacks was removed by it, and is without inventory when it comes back.
    variants: former.variants
      .filter((variant) => choices.has(choicesOf(variant)))
      .map((variant) => {
        const may = stock.get(variant.id);
        const isWanted = may === undefined || may === wantedStock.get(variant.id);
        return isWanted ? variant : { ...variant, stock: may };
      }),
  };
}

/** Returns the name of a category in a store without a tree. */
function nameOf(path: readonly string[]): string {
  return (path.at(-1) ?? '').trim().toLowerCase();
}

function choicesOf({ optionValues }: Variant): string {
  return JSON.stringify(optionValues);
}
