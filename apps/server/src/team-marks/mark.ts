import { AppError } from '@bowerbird/contract/errors';
import type { Selection } from '@bowerbird/contract/products/products';
import type { markProducts as route } from '@bowerbird/contract/products/team-marks';
import type { AnswerOf, BodyOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { type BulkRequest, bulkPageSize, emptyRequest } from '../bulk-edits/requests.ts';
import type { OwnerDb } from '../db/database.ts';
import type { MarkField, Marks } from '../db/tables/team-marks.ts';
import { whereSelected } from '../products/list/filter.ts';
import { requireCount, sentCount } from '../products/list/selection.ts';
import { setMarks } from '../products/marks/set-marks.ts';
import { freeze } from '../runs/pages.ts';
import { createRun, growEndedRun } from '../runs/runs.ts';

interface Marking {
  selection: Selection;
  /** The number that the person saw. */
  expected: number | undefined;
  marks: BodyOf<typeof route>['marks'];
  userId: string;
}

/**
 * Marks the selected products; what is not given stays. Throws `selection.changed` when the count that the person saw
 * is no longer right, and `not-found` for a group or a person of another merchant. Returns how many were marked, and
 * what undoes it: the run, or for one product its change.
 */
export async function markProducts(
  db: OwnerDb,
  ownerId: string,
  { selection, expected, marks, userId }: Marking,
): Promise<AnswerOf<typeof route>> {
  await requireOwn(db, ownerId, 'product_group', marks.groupId);
  await requireOwn(db, ownerId, 'user', marks.assigneeId);
  if ('filter' in selection) {
    await requireCount(db, ownerId, selection, sentCount(expected));
  }
  const given = givenMarks(marks);
  if (Object.keys(given).length === 0) {
    return { marked: 0, runId: null, changeId: null };
  }
  const selected = db.selectFrom('own_product').select('id').where(whereSelected(ownerId, selection));
  const isOne = 'ids' in selection && selection.ids.length === 1;
  const runId = isOne ? null : await openRun(db, ownerId, userId);
  const set = { id: runId ?? v7(), runId, userId };
  const done = await setMarks(db, ownerId, set, { selected: sql`${selected}`, marks: given });
  if (runId !== null) {
    await closeRun(db, ownerId, runId, done.changed);
  }
  const isNothing = done.changed === 0;
  return {
    marked: done.selected,
    runId: isNothing ? null : runId,
    changeId: isNothing ? null : set.id,
  };
}

function givenMarks({ groupId, colour, assigneeId, note }: Marking['marks']): Marks {
  const written = note?.trim() === '' ? null : note?.trim();
  const given: [MarkField, string | null | undefined][] = [
    ['group', groupId],
    ['colour', colour],
    ['assignee', assigneeId],
    ['note', note === null ? null : written],
  ];
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** Creates the run of a marking of many products, which is over from the start. */
async function openRun(db: OwnerDb, ownerId: string, userId: string): Promise<string> {
  const request: BulkRequest = { ...emptyRequest, marks: true, userId };
  return await createRun(db, ownerId, {
    kind: 'edit',
    title: '',
    request,
    createdBy: userId,
    total: 0,
    ended: true,
  });
}

/** Names the products that were changed in the pages of the run; a run of none is deleted. */
async function closeRun(db: OwnerDb, ownerId: string, runId: string, changed: number): Promise<void> {
  if (changed === 0) {
    await db.deleteFrom('run').where('owner_id', '=', ownerId).where('id', '=', runId).execute();
    return;
  }
  await freeze(db, ownerId, runId, {
    items: sql`(select product_id as id, 0 as revision from mark_change where owner_id = ${ownerId} and set_id = ${runId})`,
    pageSize: bulkPageSize,
    outcome: 'changed',
  });
  await growEndedRun(db, ownerId, runId, { state: 'complete', done: changed, failed: 0, total: changed });
}

async function requireOwn(
  db: OwnerDb,
  ownerId: string,
  table: 'product_group' | 'user',
  id: string | null | undefined,
): Promise<void> {
  if (id === null || id === undefined) {
    return;
  }
  const found = await db
    .selectFrom(table)
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) {
    throw new AppError('not-found', `${table} ${id}`);
  }
}
