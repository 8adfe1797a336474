import { sql } from 'kysely';

/** What a run found, both written and unchanged: rows of shop and source id, as in `collected`. */
export function metBy(ownerId: string, runId: string) {
  // Splits the keys first: under row-level security, an index is used only for plain equality and not for values that
  // still have to be computed.
  return sql`
    with apart as materialized (
      select split_part(source, ' ', 1) as shop, substr(source, strpos(source, ' ') + 1) as source_id
      from collect_batch, unnest(source_ids) as source
      where collect_batch.owner_id = ${ownerId} and collect_batch.run_id = ${runId}
    )
    select shop, source_id from apart`;
}
