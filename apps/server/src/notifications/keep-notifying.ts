import { type SqlBool, sql } from 'kysely';
import type { BackgroundWork } from '../background/background-work.ts';
import type { NotifyServices } from './notify.ts';
import { sendDue } from './send-due.ts';

/** Maximum number of notices handled in one look. */
const atOnce = 200;
/** Milliseconds until a failed notice is tried again, so that it neither fills the log nor blocks the others. */
const restMs = 60_000;

/** Failed notices with the time until which each is not tried again, by `performance.now()`. */
export type Resting = Map<string, number>;

/** Sends every due notice, oldest first; returns how many were tried. A failed one stays due and is retried later. */
export async function sendAllDue(services: NotifyServices, resting: Resting = new Map()): Promise<number> {
  for (const [id, until] of resting) {
    if (until <= performance.now()) {
      resting.delete(id);
    }
  }
  const due = await services.db
    .selectFrom('open_notification')
    .selectAll()
    .where(sql<SqlBool>`id <> all(${[...resting.keys()]}::uuid[])`)
    .orderBy('at')
    .orderBy('id')
    .limit(atOnce)
    .execute();
  for (const each of due) {
    await sendDue(services, each).catch((thrown: unknown) => {
      resting.set(each.id, performance.now() + restMs);
      services.log.warn({ error: String(thrown), due: each.id }, 'Somebody could not be notified');
    });
  }
  return due.length;
}

/**
 * Due are notices that database triggers recorded about runs and stores, those that parts noted in their transactions,
 * and those left over after a kill.
 */
export const notices: BackgroundWork<NotifyServices> = {
  name: 'notifications',
  everyMs: 2000,
  does: 'Notifies people of what happened: in the console, and by mail or SMS where they chose so.',
  runsIn: 'workers',
  begin(services) {
    const resting: Resting = new Map();
    return { pass: () => sendAllDue(services, resting) };
  },
};
