import type { RunKind } from '@bowerbird/contract/runs';
import { type RawBuilder, sql } from 'kysely';
import { plannedOnce } from '../db/connecting/planned-once.ts';
import type { OwnerDb } from '../db/database.ts';

/** Maximum number of images shown beside a run. */
const imagesMax = 4;

/**
 * Addresses of images of a run's products, first images first, with `run.id` of the surrounding query. A batch names
 * what it collected by its shop and source id, with a space between them.
 */
const imagesOfRun = (ownerId: string): Partial<Record<RunKind, RawBuilder<unknown>>> => ({
  listing: sql`
    select product.image_url as url from listing_item as item join product on product.id = item.product_id
    where item.owner_id = ${ownerId} and item.run_id = run.id and item.position < ${imagesMax * 5}
    group by product.id, product.image_url having product.image_url is not null
    order by min(item.position) limit ${imagesMax}`,
  collect: sql`
    select collected.image_url as url
    from (
      select source_ids from collect_batch as batch
      where batch.owner_id = ${ownerId} and batch.run_id = run.id and batch.source_ids <> '{}' order by seq limit 1
    ) as batch
      join collect_run on collect_run.run_id = run.id
      cross join unnest(batch.source_ids[1:${sql.lit(imagesMax * 5)}]) with ordinality as listed (source, place)
      join collected on collected.owner_id = ${ownerId} and collected.platform = collect_run.platform
        and collected.shop = split_part(listed.source, ' ', 1)
        and collected.source_id = substr(listed.source, strpos(listed.source, ' ') + 1)
    where collected.image_url is not null order by listed.place limit ${imagesMax}`,
  claim: ofEditSet(ownerId),
  edit: ofEditSet(ownerId),
});

function ofEditSet(ownerId: string): RawBuilder<unknown> {
  return sql`
    select product.image_url as url
    from edit_set join product_change as change on change.edit_set_id = edit_set.id
      join product on product.id = change.product_id
    where edit_set.owner_id = ${ownerId} and edit_set.run_id = run.id and product.image_url is not null
    limit ${imagesMax}`;
}

/**
 * Returns up to four images of each run's products, by run; runs whose products have no images, or are gone, are left
 * out.
 */
export async function imagesOf(
  db: OwnerDb,
  ownerId: string,
  runs: readonly { id: string; kind: RunKind }[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const [kind, images] of Object.entries(imagesOfRun(ownerId))) {
    const ids = runs.filter((run) => run.kind === kind).map(({ id }) => id);
    if (ids.length === 0) {
      continue;
    }
    const query = sql<{ id: string; urls: string[] }>`
      select run.id, array(${images}) as urls from unnest(${ids}::uuid[]) as run (id) ${plannedOnce}`;
    const { rows } = await query.execute(db);
    for (const { id, urls } of rows) {
      if (urls.length > 0) {
        found.set(id, urls);
      }
    }
  }
  return found;
}
