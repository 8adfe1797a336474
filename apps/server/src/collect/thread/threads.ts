import { Worker } from 'node:worker_threads';

/** Most threads at once; a reader waits if all are in use. */
const threadsMax = 4;
/** How long an idle thread is kept, in milliseconds: starting one takes half a second of processor time. */
const idleMs = 60_000;

interface Idle {
  thread: Worker;
  timer: NodeJS.Timeout;
}

const idle: Idle[] = [];
const waiting: (() => void)[] = [];
let taken = 0;

/** Takes an idle thread or starts a new one; waits if too many are in use. Throws the signal's reason. */
export async function takeThread(heapMb: number, signal: AbortSignal): Promise<Worker> {
  signal.throwIfAborted();
  while (taken >= threadsMax) {
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
    known.thread.ref();
    return known.thread;
  }
  return started(heapMb);
}

/** Usual JavaScript memory of a thread, in megabytes; only such threads are kept. */
export const usualHeapMb = 512;

/** Returns a thread: keeps it for the next use if its work was completed, else ends it. */
export async function giveBack(thread: Worker, { isDone, heapMb }: { isDone: boolean; heapMb: number }) {
  if (isDone && heapMb === usualHeapMb) {
    const timer = setTimeout(() => void drop(thread), idleMs);
    timer.unref();
    thread.unref();
    idle.push({ thread, timer });
  } else {
    await thread.terminate();
  }
  taken -= 1;
  for (const resume of waiting.splice(0)) {
    resume();
  }
}

function started(heapMb: number): Worker {
  const { NODE_COMPILE_CACHE } = process.env;
  const thread = new Worker(new URL('./collect-thread.ts', import.meta.url), {
    execArgv: [],
    env: NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE },
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 64 },
  });
  // The current user of the thread gets the error too; an idle thread only ends.
  thread.on('error', () => undefined);
  thread.on('exit', () => void drop(thread));
  return thread;
}

async function drop(thread: Worker): Promise<void> {
  const at = idle.findIndex((one) => one.thread === thread);
  if (at !== -1) {
    clearTimeout(idle[at]?.timer);
    idle.splice(at, 1);
    await thread.terminate();
  }
}
