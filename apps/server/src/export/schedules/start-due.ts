import { AppError } from '@bowerbird/contract/errors';
import type { Fault } from '@bowerbird/contract/runs';
import type { BackgroundWork } from '../../background/background-work.ts';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import type { Call } from '../../http/serve.ts';
import { noteNotice } from '../../notifications/notify.ts';
import { dueIn, eachDue } from '../../runs/each-due.ts';
import { findRun, hasEnded, type RunRow } from '../../runs/runs.ts';
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
  return await eachDue(dueIn(services.db, 'open_export_schedule', now), async ({ id, owner_id }) => {
    const run = await asOwner(services.db, owner_id, (db) => startDue(db, owner_id, id, now));
    if (run) {
      // If the process is killed before this line, the search for forgotten runs finds and wakes the run.
      await services.jobs.wake(run);
    }
    return run !== null;
  });
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

/** Runs under the schedule's own lock: the run and the next time are written together, or neither is. */
async function startDue(db: OwnerDb, ownerId: string, id: string, now: Date): Promise<RunRow | null> {
  const schedule = await db
    .selectFrom('export_schedule')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('next_at', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!schedule) {
    return null;
  }
  const times = {
    next_at: nextTime(schedule.times, schedule.time_zone, now),
    last_at: now,
  };
  if (await findOpenRun(db, schedule)) {
    await note(db, schedule, { ...times, last_outcome: 'still-going' });
    return null;
  }
  const outcome = await tryToStart(db, schedule, now);
  if ('fault' in outcome) {
    await note(db, schedule, { ...times, last_outcome: 'refused', fault: jsonText(outcome.fault) });
    await noteNotice(db, {
      ownerId,
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

/** Starts the run of a schedule. What is refused with a reason is recorded, and tried again at its next time. */
async function tryToStart(
  db: OwnerDb,
  schedule: ExportScheduleRow,
  now: Date,
): Promise<{ run: RunRow } | { fault: Fault }> {
  try {
    return { run: await startRun(db, schedule, schedule.created_by, now) };
  } catch (thrown) {
    const { code, params } = AppError.from(thrown);
    if (code === 'unexpected') {
      throw thrown;
    }
    return { fault: { code, params } };
  }
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

async function findOpenRun(
  db: OwnerDb,
  { owner_id, last_run_id }: ExportScheduleRow,
): Promise<RunRow | null> {
  const last = last_run_id === null ? undefined : await findRun(db, owner_id, last_run_id);
  return last && !hasEnded(last.state) ? last : null;
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
