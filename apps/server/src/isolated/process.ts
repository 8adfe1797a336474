import { fork } from 'node:child_process';
import type { Isolate } from './isolate.ts';

export interface ProcessOptions {
  /** Threads for work outside JavaScript. */
  threads: number;
  args: readonly string[];
  /** JavaScript memory, in megabytes; a process that needs more ends. */
  heapMb?: number;
}

/**
 * Starts a process that processes jobs (`answerJobs` in `job.ts`). It has a separate thread pool, because libuv's pool
 * is shared by a whole process, JavaScript threads included; and none of our environment, which may contain secrets.
 */
export function processIsolate(module: URL, { threads, args, heapMb }: ProcessOptions): Isolate {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = fork(module, args, {
    // Garbage is collected by the thread that made it, so that a process takes one processor at most.
    execArgv: ['--single-threaded-gc', ...(heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`])],
    // In a session of its own, for its share of the processors (`yieldToOthers`).
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      UV_THREADPOOL_SIZE: String(threads),
      ...(PATH !== undefined && { PATH }),
      ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
    },
  });
  let isOver = false;
  const over: (() => void)[] = [];
  const end = () => {
    if (!isOver) {
      isOver = true;
      for (const listener of over) {
        listener();
      }
    }
  };
  child.once('exit', end);
  child.once('error', end);
  return {
    // `onEnd` reports a process that has ended.
    send: (job) => child.send(job as object, () => undefined),
    onAnswer: (listener) => {
      child.on('message', listener);
      child.unref();
      child.channel?.unref();
    },
    onEnd: (listener) => over.push(listener),
    hold(isBusy) {
      if (isBusy) {
        child.ref();
        child.channel?.ref();
      } else {
        child.unref();
        child.channel?.unref();
      }
    },
    end: () => child.kill('SIGKILL'),
  };
}
