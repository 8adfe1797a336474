import { Worker } from 'node:worker_threads';

/** Threads at once; a reading that finds all taken waits for one. */
const threadsMax = 4;
/** How long a thread without work is kept, milliseconds: to start one takes half a second of a processor. */
const idleMs = 60_000;

interface Idle {
  thread: Worker;
  timer: NodeJS.Timeout;
}

const idle: Idle[] = [];
const waiting: (() => void)[] = [];
let taken = 0;

/** Takes a thread, one without work or a new one; waits where too many are taken. Throws the signal's reason. */
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

/** Memory of JavaScript that a thread has, megabytes; only such threads are kept. */
export const usualHeapMb = 512;

/** Gives a thread back: kept for the next where its work came to its end, else ended. */
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
  // Whoever works with it hears it too; without work it only ends.
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
