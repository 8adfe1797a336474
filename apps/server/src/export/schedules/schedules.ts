import { AppError } from '@bowerbird/contract/errors';
import type { createExportSchedule, saveExportSchedule } from '@bowerbird/contract/exports/schedules';
import type { BodyOf } from '@bowerbird/contract/route';
import type { Selectable } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import { requirePlace } from '../../db/places.ts';
import type { ExportScheduleTable } from '../../db/tables/exports.ts';
import { requireTimes } from '../../time/required-times.ts';
import { nextTime } from '../../time/schedule-times.ts';

export type ExportScheduleRow = Selectable<ExportScheduleTable>;
type Written = BodyOf<typeof createExportSchedule>;

/** Creates a schedule; returns its id. Throws `export-schedule.too-many`, and `not-found` for an unknown template. */
export async function createSchedule(
  db: OwnerDb,
  { ownerId, userId }: { ownerId: string; userId: string },
  written: Written,
  now: Date,
): Promise<string> {
  requireTimes(written);
  await requirePlace(db, ownerId, 'export_schedule');
  await requireTemplate(db, ownerId, written.templateId);
  const id = v7();
  await db
    .insertInto('export_schedule')
    .values({
      id,
      owner_id: ownerId,
      ...columnsOf(written),
      next_at: nextTime(written.times, written.timeZone, now),
      created_by: userId,
    })
    .execute();
  return id;
}

/** Changes a schedule. Throws `not-found`, also for an unknown template. */
export async function saveSchedule(
  db: OwnerDb,
  ownerId: string,
  id: string,
  { on, ...written }: BodyOf<typeof saveExportSchedule>,
  now: Date,
): Promise<void> {
  requireTimes(written);
  await requireTemplate(db, ownerId, written.templateId);
  const before = await lockSchedule(db, ownerId, id);
  const isSame =
    before.is_on &&
    before.time_zone === written.timeZone &&
    before.times.first === written.times.first &&
    JSON.stringify(before.times.repeat) === JSON.stringify(written.times.repeat);
  await db
    .updateTable('export_schedule')
    .set({
      ...columnsOf(written),
      is_on: on,
      next_at: !on ? null : isSame ? before.next_at : nextTime(written.times, written.timeZone, now),
      fault: null,
    })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
}

/** Deletes a schedule and its links. Throws `not-found`. */
export async function deleteSchedule(db: OwnerDb, ownerId: string, id: string): Promise<void> {
  await lockSchedule(db, ownerId, id);
  await db.deleteFrom('export_schedule').where('owner_id', '=', ownerId).where('id', '=', id).execute();
}

/** Locks and returns a schedule; nobody else starts or changes it until the transaction ends. Throws `not-found`. */
export async function lockSchedule(db: OwnerDb, ownerId: string, id: string): Promise<ExportScheduleRow> {
  const row = await db
    .selectFrom('export_schedule')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `export schedule ${id}`);
  }
  return row;
}

function columnsOf({ name, templateId, filter, times, timeZone, keep }: Written) {
  return {
    name,
    template_id: templateId,
    filter: jsonText(filter),
    times: jsonText(times),
    time_zone: timeZone,
    keep,
  };
}

/** Locks the template, so that it is not deleted meanwhile. */
async function requireTemplate(db: OwnerDb, ownerId: string, id: string): Promise<void> {
  const found = await db
    .selectFrom('export_template')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  if (!found) {
    throw new AppError('not-found', `export template ${id}`);
  }
}
