import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type AnswerOf, apiBase } from '@bowerbird/contract/route';
import type { AuditEvent, getAuditFacets, listAudit } from '@bowerbird/contract/system/audit';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { outboxRoutes } from '../access/outbox-routes.ts';
import { findSignedIn } from '../account/sessions.ts';
import { asOwner } from '../db/database.ts';
import { messagePlace } from '../messages/messages.ts';
import { newsRoutes } from '../news/routes.ts';
import { servedRoutes } from '../program/served.ts';
import { sealWith } from '../seal/seal.ts';
import { realClock } from '../time/clock.ts';
import { callsWithFields } from './plain-fields.ts';
import { openAudit } from './record.ts';
import { auditBrowserRoutes, auditRoutes } from './routes.ts';

const { db } = await testDatabase();
const lost: unknown[] = [];
const log = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: (...reported: unknown[]) => void lost.push(reported),
};
const audit = openAudit({ db, log, findSignedIn: (token) => findSignedIn(db, token) });
let listener = audit;
/** Runs between what a call does and its response. */
let beforeAnswer = async (): Promise<unknown> => void 0;
const { app, accounts } = await testApp(db, {
  served: [...newsRoutes, ...auditRoutes, ...outboxRoutes].map((each) => ({
    ...each,
    answer: async (...given) => {
      const answer = await each.answer(...given);
      await beforeAnswer();
      return answer;
    },
  })),
  browserServed: auditBrowserRoutes,
  audit: {
    answered: (answered) => listener.answered(answered),
    record: (inside, answered) => listener.record(inside, answered),
  },
});
const ann = await signIn(app, accounts.merchant);
const admin = await signIn(app, accounts.administrator);
const benAccount = await anotherMerchant(db, 'ben');
const ben = await signIn(app, benAccount);

function ignore(): void {}

const post = (as: Record<string, string>, path: string, payload?: object) =>
  app.inject({
    method: 'POST',
    url: apiBase + path,
    headers: { ...as, 'user-agent': '=cmd|calc' },
    ...(payload && { payload }),
  });
async function events(as: Record<string, string>, query = ''): Promise<AuditEvent[]> {
  await audit.written();
  const answer = await app.inject({ url: `${apiBase}/audit${query}`, headers: as });
  return answer.json<{ data: AnswerOf<typeof listAudit> }>().data.items;
}

describe('the audit log', () => {
  it('holds every call that changed something: who, what, from where, under which number [asvs 16.2.1]', async () => {
    const answer = await post(ann, '/workplace/links', { path: '/news', title: 'News' });

    const [event] = await events(ann, '?what=POST /workplace/links');

    expect(event).toMatchObject({
      userName: '林晓',
      what: 'POST /workplace/links',
      fields: { path: '/news', title: 'News' },
      ip: '127.0.0.1',
      userAgent: '=cmd|calc',
      requestId: answer.headers['x-request-id'],
      status: 201,
    });
  });

  it('holds ids of the address, and nothing of a call that was refused or only read', async () => {
    const before = (await events(admin)).length;
    const { data } = (await post(admin, '/articles', { kind: 'news' })).json<{ data: { id: string } }>();
    await post(admin, `/articles/${data.id}/publish`, { revision: 1 });
    await app.inject({ url: `${apiBase}/articles`, headers: admin });
    const removed = await app.inject({
      method: 'DELETE',
      url: `${apiBase}/articles/${data.id}`,
      headers: admin,
    });
    expect(removed.statusCode).toBe(200);

    const now = await events(admin);

    expect(now.length - before).toBe(2);
    expect(now[0]).toMatchObject({ what: 'DELETE /articles/:id', params: { id: data.id } });
  });

  it('holds who read a message of the outbox', async () => {
    const id = crypto.randomUUID();
    await db
      .insertInto('outbox')
      .values({
        id,
        owner_id: null,
        channel: 'mail',
        recipient: 'lin@example.test',
        template: 'code',
        language: 'en-US',
        sealed_values: sealWith(Buffer.alloc(32, 7)).close('{"code":"481516"}', messagePlace(id, null)),
        state: 'kept',
        next_try_at: new Date(),
      })
      .execute();
    const opened = await post(admin, `/system/outbox/${id}/open`);

    const [event] = await events(admin);

    expect(opened.body).toContain('481516');
    expect(event).toMatchObject({ what: 'POST /system/outbox/:id/open', params: { id } });
    expect(JSON.stringify(event)).not.toContain('481516');
  });

  it('holds sign-in, refused sign-in and sign-out, and never what was typed [asvs 16.3.1]', async () => {
    const login = (username: string, password: string) =>
      post({}, '/auth/user-name-login', { username, password });
    await login(accounts.merchant.username, 'hunter2-typed');
    await login('my-password-in-the-wrong-field', 'x');
    const token = (await login(accounts.merchant.username, accounts.merchant.password)).json<{
      data: string;
    }>();
    await post({ 'access-token': token.data }, '/auth/logout');

    expect((await events(ann)).slice(0, 3).map(({ what, userName }) => [what, userName])).toEqual([
      ['sign-out', '林晓'],
      ['sign-in', '林晓'],
      ['sign-in-refused', '林晓'],
    ]);
    const [unknown] = (await events(admin)).filter(({ userId }) => userId === null);
    expect(unknown).toMatchObject({ what: 'sign-in-refused', userName: null });
    await asOwner(db, accounts.merchant.ownerId, async (owned) => {
      const { rows } = await sql<{
        all: string;
      }>`select string_agg(e::text, '') as all from audit_event e`.execute(owned);
      expect(rows[0]?.all).not.toMatch(/hunter2|wrong-field/);
    });
  });

  it('shows a merchant only their own, and an administrator accounts of all but no merchant’s work [asvs 16.4.2]', async () => {
    await post(ben, '/workplace/links', { path: '/of-ben', title: 'x' });

    const ofAnn = await events(ann, '?limit=200');
    const ofAdmin = await events(admin, '?limit=200');

    expect(JSON.stringify(ofAnn)).not.toContain('/of-ben');
    expect(JSON.stringify(ofAdmin)).not.toContain('/of-ben');
    expect(ofAdmin.some(({ userName, what }) => userName === 'ben' && what === 'sign-in')).toBe(true);
    expect(JSON.stringify(await events(ben))).toContain('/of-ben');
  });

  it('finds by person, by what and by time, and gives every event once, page by page', async () => {
    const facets = (await app.inject({ url: `${apiBase}/audit/facets`, headers: ann })).json<{
      data: AnswerOf<typeof getAuditFacets>;
    }>().data;
    expect(facets.people).toMatchObject([{ name: '林晓' }]);
    expect(facets.whats).toContain('sign-out');
    expect(await events(ann, '?to=2020-01-01T00:00:00Z')).toEqual([]);

    const all = (await events(ann, '?limit=200')).map(({ id }) => id);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const url: string = `${apiBase}/audit?limit=2${cursor && `&cursor=${cursor}`}`;
      const page = (await app.inject({ url, headers: ann })).json<{ data: AnswerOf<typeof listAudit> }>()
        .data;
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all);
  });

  it('is handed out as CSV in which no cell runs [asvs 16.4.1]', async () => {
    const file = await app.inject({
      url: `${apiBase}/audit/export?what=POST /workplace/links`,
      headers: ann,
    });

    expect(file.headers['content-type']).toContain('text/csv');
    expect(file.body).toContain("'=cmd|calc");
    expect(file.body.split('\r\n').filter((line) => line.includes('POST /workplace/links'))).toHaveLength(1);
  });

  it('cannot be changed or emptied by the program [asvs 16.4.2]', async () => {
    const before = await events(ann, '?limit=200');
    await asOwner(db, accounts.merchant.ownerId, async (owned) => {
      await owned.deleteFrom('audit_event').execute();
      await owned.updateTable('audit_event').set({ what: 'nothing' }).execute();
    });

    expect(await events(ann, '?limit=200')).toEqual(before);
  });

  it('holds what somebody did who hung up before the answer came', async () => {
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const body = JSON.stringify({ path: '/hung-up', title: 'x' });
    const served = once(app.server, 'connection') as Promise<[Socket]>;
    const socket = connect(Number(port), '127.0.0.1');
    const done = new Promise<void>((resolve) => {
      beforeAnswer = async () => {
        const [ours] = await served;
        const gone = once(ours, 'close');
        socket.destroy();
        await gone;
        resolve();
      };
    });
    socket.write(
      `POST ${apiBase}/workplace/links HTTP/1.1\r\nhost: x\r\naccess-token: ${ann['access-token']}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await done;
    beforeAnswer = async () => void 0;

    await expect.poll(async () => JSON.stringify(await events(ann))).toContain('/hung-up');
  });

  it('logs an event that could not be written', async () => {
    const broken = openAudit({
      db,
      log,
      findSignedIn: () => Promise.reject(new Error('the database is away')),
    });
    listener = broken;
    await signIn(app, benAccount);
    await broken.written();

    expect(lost).toMatchObject([[{ what: 'sign-in' }, 'An event could not be written into the audit log']]);
  });
});

it('names plain values only of calls that there are', () => {
  const calls = new Set(servedRoutes(realClock).map(({ route }) => `${route.method} ${route.path}`));

  expect(callsWithFields.filter((call) => !calls.has(call))).toEqual([]);
});
