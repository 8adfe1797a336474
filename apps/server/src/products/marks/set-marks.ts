import { type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { MarkField, Marks } from '../../db/tables/team-marks.ts';
import { lockMarks, markColumns } from './fields.ts';

/** One marking: by whom, and as part of which run, if it is of one. */
export interface MarkSet {
  /** That of its run, where it has one. */
  id: string;
  runId: string | null;
  userId: string | null;
}

/**
 * Sets marks of the selected products, and records what each of them had, with one statement. Marks that are left out
 * stay. Returns how many were selected, and how many of them changed.
 * @param selected a query of `id`
 */
export async function setMarks(
  db: OwnerDb,
  ownerId: string,
  set: MarkSet,
  { selected, marks }: { selected: RawBuilder<unknown>; marks: Marks },
): Promise<{ selected: number; changed: number }> {
  await lockMarks(db, ownerId);
  const given = Object.entries(marks) as [MarkField, string | null][];
  const columns = given.map(([field]) => sql.ref(markColumns[field].column));
  const values = given.map(([field, value]) => sql`${value}::${sql.raw(markColumns[field].type)}`);
  const fields = given.map(
    ([field, value]) =>
      sql`(${sql.lit(field)}, mark.${sql.ref(markColumns[field].column)}::text, ${value}::text)`,
  );
  const { rows } = await sql<{ selected: number; changed: number }>`
    with selected as materialized (${selected}),
    differing as materialized (
      select selected.id, was.before, was.after
      from selected left join team_mark as mark on mark.product_id = selected.id
      cross join lateral (
        select jsonb_object_agg(field, before) as before, jsonb_object_agg(field, after) as after
        from (values ${sql.join(fields)}) as each (field, before, after)
        where before is distinct from after
      ) as was
      where was.before is not null
    ), written as (
      insert into team_mark (product_id, owner_id, user_id, at, ${sql.join(columns)})
      select id, ${ownerId}::uuid, ${set.userId}::uuid, now(), ${sql.join(values)} from differing
      on conflict (product_id) do update set user_id = excluded.user_id, at = excluded.at,
        ${sql.join(columns.map((column) => sql`${column} = excluded.${column}`))}
    ), recorded as (
      insert into mark_change (set_id, product_id, owner_id, run_id, user_id, before, after)
      select ${set.id}::uuid, id, ${ownerId}::uuid, ${set.runId}::uuid, ${set.userId}::uuid, before, after from differing
      returning 1
    )
    select (select count(*) from selected)::integer as selected, (select count(*) from recorded)::integer as changed
  `.execute(db);
  return rows[0] ?? { selected: 0, changed: 0 };
}
