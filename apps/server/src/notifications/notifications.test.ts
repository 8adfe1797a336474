import { apiBase } from '@bowerbird/contract/route';
import { v7 } from 'uuid';
import { beforeEach, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { asOwner } from '../db/database.ts';
import type { Message } from '../messages/messages.ts';
import { changeRun, createRun, reopenRun } from '../runs/runs.ts';
import { changeStore } from '../stores/queries.ts';
import { sendAllDue } from './keep-notifying.ts';
import { noteNotice, notify } from './notify.ts';
import { notificationRoutes } from './routes.ts';

const { db } = await testDatabase();
const mails: Message[] = [];
const { app, services, accounts } = await testApp(db, {
  served: notificationRoutes,
  services: { messages: { send: async (message) => void mails.push(message) } },
});
const ann = accounts.merchant;
const anns = await signIn(app, ann);
const administrators = await signIn(app, accounts.administrator);

type Item = { id: string; event: string; params: Record<string, unknown>; readAt: string | null; at: string };

async function call<T>(headers: object, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
  const answer = await app.inject({
    method,
    url: `${apiBase}${path}`,
    headers: { ...headers },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, data: answer.json<{ data: T }>().data };
}
const listOf = async (headers: object, query = '') =>
  (
    await call<{ items: Item[]; total: number; nextCursor: string | null }>(
      headers,
      'GET',
      `/notifications${query}`,
    )
  ).data;
const unreadOf = async (headers: object) =>
  (await call<{ unread: number }>(headers, 'GET', '/notifications/unread')).data.unread;
const choose = (headers: object, event: string, console: boolean, mail: boolean) =>
  call<{ choices: { event: string; console: boolean; mail: boolean }[] }>(
    headers,
    'PUT',
    '/notifications/choices',
    {
      event,
      console,
      mail,
    },
  );
const newRun = (title: string) =>
  asOwner(db, ann.ownerId, (owned) =>
    createRun(owned, ann.ownerId, { kind: 'listing', title, request: {}, createdBy: null }),
  );
const change = (id: string, to: Parameters<typeof changeRun>[3]) =>
  asOwner(db, ann.ownerId, (owned) => changeRun(owned, ann.ownerId, id, to));

beforeEach(async () => {
  await sendAllDue(services);
  await asOwner(db, ann.ownerId, (owned) => owned.deleteFrom('notification').execute());
  mails.length = 0;
});

it('notifies of a run that left something undone: once, in the bell and by one mail', async () => {
  const run = await newRun('Aster');
  await change(run, { state: 'running' });
  await change(run, { done: 10 });
  await change(run, { state: 'partial', done: 90, failed: 10, ended: true });

  await sendAllDue(services);
  await sendAllDue(services);

  expect((await listOf(anns)).items).toMatchObject([
    {
      event: 'run-needs-you',
      link: `/profile/basic/${run}`,
      params: { title: 'Aster', done: 90, failed: 10 },
    },
  ]);
  expect(mails.map(({ values }) => values.sentence)).toEqual(['刊登“Aster”结束：成功 90，失败 10。']);
});

it('renews the notice of a run that fails again, without a second mail, and lets it rest when the run gets through', async () => {
  const run = await newRun('Aster');
  await change(run, { state: 'failed', ended: true });
  await sendAllDue(services);
  await call(anns, 'POST', `/notifications/${(await listOf(anns)).items[0]?.id}/read`);
  expect(await unreadOf(anns)).toBe(0);

  await asOwner(db, ann.ownerId, (owned) => reopenRun(owned, ann.ownerId, run));
  await change(run, { state: 'partial', done: 5, failed: 1, ended: true });
  await sendAllDue(services);

  expect((await listOf(anns)).items).toMatchObject([{ params: { state: 'partial' }, readAt: null }]);
  expect(mails).toHaveLength(1);

  await asOwner(db, ann.ownerId, (owned) => reopenRun(owned, ann.ownerId, run));
  await change(run, { state: 'complete', done: 6, ended: true });
  await sendAllDue(services);
  expect(await unreadOf(anns)).toBe(0);
});

it('says nothing of a run that continues by itself, is paused or was cancelled', async () => {
  const held = await newRun('held');
  await change(held, { state: 'held', goesOnAt: new Date(Date.now() + 60_000) });
  await change(held, { state: 'paused' });
  await change(held, { state: 'cancelled', ended: true });

  expect(await sendAllDue(services)).toBe(0);
});

it('notifies once of a store whose access has ended', async () => {
  const store = v7();
  const shop = v7();
  await asOwner(db, ann.ownerId, async (owned) => {
    const owner = { owner_id: ann.ownerId, name: 'Aster' };
    await owned
      .insertInto('shop')
      .values({
        ...owner,
        id: shop,
        platform: 'shopify',
        identity: '1',
        maximum_variants: 9,
        maximum_options: 3,
      })
      .execute();
    await owned
      .insertInto('store')
      .values({
        ...owner,
        id: store,
        shop_id: shop,
        domain: 'aster.example',
        connection: 'token',
        state: 'ready',
        rights: '[]',
      })
      .execute();
  });
  const report = (state: 'lost') =>
    asOwner(db, ann.ownerId, (owned) => changeStore(owned, ann.ownerId, store, { state }));
  await report('lost');
  await report('lost');
  await sendAllDue(services);

  expect((await listOf(anns)).items.map(({ event }) => event)).toEqual(['store-access-lost']);
});

it('loses nothing to a kill between an event and its notification, and notifies nothing of what was rolled back', async () => {
  const failing = asOwner(db, ann.ownerId, async (owned) => {
    await noteNotice(owned, { ownerId: ann.ownerId, event: 'task-done', params: { task: 'undone' } });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  // The program ended right after this transaction.
  await asOwner(db, ann.ownerId, (owned) =>
    noteNotice(owned, { ownerId: ann.ownerId, event: 'task-done', params: { task: 'kept' } }),
  );

  await Promise.all([sendAllDue(services), sendAllDue(services)]);

  expect((await listOf(anns)).items.map(({ params }) => params.task)).toEqual(['kept']);
});

it('goes where each person chose, and nowhere where they chose neither', async () => {
  const before = await call<{ choices: { event: string; console: boolean; mail: boolean }[] }>(
    anns,
    'GET',
    '/notifications/choices',
  );
  expect(before.data.choices).toContainEqual(
    expect.objectContaining({ event: 'task-done', console: true, mail: false }),
  );
  expect(before.data.choices.map(({ event }) => event)).not.toContain('order-waiting');

  await choose(anns, 'task-done', false, true);
  await notify(services, { ownerId: ann.ownerId, event: 'task-done', params: { task: 'by mail' } });
  expect(mails).toMatchObject([
    { template: 'notification', values: { sentence: '选品任务“by mail”已完成。' } },
  ]);
  expect(await unreadOf(anns)).toBe(0);

  await choose(anns, 'task-done', false, false);
  await notify(services, { ownerId: ann.ownerId, event: 'task-done', params: { task: 'nowhere' } });
  expect(mails).toHaveLength(1);
  expect((await listOf(anns)).total).toBe(0);
  await choose(anns, 'task-done', true, false);
});

it('gives the list page by page, and marks as read only what was there', async () => {
  for (const title of ['one', 'two', 'three']) {
    await notify(services, { ownerId: ann.ownerId, event: 'task-done', params: { task: title } });
  }
  const first = await listOf(anns, '?limit=2');
  const rest = await listOf(anns, `?limit=2&cursor=${first.nextCursor}`);
  expect([...first.items, ...rest.items].map(({ params }) => params.task)).toEqual(['three', 'two', 'one']);
  expect(first.total).toBe(3);

  await call(anns, 'POST', '/notifications/read', { upTo: first.items[1]?.at ?? '' });
  expect((await listOf(anns, '?unread=true')).items.map(({ params }) => params.task)).toEqual(['three']);
});

it("never shows or marks another person's, and keeps administrators' apart", async () => {
  const bens = await signIn(app, await anotherMerchant(db, 'ben'));
  await notify(services, { ownerId: ann.ownerId, event: 'task-done', params: { task: 'of Ann' } });
  await notify(services, { ownerId: null, event: 'order-waiting', params: { merchant: 'Ann', number: '7' } });
  const [notice] = (await listOf(anns)).items;

  expect((await listOf(bens)).total).toBe(0);
  expect((await call(bens, 'POST', `/notifications/${notice?.id}/read`)).status).toBe(404);
  expect((await call(bens, 'POST', `/notifications/${v7()}/read`)).status).toBe(404);
  expect((await listOf(administrators)).items.map(({ event }) => event)).toEqual(['order-waiting']);
  expect((await listOf(anns)).items.map(({ event }) => event)).toEqual(['task-done']);
});

it('notifies of a sign-in from a browser not seen before, and not of the first or of an update', async () => {
  const carl = await anotherMerchant(db, 'carl');
  const from = (agent: string) =>
    app.inject({
      method: 'POST',
      url: `${apiBase}/auth/user-name-login`,
      headers: { 'user-agent': agent },
      payload: { username: carl.username, password: carl.password },
    });
  await from('Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.1 Safari/537.36');
  await from('Mozilla/5.0 (Windows NT 10.0) Chrome/141.0.2 Safari/537.36');
  await sendAllDue(services);
  expect(mails).toEqual([]);

  const answer = await from('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Firefox/140.0');
  await sendAllDue(services);

  const headers = { 'access-token': answer.json<{ data: string }>().data };
  expect((await listOf(headers)).items).toMatchObject([
    { event: 'new-sign-in', params: { device: 'Firefox · macOS' } },
  ]);
});

it('notifies a person of what was changed at their account, whoever changed it, and not of what stays as it is', async () => {
  const dora = await anotherMerchant(db, 'dora');
  const headers = await signIn(app, dora);
  const change = (values: object) =>
    db.updateTable('user').set(values).where('username', '=', 'dora').execute();
  await change({ name: 'Dora', role_id: 'merchant' });
  await change({ phone: '+8613800000001' });
  await change({ two_step: Buffer.from('sealed') });
  await change({ role_id: 'admin' });
  await sendAllDue(services);

  expect((await listOf(headers)).items.map(({ event, params }) => [event, params])).toEqual([
    ['role-changed', { role: 'admin' }],
    ['security-changed', { state: 'two-step-on' }],
    ['security-changed', { state: 'phone' }],
  ]);
});

it('spares who did it', async () => {
  const { id } = await db
    .selectFrom('user')
    .select('id')
    .where('username', '=', ann.username)
    .executeTakeFirstOrThrow();
  await notify(services, {
    ownerId: ann.ownerId,
    exceptUserId: id,
    event: 'task-done',
    params: { title: 'by Ann herself' },
  });

  expect((await listOf(anns)).total).toBe(0);
});

it('continues past what cannot be sent', async () => {
  const bad = Array.from({ length: 200 }, () => ({
    id: crypto.randomUUID(),
    owner_id: ann.ownerId,
    user_ids: null,
    except_user_id: null,
    // An event of another version of the program.
    event: 'unheard-of' as 'task-done',
    subject: 'x',
    params: '{}',
    link: null,
    at: new Date(0),
  }));
  await asOwner(db, ann.ownerId, (owned) => owned.insertInto('notification_due').values(bad).execute());
  const run = await newRun('Behind it');
  await change(run, { state: 'running' });
  await change(run, { state: 'failed', ended: true });
  const resting = new Map();

  await sendAllDue(services, resting);
  await sendAllDue(services, resting);
  const reported = (await listOf(anns)).items;
  await asOwner(db, ann.ownerId, (owned) => owned.deleteFrom('notification_due').execute());

  expect(reported).toMatchObject([{ params: { title: 'Behind it' } }]);
});

it('says of a run of many things one thing, however often it is written down how far it is', async () => {
  const run = await newRun('100,000 goods');
  await change(run, { state: 'running' });
  for (let done = 1000; done <= 100_000; done += 1000) {
    await change(run, { done, failed: done / 1000 });
  }
  await change(run, { state: 'partial', ended: true });

  const due = await asOwner(db, ann.ownerId, (owned) =>
    owned.selectFrom('notification_due').select('event').execute(),
  );

  expect(due).toEqual([{ event: 'run-needs-you' }]);
});

it('names a bulk edit by its deed and the number of its products, in the bell and by mail', async () => {
  const steps = [
    { inStore: v7(), edit: { kind: 'percent-to-price', percent: '10' } },
    { edit: { kind: 'set-field', field: 'descriptionHtml', value: 'x'.repeat(100_000) } },
  ];
  const run = await asOwner(db, ann.ownerId, (owned) =>
    createRun(owned, ann.ownerId, {
      kind: 'edit',
      title: 'First of many mugs',
      request: { steps },
      createdBy: null,
    }),
  );
  await change(run, { state: 'running' });
  await change(run, { state: 'partial', total: 2000, done: 1998, failed: 2, ended: true });
  await sendAllDue(services, new Map());

  const [notice] = (await listOf(anns)).items;
  expect(notice?.params).toMatchObject({
    deed: 'percent-to-price',
    figure: '+10',
    more: 1,
    inStore: 1,
    total: 2000,
  });
  expect(JSON.stringify(notice?.params).length).toBeLessThan(400);
  expect(mails[0]?.values.sentence).toBe(
    '批量编辑“价格 +10%（单个店铺），另有 1 步 · 2,000 件商品”结束：成功 1,998，失败 2。',
  );
});
