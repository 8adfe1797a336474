import type { ListingOptions } from '@bowerbird/contract/listing/listing';
import { sql } from 'kysely';
import { Gathered } from '../../async/gathered.ts';
import { jsonText } from '../../db/json-text.ts';
import { bodyOf, contentIn } from '../../db/listing-content.ts';
import { type AttemptRow, countedNow, optionsIn } from '../ledger/attempts.ts';
import type { ListingRow } from '../ledger/ledger.ts';
import { checkInMs } from '../store-job/counted.ts';
import { inStoreJob, type StoreJob, settleMs } from '../store-job/store-job.ts';
import { categoriesField } from './former.ts';

/**
 * An attempt that wrote content, or may have written or still write it; `narrowed`: it carried prices and inventory
 * alone; `unjoined`: the store rejected categories of it.
 */
export type Written = Pick<AttemptRow, 'id' | 'body' | 'hash' | 'options'> & {
  narrowed: boolean;
  unjoined: boolean;
};

/**
 * What is listed, and everything else of its generation that was written after it or shortly before, and surely not
 * rejected.
 */
export interface AllWritten {
  listed: Written | undefined;
  others: Written[];
}

/** The reads of each store job, several products together. */
const reads = new WeakMap<StoreJob, Gathered<ListingRow, AllWritten>>();

/** Returns what was written of this product, as it is after the call; products that ask meanwhile are read together. */
export async function findWritten(storeJob: StoreJob, row: ListingRow): Promise<AllWritten> {
  const known = reads.get(storeJob);
  const gathered = known ?? new Gathered((rows: readonly ListingRow[]) => readWritten(storeJob, rows));
  if (!known) {
    reads.set(storeJob, gathered);
  }
  return await gathered.ask(row);
}

async function readWritten(storeJob: StoreJob, asked: readonly ListingRow[]): Promise<AllWritten[]> {
  const given = asked.map(({ id, generation, listed_attempt, check_due }, place) => ({
    place,
    listing_id: id,
    generation,
    listed_attempt,
    check_due,
  }));
  const { rows } = await inStoreJob(storeJob, (db) =>
    sql<
      Omit<Written, 'body' | 'options'> & {
        body: Buffer | null;
        options: Partial<ListingOptions>;
        place: number;
      }
    >`
      select given.place, attempt.id, ${bodyOf('attempt')} as body, attempt.hash, attempt.options, exists (
        select from listing_narrowing as narrowing
        where narrowing.owner_id = ${storeJob.ownerId} and narrowing.run_id = attempt.run_id
          and narrowing.shop_id = ${storeJob.shopId} and narrowing.what = 'amounts'
      ) as narrowed, exists (
        select from listing_item as item, jsonb_array_elements(item.notes) as note
        where item.owner_id = ${storeJob.ownerId} and item.run_id = attempt.run_id
          and item.listing_id = attempt.listing_id and note ->> 'field' = ${categoriesField}
      ) as unjoined
      from jsonb_to_recordset(${jsonText(given)}::jsonb)
        as given (place integer, listing_id uuid, generation integer, listed_attempt uuid, check_due boolean)
      join listing_attempt as attempt on attempt.listing_id = given.listing_id and attempt.generation = given.generation
      where attempt.owner_id = ${storeJob.ownerId} and attempt.kind in ('create', 'update')
        and attempt.outcome not in ('never_sent', 'refused')
        and (attempt.id >= given.listed_attempt
          or given.check_due and attempt.counted_ms >= ${countedNow(storeJob.shopId)} - ${2 * checkInMs(settleMs(storeJob))})
      order by attempt.id
    `.execute(db),
  );
  const written = asked.map((): Written[] => []);
  for (const { place, body, options, ...each } of rows) {
    written[place]?.push({ ...each, body: contentIn(body), options: optionsIn(options) });
  }
  return asked.map(({ listed_attempt }, place) => {
    const all = written[place] ?? [];
    return {
      listed: all.find(({ id }) => id === listed_attempt),
      others: all.filter(({ id }) => id !== listed_attempt),
    };
  });
}
