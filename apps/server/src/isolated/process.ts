import { fork } from 'node:child_process';
import { Socket } from 'node:net';
import { guarded } from './guardian.ts';
import type { Isolate } from './isolate.ts';
import { bytesFd } from './job.ts';
import { standingStill } from './standing-still.ts';

export interface ProcessOptions {
  /** Threads for work outside JavaScript. */
  threads: number;
  args: readonly string[];
  /** JavaScript memory, in megabytes; a process that needs more ends. */
  heapMb?: number;
  /** Sends a job's `bytes` as they are, beside its message: as a part of it, they would be copied ten times. */
  bytesBeside?: boolean;
}

/**
 * Starts a process that processes jobs (`answerJobs` in `job.ts`). It has a separate thread pool, because libuv's pool
 * is shared by a whole process, JavaScript threads included; and none of our environment, which may contain secrets.
 * While it is held, it stands still for calls (`StandingStill`).
 */
export function processIsolate(
  module: URL,
  { threads, args, heapMb, bytesBeside = false }: ProcessOptions,
): Isolate {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = fork(module, args, {
    // Garbage is collected by the thread that made it, so that a process takes one processor at most.
    execArgv: ['--single-threaded-gc', ...(heapMb === undefined ? [] : heapOf(heapMb))],
    // In a session of its own, for its share of the processors (`yieldToOthers`).
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc', ...(bytesBeside ? (['pipe'] as const) : [])],
    env: {
      UV_THREADPOOL_SIZE: String(threads),
      ...(PATH !== undefined && { PATH }),
      ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
    },
  });
  const canStop = child.pid !== undefined && guarded(child.pid);
  const stoppable = { stop: () => void child.kill('SIGSTOP'), goOn: () => void child.kill('SIGCONT') };
  let rests: (() => void) | null = null;
  let isOver = false;
  const over: (() => void)[] = [];
  const end = () => {
    if (!isOver) {
      isOver = true;
      rests?.();
      for (const listener of over) {
        listener();
      }
    }
  };
  const beside = child.stdio[bytesFd] instanceof Socket ? child.stdio[bytesFd] : null;
  beside?.on('error', () => undefined);
  child.once('exit', end);
  child.once('error', end);
  return {
    // `onEnd` reports a process that has ended.
    send(job) {
      if (beside && hasBytes(job)) {
        const { bytes, ...rest } = job;
        child.send({ ...rest, bytesBeside: bytes.byteLength }, () => undefined);
        beside.write(bytes);
      } else {
        child.send(job as object, () => undefined);
      }
    },
    onAnswer: (listener) => {
      child.on('message', listener);
      child.unref();
      child.channel?.unref();
      beside?.unref();
    },
    onEnd: (listener) => over.push(listener),
    hold(isBusy) {
      if (isBusy) {
        rests ??= canStop && !isOver ? standingStill.works(stoppable) : null;
        child.ref();
        child.channel?.ref();
      } else {
        rests?.();
        rests = null;
        child.unref();
        child.channel?.unref();
      }
    },
    end: () => child.kill('SIGKILL'),
  };
}

/**
 * V8 begins with a heap of a few megabytes and collects all of it whenever it is used up: where pages of a megabyte come
 * and go, that took a third of the time. A quarter at once costs no memory that such pages would not take anyway.
 */
function heapOf(megabytes: number): string[] {
  return [`--max-old-space-size=${megabytes}`, `--initial-old-space-size=${Math.ceil(megabytes / 4)}`];
}

function hasBytes(job: unknown): job is { bytes: Uint8Array } {
  return typeof job === 'object' && job !== null && 'bytes' in job && job.bytes instanceof Uint8Array;
}
