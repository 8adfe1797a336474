import { type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import { type MarkField, type Marks, markFields } from '../../db/tables/team-marks.ts';
import { lockMarks, markPath, namesOfMarks } from './fields.ts';
import type { MarkSet } from './set-marks.ts';

/** What undoing a marking does in one product; the paths are those of the marks. */
export interface UndoneMarks {
  id: string;
  /** The product is deleted or in the bin. */
  gone: boolean;
  restored: string[];
  /** Changed again since. */
  kept: string[];
  /** What was marked before is gone: its group or its person. */
  impossible: string[];
  /** Who set a mark of the product last. */
  by: string | null;
}

interface Plan extends UndoneMarks {
  now: Required<Marks>;
  /** What is to be set, and what it replaces. */
  before: Marks;
  after: Marks;
  fields: MarkField[];
}

interface Row {
  id: string;
  gone: boolean;
  before: Marks;
  after: Marks;
  undone: MarkField[];
  now: Required<Marks>;
  by: string | null;
}

/** Selects the products of a marking in which something is left to undo, as the items of a run. */
export function undoableMarks(
  ownerId: string,
  of: { setId: string; productIds: readonly string[] | null; paths: readonly string[] | null },
): RawBuilder<unknown> {
  return sql`(
    select change.product_id as id, 0 as revision from mark_change as change
    where change.owner_id = ${ownerId} and change.set_id = ${of.setId}
      and (${of.productIds}::uuid[] is null or change.product_id = any(${of.productIds}::uuid[]))
      and exists (
        select from jsonb_object_keys(change.after) as field
        where field <> all(change.undone) and (${of.paths}::text[] is null or 'marks/' || field = any(${of.paths}::text[]))
      )
  )`;
}

/** Returns what undoing a marking would do in these products now, without those in which nothing is left. */
export async function planMarkUndo(
  db: OwnerDb,
  ownerId: string,
  setId: string,
  { productIds, paths }: { productIds: readonly string[]; paths: readonly string[] | null },
): Promise<UndoneMarks[]> {
  return await plan(db, ownerId, setId, productIds, paths);
}

/**
 * Undoes a marking in these products, and records that as a marking of its own: marks that are as it left them become
 * what they were before. Marking waits for it.
 */
export async function undoMarks(
  db: OwnerDb,
  ownerId: string,
  set: MarkSet & { undoes: string },
  { productIds, paths }: { productIds: readonly string[]; paths: readonly string[] | null },
): Promise<UndoneMarks[]> {
  await lockMarks(db, ownerId);
  const plans = await plan(db, ownerId, set.undoes, productIds, paths);
  const changed = plans.filter(({ after }) => Object.keys(after).length > 0);
  const column = (field: MarkField) =>
    changed.map(({ now, after }) => after[field] ?? (field in after ? null : now[field]));
  await sql`
    with given as (
      select * from unnest(
        ${changed.map(({ id }) => id)}::uuid[], ${column('group')}::uuid[], ${column('colour')}::text[],
        ${column('assignee')}::uuid[], ${column('note')}::text[], ${changed.map(({ before }) => jsonText(before))}::jsonb[],
        ${changed.map(({ after }) => jsonText(after))}::jsonb[]
      ) as given (id, group_id, colour, assignee_id, note, before, after)
    ), written as (
      insert into team_mark (product_id, owner_id, user_id, at, group_id, colour, assignee_id, note)
      select id, ${ownerId}::uuid, ${set.userId}::uuid, now(), group_id, colour, assignee_id, note from given
      on conflict (product_id) do update set user_id = excluded.user_id, at = excluded.at, group_id = excluded.group_id,
        colour = excluded.colour, assignee_id = excluded.assignee_id, note = excluded.note
    )
    insert into mark_change (set_id, product_id, owner_id, run_id, user_id, undoes, before, after)
    select ${set.id}::uuid, id, ${ownerId}::uuid, ${set.runId}::uuid, ${set.userId}::uuid, ${set.undoes}::uuid, before, after
    from given
  `.execute(db);
  await noteUndone(db, ownerId, set.undoes, plans);
  return plans;
}

/** Reports whether this is a marking of the product. */
export async function isMarkingOf(
  db: OwnerDb,
  ownerId: string,
  setId: string,
  productId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('mark_change')
    .select('set_id')
    .where('owner_id', '=', ownerId)
    .where('set_id', '=', setId)
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes what was undone, and of an undo that was undone what is there again. */
async function noteUndone(
  db: OwnerDb,
  ownerId: string,
  setId: string,
  plans: readonly Plan[],
): Promise<void> {
  const done = plans.filter(({ fields }) => fields.length > 0);
  await sql`
    with given as (
      select id, array(select jsonb_array_elements_text(fields)) as fields from unnest(
        ${done.map(({ id }) => id)}::uuid[], ${done.map(({ fields }) => JSON.stringify(fields))}::jsonb[]
      ) as given (id, fields)
    ), noted as (
      update mark_change set undone = undone || given.fields from given
      where mark_change.owner_id = ${ownerId} and mark_change.set_id = ${setId} and mark_change.product_id = given.id
      returning mark_change.product_id as id, mark_change.undoes, given.fields
    )
    update mark_change set undone = array(select unnest(mark_change.undone) except select unnest(noted.fields)) from noted
    where mark_change.owner_id = ${ownerId} and mark_change.set_id = noted.undoes and mark_change.product_id = noted.id
  `.execute(db);
}

async function plan(
  db: OwnerDb,
  ownerId: string,
  setId: string,
  productIds: readonly string[],
  paths: readonly string[] | null,
): Promise<Plan[]> {
  const { rows } = await sql<Row>`
    select change.product_id as id, product.id is null as gone, change.before, change.after, change.undone, mark.user_id as by,
      jsonb_build_object('group', mark.group_id, 'colour', mark.colour, 'assignee', mark.assignee_id, 'note', mark.note) as now
    from mark_change as change
    left join product on product.id = change.product_id and product.owner_id = ${ownerId}
    left join team_mark as mark on mark.product_id = change.product_id
    where change.owner_id = ${ownerId} and change.set_id = ${setId} and change.product_id = any(${productIds}::uuid[])
    order by change.product_id
  `.execute(db);
  const there = await namesOfMarks(
    db,
    ownerId,
    rows.map(({ before }) => before),
  );
  return rows
    .map((row) => planned(row, there, paths))
    .filter(
      ({ fields, kept, impossible, gone }) => gone || fields.length + kept.length + impossible.length > 0,
    );
}

function planned(row: Row, there: ReadonlyMap<string, string>, paths: readonly string[] | null): Plan {
  const { id, gone, now, by } = row;
  const result: Plan = {
    id,
    gone,
    by,
    now,
    restored: [],
    kept: [],
    impossible: [],
    before: {},
    after: {},
    fields: [],
  };
  const left = markFields.filter(
    (field) =>
      row.after[field] !== undefined &&
      !row.undone.includes(field) &&
      (paths === null || paths.includes(markPath(field))),
  );
  for (const field of gone ? [] : left) {
    const was = row.before[field] ?? null;
    const isGone = was !== null && (field === 'group' || field === 'assignee') && !there.has(was);
    if (now[field] !== (row.after[field] ?? null) && now[field] !== was) {
      result.kept.push(markPath(field));
    } else if (isGone) {
      result.impossible.push(markPath(field));
    } else {
      result.restored.push(markPath(field));
      result.fields.push(field);
      if (now[field] !== was) {
        result.before[field] = now[field];
        result.after[field] = was;
      }
    }
  }
  return result;
}
