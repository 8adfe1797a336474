import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { AppError } from '@bowerbird/contract/errors';
import type { IsolateAnswer } from './isolate.ts';

export interface JobLimits {
  /** Memory of the process, in bytes. */
  bytesMax: number;
  /**
   * Processor time that one job may take, in milliseconds: unlike time on a clock, it does not depend on how busy the
   * machine is.
   */
  cpuMs: number;
}

/** Where a process receives the `bytes` of jobs, if they come beside their messages. */
export const bytesFd = 4;

/** How often a process checks its usage, in milliseconds. */
const lookMs = 50;

/** Low, yet with some share of a busy machine. */
const priority = 10;

/**
 * Lowers the priority of this process below others: what people wait for comes before the processing of fetched data.
 */
export function yieldToOthers(): void {
  try {
    // On Linux each thread has a priority of its own, those that collect garbage included; a new one has its creator's.
    for (const thread of process.platform === 'linux' ? readdirSync('/proc/self/task') : [0]) {
      setPriority(Number(thread), priority);
    }
    // Where Linux divides the processors among sessions, such as those of the database, a process that is to yield
    // needs a session of its own (`processIsolate`), and a low share for it.
    writeFileSync('/proc/self/autogroup', String(priority));
  } catch {
    // A system without priorities treats all equally.
  }
}

/** Lowers the priority of the thread that calls it, and of no other; where threads have none, nothing happens. */
export function threadYieldsToOthers(): void {
  if (process.platform === 'linux') {
    setPriority(priority);
  }
}

/**
 * Processes the jobs that are sent to this process, at lower priority than other work on the machine. The process ends
 * with the one that started it, and when a job exceeds a limit.
 */
export function answerJobs(work: (job: unknown) => Promise<unknown>, { bytesMax, cpuMs }: JobLimits): void {
  yieldToOthers();
  let begun: NodeJS.CpuUsage | null = null;
  const beside = bytesBeside();
  process.on('message', (job) => {
    begun = process.cpuUsage();
    void answerOf(async () => await work(await beside(job))).then((answer) => {
      begun = null;
      process.send?.(answer);
    });
  });
  process.on('disconnect', () => process.exit());
  setInterval(() => {
    const { user, system } = begun === null ? { user: 0, system: 0 } : process.cpuUsage(begun);
    if (process.memoryUsage.rss() > bytesMax || (user + system) / 1000 > cpuMs) {
      process.exit(1);
    }
  }, lookMs).unref();
}

/** Returns the result of a job in a form that can be sent. */
async function answerOf(work: () => Promise<unknown>): Promise<IsolateAnswer> {
  try {
    return { value: await work() };
  } catch (thrown) {
    const { code, message, params } = AppError.from(thrown);
    return { failure: { code: thrown instanceof AppError ? code : null, message, params } };
  }
}

/** Returns the function that completes a job with its bytes. */
function bytesBeside(): (job: unknown) => Promise<unknown> {
  let socket: Socket | null = null;
  return async (job) => {
    if (typeof job !== 'object' || job === null || !('bytesBeside' in job)) {
      return job;
    }
    const { bytesBeside: size, ...rest } = job;
    socket ??= new Socket({ fd: bytesFd });
    // The process lives as long as its channel.
    socket.unref();
    return { ...rest, bytes: await bytesFrom(socket, Number(size)) };
  };
}

async function bytesFrom(socket: Socket, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; ) {
    const piece: Buffer | null = socket.read(Math.min(size - at, socket.readableLength));
    if (piece === null) {
      await once(socket, 'readable');
    } else {
      bytes.set(piece, at);
      at += piece.byteLength;
    }
  }
  return bytes;
}
