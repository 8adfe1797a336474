import { type SqlBool, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { TellServices } from './notify.ts';
import { tellDue } from './tell-due.ts';

const everyMs = 2000;
/** As many as one look takes up. */
const atOnce = 200;
/** What could not be told is tried again after so long: it neither fills the log nor stands before all else. */
const restMs = 60_000;

/** What could not be told, each until when it rests, by `performance.now()`. */
export type Resting = Map<string, number>;

/** Tells everything that is due, oldest first; answers how much was tried. What fails stays due, and rests. */
export async function tellAllDue(services: TellServices, resting: Resting = new Map()): Promise<number> {
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
    await tellDue(services, each).catch((thrown: unknown) => {
      resting.set(each.id, performance.now() + restMs);
      services.log.warn({ error: String(thrown), due: each.id }, 'Somebody could not be told');
    });
  }
  return due.length;
}

/**
 * Looks every two seconds for what is due: what the database's own triggers wrote down of runs and stores, what parts
 * noted in their transactions, and what a kill left over. `stop` waits for a look that is under way.
 */
export function keepTelling(services: TellServices & { clock: Clock }): { stop(): Promise<void> } {
  const over = new AbortController();
  const resting: Resting = new Map();
  const looking = (async () => {
    while (!over.signal.aborted) {
      await tellAllDue(services, resting).catch((thrown: unknown) =>
        services.log.warn({ error: String(thrown) }, 'What is due to be told could not be looked for'),
      );
      await services.clock.sleep(everyMs, over.signal).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      over.abort();
      await looking;
    },
  };
}
