import { afterEach, expect, it } from 'vitest';
import { IsolatePool } from './pool.ts';
import { processIsolate } from './process.ts';

const module = new URL('./testing/odd-jobs.ts', import.meta.url);
const secret = 'BOWERBIRD_TEST_SECRET';
afterEach(() => {
  delete process.env[secret];
});

function pool(jobMs = 60_000): IsolatePool {
  return new IsolatePool({
    open: () => processIsolate(module, { threads: 1, args: [] }),
    size: 1,
    jobMs,
    idleMs: 100,
  });
}

it('answers job after job, and gets no secret of ours [asvs 13.3.2]', async () => {
  process.env[secret] = 'hidden';
  const one = pool();

  const [first, second] = [await one.run('a'), await one.run('b')];

  expect(first).toMatchObject({ job: 'a', environment: expect.not.arrayContaining([secret]) });
  expect(second).toMatchObject({ job: 'b', environment: expect.arrayContaining(['UV_THREADPOOL_SIZE']) });
});

it.each([
  ['memory', 'crash'],
  ['time', 'crash'],
])('ends by itself when a job takes too much %s, and the next job is answered', async (what, why) => {
  const one = pool();
  const [odd, good] = [one.run(`take ${what}`), one.run('good')];

  await expect(odd).rejects.toMatchObject({ name: 'JobStopped', why });
  expect(await good).toMatchObject({ job: 'good' });
});

it('is ended when a job is given up', async () => {
  const one = pool();
  const giveUp = new AbortController();
  const odd = one.run('take time', giveUp.signal);
  giveUp.abort(new Error('given up'));

  await expect(odd).rejects.toThrow('given up');
  expect(await one.run('good')).toMatchObject({ job: 'good' });
});
