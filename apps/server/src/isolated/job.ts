import { setPriority } from 'node:os';
import { AppError } from '@bowerbird/contract/errors';
import type { IsolateAnswer } from './isolate.ts';

export interface JobLimits {
  /** Memory of the process, bytes. */
  bytesMax: number;
  /** What one job may take of processors, milliseconds: unlike time on a clock, it is the same on a busy machine. */
  cpuMs: number;
}

/** How often a process looks at what it takes, milliseconds. */
const lookMs = 50;

/**
 * Lets the process or thread that calls it wait for all others of this machine: what people wait for goes before what was fetched for them.
 * What it starts afterwards waits too.
 */
export function yieldToOthers(): void {
  try {
    setPriority(10);
  } catch {
    // A system that knows no priorities treats all alike.
  }
}

/** Answers the jobs that a process is sent, after what others of this machine do. The process ends with the one that started it, and when a job goes beyond a limit. */
export function answerJobs(work: (job: unknown) => Promise<unknown>, { bytesMax, cpuMs }: JobLimits): void {
  yieldToOthers();
  let begun: NodeJS.CpuUsage | null = null;
  process.on('message', (job) => {
    begun = process.cpuUsage();
    void answerOf(() => work(job)).then((answer) => {
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

/** What came of a job, as it can be sent. */
async function answerOf(work: () => Promise<unknown>): Promise<IsolateAnswer> {
  try {
    return { value: await work() };
  } catch (thrown) {
    const { code, message, params } = AppError.from(thrown);
    return { failure: { code: thrown instanceof AppError ? code : null, message, params } };
  }
}
