import type { StoreAccess } from '../../listing/store.ts';
import { perSession } from './session.ts';

/** How many requests that write may be under way at a time in one store: a small host bears no more (`readme.md`, Rate limits). */
export const writesAtOnce = 2;

interface Room {
  free: number;
  waiting: (() => void)[];
}

const roomIn = perSession<Room>(() => ({ free: writesAtOnce, waiting: [] }));

/**
 * Sends a request that writes when the store has room for it, whichever product it is for and whoever else sends: several products of
 * one update go side by side, and no more than `writesAtOnce` in all. Who waits has not passed the gate.
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

/** Does work for each, for so many at a time, begun in their order. */
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
