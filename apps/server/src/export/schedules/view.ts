import { AppError } from '@bowerbird/contract/errors';
import type { ExportSchedule } from '@bowerbird/contract/exports/schedules';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { isOpen } from '../links/links.ts';

/** Returns the merchant's scheduled exports, oldest first; or only one. */
export async function findSchedules(
  db: OwnerDb,
  ownerId: string,
  now: Date,
  id?: string,
): Promise<ExportSchedule[]> {
  const rows = await db
    .selectFrom('export_schedule')
    .innerJoin('export_template', 'export_template.id', 'export_schedule.template_id')
    .leftJoin('run', 'run.id', 'export_schedule.last_run_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('export_file')
          .select(['export_file.id', 'export_file.name', 'export_file.created_at'])
          .select(sql<number>`(count(*) over ())::integer`.as('count'))
          .whereRef('export_file.schedule_id', '=', 'export_schedule.id')
          .orderBy('export_file.id', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('export_link')
          .select(sql<number>`count(*)::integer`.as('count'))
          .whereRef('export_link.schedule_id', '=', 'export_schedule.id')
          .where(isOpen(now))
          .as('links'),
      (join) => join.onTrue(),
    )
    .selectAll('export_schedule')
    .select([
      'export_template.name as template_name',
      'run.state as run_state',
      'newest.id as file_id',
      'newest.name as file_name',
      'newest.created_at as file_at',
      'newest.count as files',
      'links.count as links',
    ])
    .where('export_schedule.owner_id', '=', ownerId)
    .$if(id !== undefined, (query) => query.where('export_schedule.id', '=', id ?? ''))
    .orderBy('export_schedule.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    templateId: row.template_id,
    templateName: row.template_name,
    filter: row.filter,
    times: row.times,
    timeZone: row.time_zone,
    keep: row.keep,
    on: row.is_on,
    nextAt: row.next_at?.toISOString() ?? null,
    last:
      row.last_at === null || row.last_outcome === null
        ? null
        : {
            at: row.last_at.toISOString(),
            outcome: row.last_outcome,
            run:
              row.last_run_id === null || row.run_state === null
                ? null
                : { id: row.last_run_id, state: row.run_state },
          },
    fault: row.fault,
    files: row.files ?? 0,
    newestFile:
      row.file_id === null || row.file_name === null || row.file_at === null
        ? null
        : { id: row.file_id, name: row.file_name, at: row.file_at.toISOString() },
    links: row.links ?? 0,
    createdAt: row.created_at.toISOString(),
  }));
}

export async function getSchedule(
  db: OwnerDb,
  ownerId: string,
  now: Date,
  id: string,
): Promise<ExportSchedule> {
  const [schedule] = await findSchedules(db, ownerId, now, id);
  if (!schedule) {
    throw new AppError('not-found', `export schedule ${id}`);
  }
  return schedule;
}
