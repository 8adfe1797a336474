import { answerJobs } from '../job.ts';

const kept: Buffer[] = [];

/** A process that does what a job should not do. */
answerJobs(
  async (job) => {
    for (;;) {
      if (job === 'take memory') {
        kept.push(Buffer.alloc(10_000_000, 1));
      } else if (job === 'take time') {
        Buffer.alloc(10_000_000, 1);
      } else {
        return { job, id: process.pid, environment: Object.keys(process.env).sort() };
      }
      await new Promise((resume) => setImmediate(resume));
    }
  },
  { bytesMax: 300_000_000, cpuMs: 1000 },
);
