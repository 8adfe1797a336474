import type { MeasureName } from '@bowerbird/contract/analysis';
import { type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { AnalysisSpan } from './analysis-days.ts';

/** How many products one place added to one point. */
export interface CountRow {
  /** Index of the point, from 0. */
  point: number;
  platform: string;
  /** What tells places apart: a host, a store's id, a format. */
  place: string;
  name: string;
  count: number;
}

export interface Stretch {
  from: Date;
  to: Date;
}

type Counted = RawBuilder<{ at: Date; platform: string; place: string; name: string; count: number }>;

/** Where each measure is counted: rows that stay, whatever is deleted later. A format begins with its platform. */
const counted: Record<MeasureName, (ownerId: string, stretch: Stretch) => Counted> = {
  collected: (ownerId, { from, to }) => sql`
    select batch.at, collect_run.platform, collect_run.shop as place, collect_run.shop as name, batch.got as count
    from collect_batch as batch join collect_run on collect_run.run_id = batch.run_id
    where batch.owner_id = ${ownerId} and batch.at >= ${from} and batch.at < ${to}`,
  edited: (ownerId, { from, to }) => sql`
    select at, platform, source_host as place, source_host as name, products as count from edit_figure
    where owner_id = ${ownerId} and at >= ${from} and at < ${to}`,
  exported: (ownerId, { from, to }) => sql`
    select created_at as at, split_part(format, '-', 1) as platform, format as place, format as name, products as count from export_file
    where owner_id = ${ownerId} and created_at >= ${from} and created_at < ${to}`,
  listed: (ownerId, { from, to }) => sql`
    select item.at, shop.platform, item.store_id::text as place, store.name, 1 as count
    from listing_item as item join store on store.id = item.store_id join shop on shop.id = store.shop_id
    where item.owner_id = ${ownerId} and item.listing_id is not null and item.state = 'listed'
      and item.at >= ${from} and item.at < ${to}`,
};

/** A measure's figures, by point, platform and place. */
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
    from (${counted[measure](ownerId, { from, to })}) as counted group by 1, 2, 3, 4
  `.execute(db);
  return rows;
}

export async function countAll(
  db: OwnerDb,
  ownerId: string,
  measure: MeasureName,
  stretch: Stretch,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::integer as count from (${counted[measure](ownerId, stretch)}) as counted
  `.execute(db);
  return rows[0]?.count ?? 0;
}
