import { sql } from 'kysely';

/** What a run met, whether it wrote it or found it unchanged: rows of shop and source id, as `collected` has them. */
export function metBy(ownerId: string, runId: string) {
  // Taken apart first: under row-level security, an index is asked for what is plainly equal and for nothing that is still
  // to be worked out.
  return sql`
    with apart as materialized (
      select split_part(source, ' ', 1) as shop, substr(source, strpos(source, ' ') + 1) as source_id
      from collect_batch, unnest(source_ids) as source
      where collect_batch.owner_id = ${ownerId} and collect_batch.run_id = ${runId}
    )
    select shop, source_id from apart`;
}
