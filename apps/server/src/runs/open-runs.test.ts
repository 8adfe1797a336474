import type { RunState } from '@bowerbird/contract/runs';
import { v7 } from 'uuid';
import { beforeEach, expect, it } from 'vitest';
import { signIn } from '../../testing/api/app.ts';
import { testDatabase, testOwner } from '../../testing/database/database.ts';
import { oneOfEverything, wholeApi } from '../../testing/one-of-everything/one-of-everything.ts';
import { asOwner } from '../db/database.ts';
import { servedRoutes } from '../program/served.ts';
import { realClock } from '../time/clock.ts';
import { openRunsMax } from './open-runs.ts';

const { db } = await testDatabase();
const whole = await wholeApi(db);
const ids = await oneOfEverything(whole);
const { ann, app, send } = whole;
const headers = await signIn(app, ann);
const { id: annsId } = await asOwner(db, ann.ownerId, (owned) =>
  owned.selectFrom('user').select('id').where('username', '=', ann.username).executeTakeFirstOrThrow(),
);
const starting = servedRoutes(realClock)
  .map(({ route }) => route)
  .filter(({ method, status }) => method !== 'GET' && status === 202);
const one = { platform: 'shopify', scope: 'product', addresses: ['https://one.example/products/a'] };

beforeEach(async () => {
  await asOwner(db, ann.ownerId, (owned) =>
    owned.updateTable('run').set({ state: 'complete' }).where('owner_id', '=', ann.ownerId).execute(),
  );
});

/** Creates runs in this state. */
async function fill(
  count: number,
  state: RunState,
  { ownerId = ann.ownerId, createdBy = annsId as string | null } = {},
): Promise<void> {
  await asOwner(db, ownerId, (owned) =>
    owned
      .insertInto('run')
      .values(
        Array.from({ length: count }, () => ({
          id: v7(),
          owner_id: ownerId,
          kind: 'export' as const,
          state,
          title: 'one of many',
          request: '{}',
          created_by: createdBy,
        })),
      )
      .execute(),
  );
}

it('nobody starts more than a hundred runs at a time, by any call that starts one', async () => {
  await fill(openRunsMax - 1, 'waiting');
  await fill(1, 'running');

  const answers = [];
  for (const { method, path } of starting) {
    const answer = await send(headers, method, path.replaceAll(/:\w+/g, ids.product), {});
    answers.push([`${method} ${path}`, answer.statusCode, answer.json<{ code: string }>().code]);
  }

  expect(starting.length).toBeGreaterThan(20);
  expect(answers).toEqual(starting.map(({ method, path }) => [`${method} ${path}`, 429, 'run.too-many']));
});

it('nor by a claim of all that a filter finds, by a task, or by sending our values again where a store differs', async () => {
  await fill(openRunsMax, 'waiting');
  const found = await send(headers, 'POST', '/collect/results/query', { filter: {} });

  const claim = await send(headers, 'POST', '/collect/results/claim', {
    selection: { filter: {}, except: [] },
    expected: found.json<{ data: { total: number } }>().data.total,
  });
  const task = await send(headers, 'POST', `/tasks/${ids.task}/collect`, {});
  const similar = { kind: 'title', storeId: null, side: 'ours' };
  const again = await send(headers, 'POST', '/listing/drift/decide', { similar });

  expect([claim, task, again].map((answer) => answer.json<{ code: string }>().code)).toEqual([
    'run.too-many',
    'run.too-many',
    'run.too-many',
  ]);
});

it.each<[string, RunState, object]>([
  ['of another merchant', 'waiting', { ownerId: await testOwner(db), createdBy: null }],
  ['that a schedule started', 'waiting', { createdBy: null }],
  ['that are held by a source', 'held', {}],
  ['that a person paused', 'paused', {}],
  ['that have ended', 'complete', {}],
])('runs %s take no room', async (_what, state, whose) => {
  await fill(openRunsMax, state, whose);

  expect((await send(headers, 'POST', '/collect/runs', one)).statusCode).toBe(202);
});

it('the next one starts as soon as one has ended', async () => {
  await fill(openRunsMax - 1, 'waiting');
  await fill(1, 'complete');

  const [through, refused] = [
    await send(headers, 'POST', '/collect/runs', one),
    await send(headers, 'POST', '/collect/runs', one),
  ];

  expect(through.statusCode).toBe(202);
  expect(refused.json()).toMatchObject({ code: 'run.too-many' });
});
