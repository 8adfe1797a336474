import { describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { asOwner } from '../db/database.ts';
import { changeRun, createRun, getRun } from './runs.ts';

const base = '/shop-reptile/api';
const { db } = await testDatabase();
const { app, accounts, woken } = await testApp(db);
const ownerId = accounts.merchant.ownerId;
const headers = await signIn(app, accounts.merchant);

function newRun() {
  return asOwner(db, ownerId, (owned) =>
    createRun(owned, ownerId, { kind: 'export', title: 'a run', request: {}, createdBy: null }),
  );
}

function post(id: string, what: string, as: Record<string, string> = headers) {
  return app.inject({ method: 'POST', url: `${base}/runs/${id}/${what}`, headers: as });
}

describe('a run', () => {
  it('that rests pauses at once, and continues when asked', async () => {
    const id = await newRun();

    const paused = await post(id, 'pause');
    const resumed = await post(id, 'resume');

    expect(paused.json().data.state).toBe('paused');
    expect(resumed.json().data.state).toBe('waiting');
    expect(woken).toContain(id);
  });

  it('that works is asked to pause, and says so only when it has', async () => {
    const id = await newRun();
    await asOwner(db, ownerId, (owned) => changeRun(owned, ownerId, id, { state: 'running' }));

    const answer = await post(id, 'pause');

    expect(answer.json().data.state).toBe('running');
    const row = await asOwner(db, ownerId, (owned) => getRun(owned, ownerId, id));
    expect(row.wanted).toBe('pause');
  });

  it('that is cancelled stays so, whatever is asked before its job has heard of it', async () => {
    const id = await newRun();
    await asOwner(db, ownerId, (owned) => changeRun(owned, ownerId, id, { state: 'running' }));
    await post(id, 'cancel');

    const resumed = await post(id, 'resume');
    const paused = await post(id, 'pause');
    const again = await post(id, 'cancel');

    expect([resumed.statusCode, paused.statusCode, again.statusCode]).toEqual([409, 409, 200]);
    const row = await asOwner(db, ownerId, (owned) => getRun(owned, ownerId, id));
    expect(row.wanted).toBe('cancel');
  });

  it('that has ended keeps its end', async () => {
    const id = await newRun();
    await post(id, 'cancel');

    const again = await post(id, 'resume');
    await asOwner(db, ownerId, (owned) => changeRun(owned, ownerId, id, { state: 'running' }));

    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ code: 'run.wrong-state', params: { state: 'cancelled' } });
    const row = await asOwner(db, ownerId, (owned) => getRun(owned, ownerId, id));
    expect(row.state).toBe('cancelled');
  });

  it('of one merchant is not there for another: the same answer as for one that never was', async () => {
    const id = await newRun();
    const unmanaged = await signIn(app, await anotherMerchant(db, 'unmanaged'));

    const theirs = await app.inject({ url: `${base}/runs/${id}`, headers: unmanaged });
    const nobodys = await app.inject({
      url: `${base}/runs/01900000-0000-7000-8000-000000000000`,
      headers: unmanaged,
    });

    expect(theirs.statusCode).toBe(404);
    const { requestId: _a, ...first } = theirs.json();
    const { requestId: _b, ...second } = nobodys.json();
    expect(first).toEqual(second);
    const list = await app.inject({ url: `${base}/runs`, headers: unmanaged });
    expect(list.json().data.items).toEqual([]);
  });
});
