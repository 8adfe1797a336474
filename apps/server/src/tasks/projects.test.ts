import type { Project } from '@bowerbird/contract/team/projects';
import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { asOwner } from '../db/database.ts';
import { projectRoutes } from './project-routes.ts';
import { remindAllDue } from './reminders.ts';

const { db } = await testDatabase();
const { app } = await testApp(db, { served: projectRoutes });
let merchants = 0;

async function merchant() {
  merchants += 1;
  const account = await anotherMerchant(db, `merchant-${merchants}`);
  const headers = await signIn(app, account);
  const call = async <Data = Project>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
  ) => {
    const url = `/shop-reptile/api${path}`;
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
    return {
      status: answer.statusCode,
      ...answer.json<{ data: Data; code?: string; issues?: { path: string[] }[] }>(),
    };
  };
  const { data } = await call<{ id: string }>('GET', '/user/get-user');
  return { id: data.id, ownerId: account.ownerId, call };
}

const autumn = (person: string, rest: object = {}) => ({
  name: 'Autumn table',
  storeIds: [],
  leadId: person,
  approverId: person,
  startsOn: '2026-11-20',
  endsOn: '2026-12-20',
  kind: 'sourcing',
  task: {
    name: 'First look',
    description: 'Twenty shops',
    executorId: person,
    ownerId: person,
    remindAt: '09:30',
    timeZone: 'Asia/Shanghai',
    kind: 'weekly',
  },
  members: [{ name: 'Mei', workId: 'B-017', department: 'Sourcing' }],
  ...rest,
});

it('keeps a project whole, changes it, and puts it away and out again', async () => {
  const { id, call } = await merchant();

  const made = await call('POST', '/projects', autumn(id));
  const changed = await call('PUT', `/projects/${made.data.id}`, autumn(id, { name: 'Winter table' }));
  const away = await call('POST', `/projects/${made.data.id}/archive`, { archived: true });
  const out = await call('POST', `/projects/${made.data.id}/archive`, { archived: false });
  const listed = await call<Project[]>('GET', '/projects');

  expect(made).toMatchObject({ status: 201, data: autumn(id) });
  expect(changed.data.name).toBe('Winter table');
  expect(away.data.archivedAt).toEqual(expect.any(String));
  expect(out.data.archivedAt).toBeNull();
  expect(listed.data.map(({ name }) => name)).toEqual(['Winter table']);
});

it('refuses a member without a work id, a lead who is no member and a store of nobody', async () => {
  const { id, call } = await merchant();
  const unmanaged = await merchant();

  const incomplete = await call(
    'POST',
    '/projects',
    autumn(id, { members: [{ name: 'Mei', workId: ' ', department: 'Sourcing' }] }),
  );
  const foreign = await call('POST', '/projects', autumn(id, { leadId: unmanaged.id }));
  const nowhere = await call('POST', '/projects', autumn(id, { storeIds: [v7()] }));

  expect(incomplete).toMatchObject({ status: 400, issues: [{ path: ['members', 0, 'workId'] }] });
  expect(foreign).toMatchObject({ status: 400, issues: [{ path: ['leadId'] }] });
  expect(nowhere).toMatchObject({ status: 400, issues: [{ path: ['storeIds'] }] });
});

it('reminds who carries the task out once each week until the last day, and not while it is put away', async () => {
  const { id, ownerId, call } = await merchant();
  const day = (from: number) => new Date(Date.now() + from * 24 * 3600 * 1000).toISOString().slice(0, 10);
  const days = { startsOn: day(1), endsOn: day(10) };
  const { data: project } = await call('POST', '/projects', autumn(id, days));
  const itIsTime = () =>
    asOwner(db, ownerId, (owned) =>
      owned
        .updateTable('team_project')
        .set({ remind_at: new Date(0) })
        .where('id', '=', project.id)
        .execute(),
    );
  const reported = async () =>
    (
      await asOwner(db, ownerId, (owned) =>
        owned.selectFrom('notification_due').selectAll().where('subject', '=', project.id).execute(),
      )
    ).length;
  const nextAt = async () => (await call<Project[]>('GET', '/projects')).data[0]?.nextReminderAt;

  const first = project.nextReminderAt;
  await remindAllDue({ db });
  expect([first, await reported()]).toEqual([new Date(`${day(1)}T09:30:00+08:00`).toISOString(), 0]);

  await itIsTime();
  await Promise.all([remindAllDue({ db }), remindAllDue({ db })]);
  expect([await nextAt(), await reported()]).toEqual([first, 1]);

  await call('POST', `/projects/${project.id}/archive`, { archived: true });
  await itIsTime();
  await remindAllDue({ db });
  expect([await nextAt(), await reported()]).toEqual([null, 1]);

  await call('POST', `/projects/${project.id}/archive`, { archived: false });
  await remindAllDue({ db });
  expect([await nextAt(), await reported()]).toEqual([first, 1]);
});
