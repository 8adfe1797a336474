import type { MeasureName } from '@bowerbird/contract/figures/analysis';
import { type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { AnalysisSpan } from './days.ts';

/**
 * Defines what each figure of the console counts. Workplace, Analysis, Account Center and run pages all count with this
 * module or from the rows named here, so that a figure has the same value wherever it is shown:
 * - **Products collected**: what collecting runs saved, batch by batch. A product collected again counts again; one
 *   deleted later still counts for its day. The sum over a run is the run's own figure.
 * - **Products edited**: products changed by a person's edit, one for each edit. Following a source, claiming and
 *   undoing are no edits.
 * - **Products exported**: products written to product CSV files.
 * - **Listings**: a product created or updated in a store by a listing run: one for each run, product and store
 *   (`listing_item` that ended in `listed`). Two stores are two listings; the same product listed again by a later run
 *   is one more. Delisting, relisting, deleting and undoing are no listings. A store that was removed, and a product
 *   that was delisted or deleted since, still count.
 * - **Products listed**: the different products among those listings, whatever the number of stores.
 * - **Not listed**: items of listing runs that ended rejected, in conflict, or gone from the store.
 * - **Runs**: pieces of long work of any kind that were started. Dry runs never count: their items have no
 *   `listing_id`, and their runs are left out. Days are days of the reader's time zone, and begin at its midnight.
 */
export interface CountedEvent {
  at: Date;
  platform: string;
  place: string;
  name: string;
  count: number;
}

/** Which events are counted: the period, and either one person's runs and edits or everybody's. */
export interface Counting {
  /** Included; null: since the beginning. */
  from: Date | null;
  /** Excluded; null: until now. */
  to: Date | null;
  /** Only what this person started; if left out, also what others or a schedule started. */
  userId?: string;
}

/** The states of an item of a listing run that ended without being listed. */
export const notListedStates = sql`('refused', 'conflict', 'gone')`;

type Events = RawBuilder<CountedEvent>;

/** Builds the condition that an instant is inside the counted period. */
export function isWithin(at: string, { from, to }: Counting): RawBuilder<boolean> {
  const column = sql.ref(at);
  return sql`${from === null ? sql`true` : sql`${column} >= ${from}`} and ${to === null ? sql`true` : sql`${column} < ${to}`}`;
}

function isBy(run: string, ownerId: string, { userId }: Counting): RawBuilder<boolean> {
  return userId === undefined
    ? sql`true`
    : sql`${sql.ref(run)} in (select id from run where owner_id = ${ownerId} and created_by = ${userId})`;
}

/** The rows of each measure: they stay, whatever is deleted later. A format's name begins with its platform. */
const eventsOf: Record<MeasureName, (ownerId: string, counting: Counting) => Events> = {
  collected: (ownerId, counting) => sql`
    select batch.at, collect_run.platform, collect_run.shop as place, collect_run.shop as name, batch.got as count
    from collect_batch as batch join collect_run on collect_run.run_id = batch.run_id
    where batch.owner_id = ${ownerId} and ${isWithin('batch.at', counting)} and ${isBy('batch.run_id', ownerId, counting)}`,
  edited: (ownerId, counting) => sql`
    select figure.at, figure.platform, figure.source_host as place, figure.source_host as name, figure.products as count
    from edit_figure as figure join edit_set on edit_set.id = figure.edit_set_id
    where figure.owner_id = ${ownerId} and ${isWithin('figure.at', counting)}
      and ${counting.userId === undefined ? sql`true` : sql`edit_set.user_id = ${counting.userId}`}`,
  exported: (ownerId, counting) => sql`
    select created_at as at, split_part(format, '-', 1) as platform, format as place, format as name, products as count
    from export_file
    where owner_id = ${ownerId} and ${isWithin('created_at', counting)} and ${isBy('run_id', ownerId, counting)}`,
  listed: (ownerId, counting) => sql`
    select item.at, shop.platform, item.store_id::text as place, store.name, 1 as count
    from listing_item as item join store on store.id = item.store_id join shop on shop.id = store.shop_id
    where ${isListing(ownerId, counting)}`,
};

/** Builds the condition that `item` is a listing. */
function isListing(ownerId: string, counting: Counting): RawBuilder<boolean> {
  return sql`item.owner_id = ${ownerId} and item.listing_id is not null and item.state = 'listed'
    and ${isWithin('item.at', counting)} and ${isBy('item.run_id', ownerId, counting)}`;
}

/** How many one place contributed to one point. */
export interface CountRow {
  /** Index of the point, from 0. */
  point: number;
  platform: string;
  /** What distinguishes places: a host, a store's id, a format. */
  place: string;
  name: string;
  count: number;
}

/** Counts a measure by point, platform and place. */
export async function countPoints(
  db: OwnerDb,
  ownerId: string,
  measure: MeasureName,
  { bounds }: AnalysisSpan,
): Promise<CountRow[]> {
  const [from, to] = [bounds[0], bounds.at(-1)];
  if (!from || !to) {
    return [];
  }
  const { rows } = await sql<CountRow>`
    select width_bucket(at, ${bounds}::timestamptz[]) - 1 as point, platform, place, name, sum(count)::integer as count
    from (${eventsOf[measure](ownerId, { from, to })}) as counted group by 1, 2, 3, 4
  `.execute(db);
  return rows;
}

/** Counts a measure as a whole. */
export async function countAll(
  db: OwnerDb,
  ownerId: string,
  measure: MeasureName,
  counting: Counting,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::integer as count from (${eventsOf[measure](ownerId, counting)}) as counted
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts the different products among the listings. */
export async function countProductsListed(db: OwnerDb, ownerId: string, counting: Counting): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct item.product_id)::integer as count from listing_item as item where ${isListing(ownerId, counting)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts the runs that this person started, without dry runs. */
export async function countRuns(db: OwnerDb, ownerId: string, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from run
    where owner_id = ${ownerId} and created_by = ${userId}
      and not exists (select from listing_run where listing_run.run_id = run.id and listing_run.dry)
  `.execute(db);
  return rows[0]?.count ?? 0;
}
