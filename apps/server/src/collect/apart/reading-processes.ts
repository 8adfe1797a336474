import type { Isolate } from '../../isolated/isolate.ts';
import { processIsolate } from '../../isolated/process.ts';
import type { FromApart } from './messages.ts';

/** Most processes at once; a reader waits if all are in use. */
const processesMax = 4;
/** How long an idle process is kept, in milliseconds: starting one takes half a second of processor time. */
const idleMs = 60_000;

/** A process in which one collector at a time reads. */
export interface ReadingProcess {
  isolate: Isolate;
  /** Receives the messages of the process for its current user. */
  hear(message: FromApart): void;
  /** Called when the process has ended. */
  gone(): void;
}

interface Idle {
  process: ReadingProcess;
  timer: NodeJS.Timeout;
}

const idle: Idle[] = [];
const waiting: (() => void)[] = [];
let taken = 0;

/** Takes an idle process or starts a new one; waits if too many are in use. Throws the signal's reason. */
export async function takeProcess(heapMb: number, signal: AbortSignal): Promise<ReadingProcess> {
  signal.throwIfAborted();
  while (taken >= processesMax) {
    const turn = Promise.withResolvers<void>();
    waiting.push(turn.resolve);
    signal.addEventListener('abort', () => turn.resolve(), { once: true });
    await turn.promise;
    signal.throwIfAborted();
  }
  taken += 1;
  const known = heapMb === usualHeapMb ? idle.pop() : undefined;
  if (known) {
    clearTimeout(known.timer);
    known.process.isolate.hold(true);
    return known.process;
  }
  return started(heapMb);
}

/** Usual JavaScript memory of a process, in megabytes; only such processes are kept. */
export const usualHeapMb = 512;

/** Returns a process: keeps it for the next use if its work was completed, else ends it. */
export function giveBack(
  process: ReadingProcess,
  { isDone, heapMb }: { isDone: boolean; heapMb: number },
): void {
  process.hear = () => undefined;
  process.gone = () => drop(process);
  if (isDone && heapMb === usualHeapMb) {
    const timer = setTimeout(() => drop(process), idleMs);
    timer.unref();
    process.isolate.hold(false);
    idle.push({ process, timer });
  } else {
    process.isolate.end();
  }
  taken -= 1;
  for (const resume of waiting.splice(0)) {
    resume();
  }
}

function started(heapMb: number): ReadingProcess {
  const module = new URL('./reading-process.ts', import.meta.url);
  const isolate = processIsolate(module, { threads: 1, args: [], heapMb });
  const process: ReadingProcess = { isolate, hear: () => undefined, gone: () => undefined };
  isolate.onAnswer((message) => process.hear(message as FromApart));
  isolate.onEnd(() => process.gone());
  isolate.hold(true);
  return process;
}

function drop(process: ReadingProcess): void {
  const at = idle.findIndex((one) => one.process === process);
  if (at !== -1) {
    clearTimeout(idle[at]?.timer);
    idle.splice(at, 1);
    process.isolate.end();
  }
}
