import type { Reading } from '../reading.ts';
import type { StageEvents } from './run-stages.ts';

/** Reads products one by one by their keys, in order. */
export async function* readEach<Cursor>(
  reading: Reading,
  keys: readonly string[],
  cursorOf: (read: { last: string; done: number }) => Cursor,
): StageEvents<Cursor> {
  if (keys.length === 0) {
    return;
  }
  yield { kind: 'way', way: 'page', state: 'running' };
  for await (const { products, skipped, last, done } of reading.takeEach(keys)) {
    yield { kind: 'batch', products, skipped, cursor: cursorOf({ last, done }) };
  }
  yield { kind: 'way', way: 'page', state: 'done', count: keys.length };
}
