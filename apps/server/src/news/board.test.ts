import { apiBase } from '@bowerbird/contract/route';
import type { WorkplaceBoard, WorkplaceConfig } from '@bowerbird/contract/system/workplace-config';
import { expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { newsRoutes } from './routes.ts';

const { db } = await testDatabase();
const { app, accounts } = await testApp(db, { served: newsRoutes });
const admin = await signIn(app, accounts.administrator);
const ann = await signIn(app, accounts.merchant);
const ben = await signIn(app, await anotherMerchant(db, 'ben'));

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
function send(as: Record<string, string>, method: Method, path: string, payload?: object, lang = 'zh-CN') {
  return app.inject({
    method,
    url: apiBase + path,
    headers: { ...as, cookie: `lang=${lang}` },
    ...(payload && { payload }),
  });
}
async function call<Data>(...given: Parameters<typeof send>): Promise<Data> {
  const answer = await send(...given);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<{ data: Data }>().data;
}
const board = (as: Record<string, string>, lang?: string) =>
  call<WorkplaceBoard>(as, 'GET', '/workplace/board', undefined, lang);
const announce = (given: object) =>
  send(admin, 'POST', '/workplace/config/announcements', {
    level: 'info',
    texts: { 'zh-CN': '今晚维护', 'en-US': 'Maintenance tonight' },
    link: null,
    from: '2026-01-01T00:00:00Z',
    to: null,
    ...given,
  });

it('shows an announcement in its time, in the reader’s language, until this reader puts it away', async () => {
  await announce({});
  await announce({ level: 'urgent', texts: { 'en-US': 'Read this first' } });
  await announce({ texts: { 'zh-CN': '已经过去' }, to: '2026-02-01T00:00:00Z' });
  await announce({ texts: { 'zh-CN': '还没开始' }, from: '2999-01-01T00:00:00Z' });

  const { announcements } = await board(ann);
  expect(announcements.map(({ text }) => text)).toEqual(['Read this first', '今晚维护']);
  expect((await board(ann, 'pt-BR')).announcements.map(({ text }) => text)).toContain('Maintenance tonight');

  await call(ann, 'POST', `/workplace/announcements/${announcements[0]?.id}/dismiss`);
  await call(ann, 'POST', `/workplace/announcements/${announcements[0]?.id}/dismiss`);
  expect((await board(ann)).announcements).toHaveLength(1);
  expect((await board(ben)).announcements).toHaveLength(2);
});

it('refuses an announcement that says nothing or ends before it begins [asvs 2.2.3]', async () => {
  const empty = await announce({ texts: { 'zh-CN': '  ' } });
  const backwards = await announce({ to: '2025-01-01T00:00:00Z' });

  expect(empty.json()).toMatchObject({ code: 'request.invalid', issues: [{ path: ['texts'] }] });
  expect(backwards.json()).toMatchObject({ code: 'request.invalid', issues: [{ path: ['to'] }] });
});

it('keeps each person’s own links in their order, apart from everybody else’s', async () => {
  const add = (as: Record<string, string>, path: string) =>
    call<WorkplaceBoard>(as, 'POST', '/workplace/links', { path, title: path });
  const own = ({ links }: WorkplaceBoard) => links.filter((link) => link.own);
  await add(ann, '/list/query-list');
  await add(ann, '/news');
  const held = own(await add(ann, '/news'));
  expect(held.map(({ path }) => path)).toEqual(['/list/query-list', '/news']);

  const ids = held.map(({ id }) => id).reverse();
  const turned = own(await call<WorkplaceBoard>(ann, 'PUT', '/workplace/links/order', { ids }));
  expect(turned.map(({ path }) => path)).toEqual(['/news', '/list/query-list']);

  expect((await send(ben, 'DELETE', `/workplace/links/${ids[0]}`)).statusCode).toBe(404);
  await call(ben, 'PUT', '/workplace/links/order', { ids });
  expect(own(await board(ben))).toEqual([]);
  expect(own(await call<WorkplaceBoard>(ann, 'DELETE', `/workplace/links/${ids[0]}`))).toHaveLength(1);
});

it('takes no more than twelve links of one’s own, and none that leads to a script [asvs 1.2.2]', async () => {
  for (let each = 0; each < 12; each += 1) {
    await call(ben, 'POST', '/workplace/links', { path: `/page/${each}`, title: 'x' });
  }
  const more = await send(ben, 'POST', '/workplace/links', { path: '/page/13', title: 'x' });
  expect(more.json()).toMatchObject({ code: 'workplace.too-many-links', params: { limit: 12 } });
  for (const path of ['javascript:alert(1)', '//evil.example', 'http://plain.example', '/\\evil']) {
    expect((await send(ann, 'POST', '/workplace/links', { path, title: 'x' })).statusCode).toBe(400);
  }
});

it('gives everybody the links of the house, and lets two administrators not overwrite each other', async () => {
  const before = await call<WorkplaceConfig>(admin, 'GET', '/workplace/config');
  const links = [{ path: '/products/list', titles: { 'zh-CN': '全部商品' } }];
  await call(admin, 'PUT', '/workplace/config/links', { revision: before.linksRevision, links });
  const late = await send(admin, 'PUT', '/workplace/config/links', {
    revision: before.linksRevision,
    links: [],
  });

  expect(late.json()).toMatchObject({ code: 'workplace.changed-meanwhile' });
  const house1 = (await board(ben)).links.filter((link) => !link.own);
  expect(house1).toMatchObject([{ path: '/products/list', title: '全部商品' }]);
  expect((await board(ben, 'en-US')).links[0]).toMatchObject({ title: '' });
  expect((await send(ann, 'GET', '/workplace/config')).statusCode).toBe(403);
});
