import type { ProjectBody } from '@bowerbird/contract/team/projects';
import { sql } from 'kysely';
import type { BackgroundWork } from '../background/background-work.ts';
import { asOwner, type Db } from '../db/database.ts';
import { noteNotice } from '../notifications/notify.ts';

/** Maximum number of reminders handled in one look. */
const atOnce = 200;

/** Returns the next time that a project sends a reminder, computed by the database; null when none is to come. */
export function nextReminder({ startsOn, endsOn, task }: ProjectBody) {
  const step = task.kind === 'weekly' ? '7 days' : '1000 years';
  return sql<Date | null>`(
    select min((day::date + ${task.remindAt}::time) at time zone ${task.timeZone})
    from generate_series(${startsOn}::date, ${endsOn}::date, ${step}::interval) as day
    where (day::date + ${task.remindAt}::time) at time zone ${task.timeZone} > now()
  )`;
}

/** Sends all due reminders, each once; returns how many. */
export async function remindAllDue({ db }: { db: Db }): Promise<number> {
  const due = await db
    .selectFrom('open_reminder')
    .selectAll()
    .where('remind_at', '<=', sql<Date>`now()`)
    .orderBy('remind_at')
    .limit(atOnce)
    .execute();
  const failures: unknown[] = [];
  for (const { id, owner_id } of due) {
    // A reminder that fails does not block the others.
    await remind(db, owner_id, id).catch((thrown: unknown) => failures.push(thrown));
  }
  if (failures.length > 0) {
    throw failures[0];
  }
  return due.length;
}

/** Notes the reminder and sets the next one in one transaction, so that two programs send it once. */
async function remind(db: Db, ownerId: string, id: string): Promise<void> {
  await asOwner(db, ownerId, async (owned) => {
    const row = await owned
      .selectFrom('team_project')
      .select('content')
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .where('remind_at', '<=', sql<Date>`now()`)
      .forUpdate()
      .executeTakeFirst();
    if (!row) {
      return;
    }
    const { name, task } = row.content;
    await owned
      .updateTable('team_project')
      .set({ remind_at: nextReminder(row.content) })
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .execute();
    await noteNotice(owned, {
      ownerId,
      userIds: [task.executorId],
      event: 'project-reminder',
      subject: id,
      params: { project: name, task: task.name },
      link: '/form/advanced-form',
    });
  });
}

export const reminders: BackgroundWork<{ db: Db }> = {
  name: 'reminders',
  everyMs: 60_000,
  does: 'Sends the reminders of projects.',
  runsIn: 'workers',
  begin: (services) => ({ pass: () => remindAllDue(services) }),
};
