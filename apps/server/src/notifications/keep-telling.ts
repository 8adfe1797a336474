import type { Clock } from '../clock.ts';
import type { TellServices } from './notify.ts';
import { tellDue } from './tell-due.ts';

const everyMs = 2000;
/** As many as one look takes up. */
const atOnce = 200;

/** Tells everything that is due, oldest first; answers how much was tried. What fails stays due. */
export async function tellAllDue(services: TellServices): Promise<number> {
  const due = await services.db
    .selectFrom('open_notification')
    .selectAll()
    .orderBy('at')
    .orderBy('id')
    .limit(atOnce)
    .execute();
  for (const each of due) {
    await tellDue(services, each).catch((thrown: unknown) =>
      services.log.warn({ error: String(thrown), due: each.id }, 'Somebody could not be told'),
    );
  }
  return due.length;
}

/**
 * Looks every two seconds for what is due: what the database's own triggers wrote down of runs and stores, what parts
 * noted in their transactions, and what a kill left over. `stop` waits for a look that is under way.
 */
export function keepTelling(services: TellServices & { clock: Clock }): { stop(): Promise<void> } {
  const over = new AbortController();
  const looking = (async () => {
    while (!over.signal.aborted) {
      await tellAllDue(services).catch((thrown: unknown) =>
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
