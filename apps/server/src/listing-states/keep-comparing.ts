import type { Services } from '../services.ts';
import { compareStore } from './compare-store.ts';
import { follow } from './following.ts';

const everyMs = 2_000;
/** Sources change by the minute at most. */
const followEveryMs = 20_000;

/** Compares stores that somebody asked for or whose night has come; answers how many. One after the other. */
export async function compareDue(services: Services, signal: AbortSignal): Promise<number> {
  const now = new Date(services.clock.wall());
  const due = await services.db
    .selectFrom('open_comparison')
    .select(['shop_id', 'owner_id'])
    .where((eb) => eb.or([eb('state', '<>', 'idle'), eb('next_at', '<=', now)]))
    .execute();
  let compared = 0;
  for (const { shop_id, owner_id } of due) {
    signal.throwIfAborted();
    compared += (await compareStore(services, owner_id, shop_id, signal)) ? 1 : 0;
  }
  return compared;
}

/** Starts the runs of all stores that follow and whose sources changed; answers the runs. */
export async function followDue(services: Services): Promise<string[]> {
  const now = new Date(services.clock.wall());
  const due = await services.db
    .selectFrom('open_following')
    .select(['shop_id', 'owner_id'])
    .where('next_at', '<=', now)
    .execute();
  const runIds: string[] = [];
  for (const { shop_id, owner_id } of due) {
    runIds.push(...(await follow(services, owner_id, shop_id)));
  }
  return runIds;
}

/** Compares and follows for as long as the program lives; `stop` waits for what is under way to leave off. */
export function keepComparing(services: Services): { stop(): Promise<void> } {
  const over = new AbortController();
  const repeat = async (ms: number, what: string, step: () => Promise<unknown>) => {
    while (!over.signal.aborted) {
      await step().catch((thrown: unknown) => {
        if (!over.signal.aborted) {
          services.log.warn({ error: String(thrown) }, what);
        }
      });
      await services.clock.sleep(ms, over.signal).catch(() => undefined);
    }
  };
  const looking = Promise.all([
    repeat(everyMs, 'Stores could not be compared', () => compareDue(services, over.signal)),
    repeat(followEveryMs, 'Followed sources could not be looked for', () => followDue(services)),
  ]);
  return {
    async stop() {
      over.abort();
      await looking;
    },
  };
}
