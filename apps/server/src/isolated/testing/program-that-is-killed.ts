import { processIsolate } from '../process.ts';
import { standingStill } from '../standing-still.ts';

/** A program that prints the number of a process of its own, which stands still from then on. */
const isolate = processIsolate(new URL('./odd-jobs.ts', import.meta.url), { threads: 1, args: [] });
isolate.onAnswer((answer) => {
  // Calls without end.
  setInterval(() => standingStill.answers(), 20);
  process.stdout.write(`${(answer as { value: { id: number } }).value.id}\n`);
});
isolate.hold(true);
isolate.send('who');
