import type { Task } from '@bowerbird/contract/team/tasks';
import { shopify } from '@bowerbird/platforms/shopify/index';
import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { hashPassword } from '../account/passwords/passwords.ts';
import { asOwner } from '../db/database.ts';
import { taskRoutes } from './routes.ts';

const { db } = await testDatabase();
const source = feedShop(3);
const { app, woken } = await testApp(db, {
  served: taskRoutes,
  platforms: new Map([['shopify', shopify]]),
  services: { fetch: source.fetch },
});
let merchants = 0;

/** Creates a merchant with some colleagues, and a way to call as each of them; the first is the merchant. */
async function team(size: number) {
  merchants += 1;
  const merchant = await anotherMerchant(db, `merchant-${merchants}`);
  const accounts = [{ username: merchant.username, password: merchant.password }];
  for (let index = 1; index < size; index += 1) {
    const username = `colleague-${merchants}-${index}`;
    accounts.push({ username, password: 'a password' });
    await db
      .insertInto('user')
      .values({
        id: v7(),
        owner_id: merchant.ownerId,
        username,
        email: `${username}@example.test`,
        password_hash: await hashPassword('a password'),
        name: username,
        role_id: 'merchant',
      })
      .execute();
  }
  const people = [];
  for (const account of accounts) {
    const headers = await signIn(app, account);
    const call = async <Data = Task>(
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      payload?: object,
    ) => {
      const url = `/shop-reptile/api${path}`;
      const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
      const body = answer.json<{ data: Data; code?: string; issues?: { path: string[] }[] }>();
      return { status: answer.statusCode, ...body };
    };
    const { data } = await call<{ id: string }>('GET', '/user/get-user');
    people.push({ id: data.id, call });
  }
  const [first] = people;
  if (!first) {
    throw new Error('nobody is in the team');
  }
  return { ownerId: merchant.ownerId, people, call: first.call };
}

const mugs = (rest: object = {}) => ({
  title: 'Autumn mugs',
  startsOn: '2026-11-20',
  endsOn: '2026-11-30',
  goal: 'Forty mugs that go with the autumn table',
  wanted: 40,
  standard: 'White ground, 800 pixels',
  addresses: ['https://mugs.example/'],
  invited: [],
  weight: 30,
  visibility: 'public',
  viewers: [],
  ...rest,
});

type Page = {
  items: Task[];
  total: number;
  page: number;
  figures: { mine: number; average: number | null; doneThisWeek: number };
};

it('saves a task as it was entered, waiting until something is collected for it', async () => {
  const { call } = await team(1);

  const made = await call('POST', '/tasks', mugs());
  const read = await call('GET', `/tasks/${made.data.id}`);

  expect(made.status).toBe(201);
  expect(read.data).toMatchObject({ ...mugs(), state: 'waiting', collected: 0, claimed: 0, runs: [] });
});

it('invites five colleagues and refuses a sixth [9.invite-5]', async () => {
  const { people, call } = await team(7);
  const ids = people.slice(1).map(({ id }) => id);

  const five = await call('POST', '/tasks', mugs({ invited: ids.slice(0, 5) }));
  const six = await call('POST', '/tasks', mugs({ invited: ids }));

  expect(five.data.invited.toSorted()).toEqual(ids.slice(0, 5).toSorted());
  expect(six).toMatchObject({ status: 400, code: 'request.invalid' });
});

it('accepts no colleague of another merchant, and no end before the start', async () => {
  const ours = await team(1);
  const theirs = await team(1);

  const unmanaged = await ours.call('POST', '/tasks', mugs({ invited: [theirs.people[0]?.id] }));
  const backwards = await ours.call('POST', '/tasks', mugs({ endsOn: '2026-11-01' }));

  expect(unmanaged).toMatchObject({ status: 400, issues: [{ path: ['invited'] }] });
  expect(backwards).toMatchObject({ status: 400, issues: [{ path: ['endsOn'] }] });
});

it('shows a private task to its maker and who is invited, one for some to those named, and a public one to all', async () => {
  const { people, call } = await team(4);
  const [, invited, named, other] = people;
  const secret = await call('POST', '/tasks', mugs({ visibility: 'private', invited: [invited?.id] }));
  const some = await call('POST', '/tasks', mugs({ visibility: 'some', viewers: [named?.id] }));
  const open = await call('POST', '/tasks', mugs());

  const seenBy = async (person: (typeof people)[number] | undefined) => {
    const ids = (await person?.call<Page>('GET', '/tasks'))?.data.items.map(({ id }) => id);
    const one = await Promise.all(
      [secret, some, open].map(async ({ data }) => (await person?.call('GET', `/tasks/${data.id}`))?.status),
    );
    return {
      secret: ids?.includes(secret.data.id),
      some: ids?.includes(some.data.id),
      open: ids?.includes(open.data.id),
      one,
    };
  };

  expect(await seenBy(people[0])).toEqual({ secret: true, some: true, open: true, one: [200, 200, 200] });
  expect(await seenBy(invited)).toEqual({ secret: true, some: false, open: true, one: [200, 404, 200] });
  expect(await seenBy(named)).toEqual({ secret: false, some: true, open: true, one: [404, 200, 200] });
  expect(await seenBy(other)).toEqual({ secret: false, some: false, open: true, one: [404, 404, 200] });
});

it('lets nobody change, finish, collect for or delete a task that they may not see', async () => {
  const { people, call } = await team(2);
  const { data } = await call('POST', '/tasks', mugs({ visibility: 'private' }));
  const other = people[1];

  const answers = await Promise.all([
    other?.call('PUT', `/tasks/${data.id}`, mugs()),
    other?.call('POST', `/tasks/${data.id}/done`),
    other?.call('POST', `/tasks/${data.id}/collect`),
    other?.call('DELETE', `/tasks/${data.id}`),
  ]);

  expect(answers.map((answer) => answer?.status)).toEqual([404, 404, 404, 404]);
  expect((await call('GET', `/tasks/${data.id}`)).data.state).toBe('waiting');
});

it('collects for a task and reports how far its runs are; an address that is no shop holds up no other', async () => {
  const { ownerId, call } = await team(1);
  const addresses = ['https://mugs.example/', 'not an address'];
  const { data: task } = await call('POST', '/tasks', mugs({ addresses }));

  const started = await call<{ task: Task; runIds: string[]; faults: { address: string }[] }>(
    'POST',
    `/tasks/${task.id}/collect`,
  );
  const [runId = ''] = started.data.runIds;
  await asOwner(db, ownerId, async (owned) => {
    await owned
      .updateTable('collect_run')
      .set({ got: 12, unchanged: 3 })
      .where('run_id', '=', runId)
      .execute();
  });
  const { data: after } = await call('GET', `/tasks/${task.id}`);

  expect(started.data.runIds).toHaveLength(1);
  expect(woken).toContain(runId);
  expect(started.data.faults.map(({ address }) => address)).toEqual(['not an address']);
  expect(started.data.task.state).toBe('processing');
  expect(after.runs.map(({ id }) => id)).toEqual([runId]);
  expect(after.collected).toBe(15);
});

it('counts products once where the same addresses are collected again, and asks for stock while the task wants it', async () => {
  const { ownerId, call } = await team(1);
  const { data: task } = await call('POST', '/tasks', mugs({ stock: true }));
  const requested: boolean[] = [];
  const collect = async (got: number) => {
    const { data } = await call<{ runIds: string[] }>('POST', `/tasks/${task.id}/collect`);
    const runs = await asOwner(db, ownerId, (owned) =>
      owned
        .updateTable('collect_run')
        .set({ got })
        .where('run_id', 'in', data.runIds)
        .returning('with_stock')
        .execute(),
    );
    requested.push(...runs.map(({ with_stock: stock }) => stock));
  };
  await collect(12);
  const changed = await call('PUT', `/tasks/${task.id}`, mugs({ stock: false }));
  await collect(14);

  expect((await call('GET', `/tasks/${task.id}`)).data).toMatchObject({ collected: 14, runs: [{}, {}] });
  expect([task.stock, changed.data.stock]).toEqual([true, false]);
  expect(requested).toEqual([true, false]);
});

it('reports three figures and pages of five to twenty, by state and by words', async () => {
  const { call } = await team(1);
  for (let index = 0; index < 7; index += 1) {
    await call('POST', '/tasks', mugs({ title: `Task ${index}` }));
  }
  const all = await call<Page>('GET', '/tasks?size=1');
  await call('POST', `/tasks/${all.data.items[0]?.id}/done`);

  const second = await call<Page>('GET', '/tasks?size=5&page=2');
  const waiting = await call<Page>('GET', '/tasks?state=waiting');
  const found = await call<Page>('GET', '/tasks?text=task%203');

  expect(all.data.items).toHaveLength(5);
  expect(second.data).toMatchObject({ total: 7, page: 2, figures: { mine: 6, doneThisWeek: 1 } });
  expect(second.data.items).toHaveLength(2);
  expect(second.data.figures.average).toBeGreaterThan(0);
  expect(waiting.data.total).toBe(6);
  expect(found.data.items.map(({ title }) => title)).toEqual(['Task 3']);
});

it('finishes and reopens a task; a done one starts no collecting', async () => {
  const { call } = await team(1);
  const { data } = await call('POST', '/tasks', mugs());

  const done = await call('POST', `/tasks/${data.id}/done`);
  const refused = await call('POST', `/tasks/${data.id}/collect`);
  const open = await call('POST', `/tasks/${data.id}/reopen`);

  expect(done.data).toMatchObject({ state: 'done', doneAt: expect.any(String) });
  expect(refused.code).toBe('run.wrong-state');
  expect(open.data).toMatchObject({ state: 'waiting', doneAt: null });
});
