import type { StoreAccess } from '../../../listing/store/access.ts';
import { perSession } from './session.ts';

/**
 * Largest number of concurrent writing requests in one store: a small host tolerates no more (`readme.md`, Rate
 * limits).
 */
export const writesAtOnce = 2;

interface Room {
  free: number;
  waiting: (() => void)[];
}

const roomIn = perSession<Room>(() => ({ free: writesAtOnce, waiting: [] }));

/**
 * Sends a writing request when the store has capacity for it, whichever product it is for and whatever else sends:
 * several products of one update go concurrently, at most `writesAtOnce` in all. A waiting request has not passed the
 * gate.
 */
export async function withRoom<Answer>(store: StoreAccess, send: () => Promise<Answer>): Promise<Answer> {
  const room = roomIn(store);
  if (room.free > 0) {
    room.free -= 1;
  } else {
    await new Promise<void>((resolve) => room.waiting.push(resolve));
  }
  try {
    return await send();
  } finally {
    const next = room.waiting.shift();
    if (next) {
      next();
    } else {
      room.free += 1;
    }
  }
}

/** Processes each item, with this many at a time, started in their order. */
export async function mapSideBySide<Item, Answer>(
  items: readonly Item[],
  work: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const entries = items.entries();
  const worker = async () => {
    for (const [at, item] of entries) {
      answers[at] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(writesAtOnce, items.length) }, worker));
  return answers;
}
