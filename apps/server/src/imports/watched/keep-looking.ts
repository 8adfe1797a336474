import type { BackgroundWork } from '../../background/background-work.ts';
import { dueIn, eachDue } from '../../runs/each-due.ts';
import { type LookServices, lookAt } from './look.ts';

/** Most looks of one process at a time, and of one merchant: a slow server delays no other merchant's files. */
const looksMax = 8;
const looksOfOwnerMax = 3;

interface Looks {
  /** Starts the looks that are due and have room; returns how many. They go on after it returns. */
  start(signal: AbortSignal): Promise<number>;
  /** Waits for all that were started. */
  ended(): Promise<void>;
}

export function looksOf(services: LookServices): Looks {
  const going = new Map<string, { ownerId: string; end: Promise<void> }>();
  const hasRoom = (ownerId: string) =>
    going.size < looksMax &&
    [...going.values()].filter((each) => each.ownerId === ownerId).length < looksOfOwnerMax;
  return {
    start: (signal) =>
      eachDue(dueIn(services.db, 'open_file_watch', new Date(services.clock.wall())), async (due) => {
        const { id, owner_id: ownerId } = due;
        if (signal.aborted || going.has(id) || !hasRoom(ownerId)) {
          return false;
        }
        const end = lookAt(services, { ownerId, id }, signal)
          .then(
            () => undefined,
            (thrown: unknown) => services.log.warn({ watch: id, error: String(thrown) }, 'A look failed'),
          )
          .finally(() => going.delete(id));
        going.set(id, { ownerId, end });
        return true;
      }),
    async ended() {
      while (going.size > 0) {
        await Promise.all([...going.values()].map(({ end }) => end));
      }
    },
  };
}

export const watchedFiles: BackgroundWork<LookServices> = {
  name: 'watched-files',
  everyMs: 5000,
  does: 'Fetches the product files that merchants watch, at addresses and in folders, when they are due, and starts their imports.',
  runsIn: 'workers',
  begin(services) {
    const looks = looksOf(services);
    return { pass: (signal) => looks.start(signal), close: () => looks.ended() };
  },
};
