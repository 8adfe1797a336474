import { AppError } from '@bowerbird/contract/errors';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../testing/database/database.ts';
import { asOwner } from '../db/database.ts';
import { realClock } from '../time/clock.ts';
import { beginningsMax } from './fruitless.ts';
import { changeRun, createRun, getRun } from './runs.ts';
import { type RunControl, type RunEnd, type WorkServices, workOnRun } from './work.ts';

const { db } = await testDatabase();
const ownerId = await testOwner(db);
const silent = () => void 0;

async function workedOn(
  body: (control: RunControl, id: string) => Promise<RunEnd>,
  stop = new AbortController().signal,
) {
  const id = await asOwner(db, ownerId, (owned) =>
    createRun(owned, ownerId, { kind: 'collect', title: 'a run', request: {}, createdBy: null }),
  );
  const woken: Date[] = [];
  const services: WorkServices = {
    db,
    clock: realClock,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    wake: async (_run, at) => void woken.push(at),
  };
  const work = () =>
    workOnRun(services, { runId: id, ownerId, key: id }, stop, (_run, control) => body(control, id));
  const thrown = await work().then(
    () => undefined,
    (failure: unknown) => failure,
  );
  const run = await asOwner(db, ownerId, (owned) => getRun(owned, ownerId, id));
  return { run, woken, thrown, again: work };
}

/** Works until stopped, as a job does between two items. */
async function untilStopped(control: RunControl): Promise<RunEnd> {
  for (let item = 1; ; item += 1) {
    control.progress({ done: item });
    await realClock.sleep(20, control.signal);
  }
}

function want(id: string, wanted: 'pause' | 'cancel') {
  return asOwner(db, ownerId, (owned) => changeRun(owned, ownerId, id, { wanted }));
}

describe('a run whose database fails', () => {
  it.each([
    ['57P01', 'database.unreachable'],
    ['53300', 'database.busy'],
    ['40P01', 'database.deadlock'],
    ['53100', 'database.disk-full'],
  ])('by %s is held with its name and continues by itself', async (state, code) => {
    const { run, woken } = await workedOn(async () => {
      throw Object.assign(new pg.DatabaseError('no such luck', 0, 'error'), { code: state });
    });

    expect(run).toMatchObject({ state: 'held', fault: { code }, beginnings: 0 });
    expect(woken).toEqual([run.goes_on_at]);
  });
});

it('a run whose files find no room on the disk is held with its name and continues by itself', async () => {
  const { run } = await workedOn(async () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  });

  expect(run).toMatchObject({ state: 'held', fault: { code: 'files.disk-full' } });
});

describe('a run that gets no further', () => {
  it('is given up under a name once it was begun too often, for its process dies of it each time', async () => {
    const { run, again } = await workedOn(async () => ({ state: 'complete' }));
    await asOwner(db, ownerId, (owned) =>
      owned
        .updateTable('run')
        .set({ state: 'running', ended_at: null, beginnings: beginningsMax, done_before: run.done })
        .where('owner_id', '=', ownerId)
        .where('id', '=', run.id)
        .execute(),
    );

    await again();

    const found = await asOwner(db, ownerId, (owned) => getRun(owned, ownerId, run.id));
    expect(found).toMatchObject({
      state: 'failed',
      fault: { code: 'run.keeps-breaking', params: { times: beginningsMax } },
    });
  });

  it('is started again without end while it gets further each time, or was left in good order', async () => {
    let at = 0;
    const { run, again } = await workedOn(async (control) => {
      at += 1;
      control.progress({ done: at });
      return { state: 'held', goesOnAt: new Date(), fault: { code: 'source.slow-down', params: {} } };
    });
    for (let turn = 0; turn < 8; turn += 1) {
      await again();
    }

    const found = await asOwner(db, ownerId, (owned) => getRun(owned, ownerId, run.id));
    expect(found).toMatchObject({ state: 'held', done: 9, beginnings: 0 });
  });

  it('is reported as held in vain, when its source sends it away again and again', async () => {
    const reported: boolean[] = [];
    const { again } = await workedOn(async (control) => {
      reported.push(control.heldInVain);
      return { state: 'held', goesOnAt: new Date(), fault: { code: 'source.slow-down', params: {} } };
    });
    for (let turn = 0; turn < 12; turn += 1) {
      await again();
    }

    expect(reported).toEqual([...Array<boolean>(12).fill(false), true]);
  });
});

describe('a run that is worked on', () => {
  it('ends as its work says, with its figures and the time it took', async () => {
    const { run } = await workedOn(async (control) => {
      control.progress({ done: 3, total: 4, failed: 1 });
      return { state: 'partial' };
    });

    expect(run).toMatchObject({ state: 'partial', done: 3, total: 4, failed: 1 });
    expect(run.started_at).not.toBeNull();
    expect(run.ended_at).not.toBeNull();
  });

  it('pauses between two items and keeps what was done', { tags: ['slow'] }, async () => {
    const { run } = await workedOn(async (control, id) => {
      await want(id, 'pause');
      return untilStopped(control);
    });

    expect(run.state).toBe('paused');
    expect(run.done).toBeGreaterThan(0);
    expect(run.ended_at).toBeNull();
  });

  it('ends for good when cancelled', { tags: ['slow'] }, async () => {
    const { run, again } = await workedOn(async (control, id) => {
      await want(id, 'cancel');
      return untilStopped(control);
    });

    await again();

    expect(run.state).toBe('cancelled');
    expect(run.ended_at).not.toBeNull();
  });

  it('fails under the name of what happened, never with its inner words', async () => {
    const { run } = await workedOn(async () => {
      throw new AppError('source.password-protected', 'answered 302 to /password with token=abc');
    });

    expect(run.state).toBe('failed');
    expect(run.fault).toEqual({ code: 'source.password-protected', params: {} });
  });

  it('is held until a time, and woken then', async () => {
    const goesOnAt = new Date(Date.now() + 60_000);

    const { run, woken } = await workedOn(async () => ({
      state: 'held',
      goesOnAt,
      fault: { code: 'source.slow-down', params: {} },
    }));

    expect(run.state).toBe('held');
    expect(run.goes_on_at).toEqual(goesOnAt);
    expect(woken).toEqual([goesOnAt]);
  });

  it('is left in peace by a job too many: it begins again at its own time, or when somebody resumes it', async () => {
    const goesOnAt = new Date(Date.now() + 600_000);
    let begun = 0;
    const { run, again } = await workedOn(async () => {
      begun += 1;
      return { state: 'held', goesOnAt, fault: { code: 'source.slow-down', params: {} } };
    });

    await again();
    const between = begun;
    await asOwner(db, ownerId, (owned) =>
      changeRun(owned, ownerId, run.id, { state: 'waiting', goesOnAt: null }),
    );
    await again();

    expect([between, begun]).toEqual([1, 2]);
  });

  it('stays open when the server stops, and continues with the next worker', async () => {
    const stop = new AbortController();
    const { run, thrown } = await workedOn(async (control) => {
      stop.abort();
      return untilStopped(control);
    }, stop.signal);

    expect(run.state).toBe('running');
    expect(thrown).toBeInstanceOf(Error);
  });
});
