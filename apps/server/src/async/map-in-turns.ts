import { nextTurn } from './next-turn.ts';

/** Items after which other work of the process gets its turn: some milliseconds of editing or writing products. */
const atOnce = 25;

/**
 * Maps items in their order, one after the other, and lets other work of the process go on in between: a page of
 * hundreds of products must not keep another merchant's job, or the answers of the database, waiting.
 */
export async function mapInTurns<In, Out>(items: readonly In[], map: (item: In) => Out): Promise<Out[]> {
  const mapped: Out[] = [];
  for (const item of items) {
    if (mapped.length > 0 && mapped.length % atOnce === 0) {
      await nextTurn();
    }
    mapped.push(map(item));
  }
  return mapped;
}
