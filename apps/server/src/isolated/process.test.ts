import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { IsolatePool } from './pool.ts';
import { processIsolate } from './process.ts';
import { standingStill, stretchMs } from './standing-still.ts';

const module = new URL('./testing/odd-jobs.ts', import.meta.url);
const secret = 'BOWERBIRD_TEST_SECRET';
afterEach(() => {
  delete process.env[secret];
});

function pool(jobMs = 60_000, bytesBeside = false): IsolatePool {
  return new IsolatePool({
    open: () => processIsolate(module, { threads: 1, args: [], bytesBeside }),
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
])(
  'ends by itself when a job takes too much %s, and the next job is answered',
  { tags: ['slow'] },
  async (what, why) => {
    const one = pool();
    const [odd, good] = [one.run(`take ${what}`), one.run('good')];

    await expect(odd).rejects.toMatchObject({ name: 'JobStopped', why });
    expect(await good).toMatchObject({ job: 'good' });
  },
);

it('is ended when a job is given up', async () => {
  const one = pool();
  const giveUp = new AbortController();
  const odd = one.run('take time', giveUp.signal);
  giveUp.abort(new Error('given up'));

  await expect(odd).rejects.toThrow('given up');
  expect(await one.run('good')).toMatchObject({ job: 'good' });
});

it('gets the bytes of each job whole, when they come beside its message', { tags: ['slow'] }, async () => {
  const one = pool(60_000, true);
  const bytes = (size: number) => Uint8Array.from({ length: size }, (_, at) => at % 251);

  for (const size of [0, 3, 1_000_000]) {
    expect(await one.run({ bytes: bytes(size) })).toMatchObject({ job: { bytes: bytes(size) } });
  }
});

/** Returns the state of a process, as the system names it; null if there is none. */
function stateOf(id: number): string | null {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2, text.lastIndexOf(')') + 3);
  } catch {
    return null;
  }
}

describe.runIf(process.platform === 'linux')('standing still', () => {
  const patient = { timeout: 120_000, interval: 10 };

  it('stands still while somebody waits for a call, and then completes its job', {
    tags: ['slow'],
  }, async () => {
    const one = pool();
    const { id } = (await one.run('who')) as { id: number };
    const odd = one.run('take time').catch((thrown: unknown) => thrown);

    // The system stops a process a moment after it was asked to; the call stays open until that is seen.
    await vi.waitFor(async () => {
      const call = standingStill.answers();
      try {
        await vi.waitFor(() => expect(stateOf(id)).toBe('T'), { timeout: stretchMs / 2, interval: 1 });
      } finally {
        call.end();
      }
    }, patient);

    expect(await odd).toMatchObject({ name: 'JobStopped' });
  });

  it('leaves no process behind that stands still when the program is killed', {
    tags: ['slow'],
  }, async () => {
    const program = spawn(
      process.execPath,
      [new URL('./testing/program-that-is-killed.ts', import.meta.url).pathname],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [line] = await once(program.stdout, 'data');
    const id = Number(String(line));
    await vi.waitFor(() => expect(stateOf(id)).toBe('T'), patient);

    program.kill('SIGKILL');

    await vi.waitFor(() => expect(stateOf(id)).toBeNull(), patient);
  });
});
