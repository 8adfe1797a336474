import type { BackgroundWork } from '../../background/background-work.ts';
import type { OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import type { Call } from '../../http/serve.ts';
import { noteNotice } from '../../notifications/notify.ts';
import type { RunRow } from '../../runs/runs.ts';
import { findOpenRun, runOrFault, startAllDue } from '../../runs/timed-starts.ts';
import type { Services } from '../../services/services.ts';
import { nextTime } from '../../time/schedule-times.ts';
import { writeExportRun } from '../start.ts';
import { getTemplate } from '../templates/templates.ts';
import { type ExportScheduleRow, lockSchedule } from './schedules.ts';

type Parts = Pick<Services, 'db' | 'clock' | 'jobs'>;

export const exportSchedules: BackgroundWork<Parts> = {
  name: 'export-schedules',
  everyMs: 20_000,
  does: 'Starts scheduled exports that are due.',
  runsIn: 'workers',
  begin: (services) => ({ pass: () => startDueExports(services) }),
};

/** Starts the runs of all due schedules, each once even if other processes also look; returns how many were started. */
export async function startDueExports(services: Parts): Promise<number> {
  const now = new Date(services.clock.wall());
  return await startAllDue(services, 'export_schedule', now, (db, schedule) => startDue(db, schedule, now));
}

/** Starts a schedule's export now, unless one is under way; returns the run's id. */
export async function runScheduleNow({ db, ownerId, user, services }: Call, id: string): Promise<string> {
  const now = new Date(services.clock.wall());
  const { run, isNew } = await db(async (owned) => {
    const schedule = await lockSchedule(owned, ownerId, id);
    const open = await findOpenRun(owned, schedule);
    if (open) {
      return { run: open, isNew: false };
    }
    const started = await startRun(owned, schedule, user.id, now);
    await note(owned, schedule, {
      last_at: now,
      last_outcome: 'started',
      last_run_id: started.id,
      fault: null,
    });
    return { run: started, isNew: true };
  });
  if (isNew) {
    await services.jobs.wake(run);
  }
  return run.id;
}

async function startDue(db: OwnerDb, schedule: ExportScheduleRow, now: Date): Promise<RunRow | null> {
  const times = {
    next_at: nextTime(schedule.times, schedule.time_zone, now),
    last_at: now,
  };
  if (await findOpenRun(db, schedule)) {
    await note(db, schedule, { ...times, last_outcome: 'still-going' });
    return null;
  }
  const outcome = await runOrFault(() => startRun(db, schedule, schedule.created_by, now));
  if ('fault' in outcome) {
    await note(db, schedule, { ...times, last_outcome: 'refused', fault: jsonText(outcome.fault) });
    await noteNotice(db, {
      ownerId: schedule.owner_id,
      ...(schedule.created_by !== null && { userIds: [schedule.created_by] }),
      event: 'export-not-started',
      subject: schedule.id,
      params: { name: schedule.name, state: outcome.fault.code.replace('export.', '') },
      link: '/products/export',
    });
    return null;
  }
  await note(db, schedule, {
    ...times,
    last_outcome: 'started',
    last_run_id: outcome.run.id,
    fault: null,
  });
  return outcome.run;
}

async function startRun(
  db: OwnerDb,
  { id, owner_id: ownerId, template_id, filter }: ExportScheduleRow,
  userId: string | null,
  now: Date,
): Promise<RunRow> {
  const { choices } = await getTemplate(db, ownerId, template_id);
  const request = { ...choices, selection: { filter, except: [] }, scheduleId: id };
  return await writeExportRun(db, { ownerId, userId }, request, now.getTime());
}

async function note(
  db: OwnerDb,
  { id, owner_id }: ExportScheduleRow,
  changed: {
    next_at?: Date | null;
    last_at: Date;
    last_outcome: NonNullable<ExportScheduleRow['last_outcome']>;
    last_run_id?: string;
    fault?: string | null;
  },
): Promise<void> {
  await db
    .updateTable('export_schedule')
    .set(changed)
    .where('owner_id', '=', owner_id)
    .where('id', '=', id)
    .execute();
}
