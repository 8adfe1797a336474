import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportLink } from '@bowerbird/contract/exports/links';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../../testing/api/app.ts';
import { memberOf } from '../../../testing/api/team.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { mug, ownProducts } from '../../../testing/products/products.ts';
import { openAudit } from '../../audit/record.ts';
import { readConfig } from '../../config/config.ts';
import { asOwner } from '../../db/database.ts';
import { realClock } from '../../time/clock.ts';
import { exportJob } from '../export-job.ts';
import { exportBrowserRoutes, exportRoutes } from '../routes.ts';

const { db } = await testDatabase();
const dataFolder = mkdtempSync(join(tmpdir(), 'bowerbird-export-links-'));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const audit = openAudit({ db, log: silent, findSignedIn: async () => undefined });
let aheadMs = 0;
const { app, services } = await testApp(db, {
  served: exportRoutes,
  browserServed: exportBrowserRoutes,
  audit,
  services: {
    config: readConfig({
      BOWERBIRD_DATA: dataFolder,
      LOG_LEVEL: 'silent',
      BOWERBIRD_PUBLIC_URL: 'https://bower.example',
    }),
    clock: { ...realClock, wall: () => Date.now() + aheadMs },
  },
});
const api = '/shop-reptile/api';

async function merchantWithFile() {
  const account = await anotherMerchant(db, crypto.randomUUID());
  const { ownerId } = account;
  await ownProducts(db, ownerId, [mug]);
  const headers = await signIn(app, account);
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
    (await app.inject({ method, url: `${api}${path}`, headers, ...(payload && { payload }) })).json();
  const { data } = await call('POST', '/exports', {
    format: 'shopify',
    selection: { filter: {}, except: [] },
  });
  await exportJob(services).work(
    { runId: data.runId, ownerId, key: data.runId },
    new AbortController().signal,
  );
  const files = await call('GET', '/exports/files');
  return {
    ownerId,
    call,
    runId: data.runId as string,
    fileId: files.data.items[0].id as string,
    name: files.data.items[0].name as string,
  };
}

type Merchant = Awaited<ReturnType<typeof merchantWithFile>>;

async function linkTo(
  { call, fileId }: Merchant,
  limits: object = { hours: 24 },
): Promise<{ link: ExportLink; address: string; path: string }> {
  const { data } = await call('POST', '/exports/links', { to: { what: 'file', id: fileId }, ...limits });
  return { ...data, path: new URL(data.address).pathname };
}

const follow = (path: string, remoteAddress = '203.0.113.9') =>
  app.inject({ url: path, remoteAddress, headers: { 'user-agent': 'feed reader' } });

describe('a link to a file', () => {
  it('gives the file to somebody who is not signed in, as an attachment that nothing stores [asvs 3.2.1]', async () => {
    const ann = await merchantWithFile();
    const { address, path, link } = await linkTo(ann);

    const answer = await follow(path);

    expect(address).toMatch(/^https:\/\/bower\.example\/shop-reptile\/api\/export-links\/[\w-]{43}$/);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain(mug.title);
    expect(answer.headers).toMatchObject({
      'content-disposition': `attachment; filename="${ann.name}"`,
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
    });
    const [seen] = (await ann.call('GET', '/exports/links')).data;
    expect(seen).toMatchObject({ id: link.id, state: 'open', downloads: 1, name: ann.name });
    expect(JSON.stringify(seen)).not.toContain(path.split('/').at(-1));
  });

  it('is stored as the hash of its token, and the token is in no table [asvs 14.2.4]', async () => {
    const { path } = await linkTo(await merchantWithFile());
    await follow(path);
    await audit.written();
    const token = path.split('/').at(-1) ?? '';

    const { rows } = await sql<{ all: string }>`
      select (select string_agg(to_jsonb(t)::text, '') from export_link t)
        || (select string_agg(to_jsonb(e)::text, '') from audit_event e) as all`.execute(db);

    expect(token).toHaveLength(43);
    expect(rows[0]?.all ?? '').not.toContain(token);
  });

  it('ends when it expires, is used up or revoked, or its file is deleted; every such token gets one answer', async () => {
    const ann = await merchantWithFile();
    const expired = await linkTo(ann, { hours: 1 });
    const usedUp = await linkTo(ann, { hours: 24, downloadsMax: 2 });
    const revoked = await linkTo(ann);
    const deleted = await linkTo(ann, { hours: 720 });
    const once = [await follow(usedUp.path), await follow(usedUp.path)];
    await ann.call('DELETE', `/exports/links/${revoked.link.id}`);

    const refused = [await follow(usedUp.path), await follow(revoked.path), await follow(`${revoked.path}x`)];
    const open = await follow(expired.path);
    aheadMs = 3600_000;
    refused.push(await follow(expired.path));
    const states = (await ann.call('GET', `/exports/links?fileId=${ann.fileId}`)).data;
    aheadMs = 0;
    await ann.call('DELETE', `/exports/files/${ann.fileId}`);
    refused.push(await follow(deleted.path));

    expect([...once, open].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(refused.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
      refused.map(() => [404, 'export-link.closed']),
    );
    expect(new Set(refused.map((answer) => answer.json().message)).size).toBe(1);
    expect(states.map(({ state }: ExportLink) => state)).toEqual(['open', 'revoked', 'used-up', 'expired']);
    expect((await ann.call('GET', '/exports/links')).data).toEqual([]);
  });

  it('with a limit gives the last place to one of two who come at once', async () => {
    const { path } = await linkTo(await merchantWithFile(), { hours: 1, downloadsMax: 1 });

    const answers = await Promise.all(Array.from({ length: 8 }, () => follow(path)));

    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('ends with its merchant; the bytes go with the next export that finds them', async () => {
    const [ann, ben] = [await merchantWithFile(), await merchantWithFile()];
    const { path } = await linkTo(ann);
    await asOwner(db, ann.ownerId, (owned) =>
      owned.deleteFrom('owner').where('id', '=', ann.ownerId).execute(),
    );
    const files = () => readdirSync(join(dataFolder, 'exports'));
    const before = files();
    for (const name of before) {
      utimesSync(join(dataFolder, 'exports', name), 1, 1);
    }
    const { data } = await ben.call('POST', '/exports', {
      format: 'shopify',
      selection: { filter: {}, except: [] },
    });
    await exportJob(services).work(
      { runId: data.runId, ownerId: ben.ownerId, key: data.runId },
      new AbortController().signal,
    );

    expect((await follow(path)).statusCode).toBe(404);
    // Everybody else's files are as old.
    expect(files()).toEqual(
      [...before.filter((name) => name !== `${ann.runId}.csv`), `${data.runId}.csv`].sort(),
    );
  });

  it('is in the audit log when it is created, used and revoked', async () => {
    const ann = await merchantWithFile();
    const { path, link } = await linkTo(ann, { hours: 2, downloadsMax: 3 });
    await follow(path);
    await ann.call('DELETE', `/exports/links/${link.id}`);
    await audit.written();

    const events = await asOwner(db, ann.ownerId, (owned) =>
      owned.selectFrom('audit_event').selectAll().where('owner_id', '=', ann.ownerId).orderBy('at').execute(),
    );

    const ofLinks = events.filter(({ what }) => what.includes('link'));
    expect(ofLinks.map(({ what }) => what)).toEqual([
      'POST /exports/links',
      'export-link-used',
      'DELETE /exports/links/:id',
    ]);
    expect(ofLinks[1]).toMatchObject({
      user_id: null,
      ip: '203.0.113.9',
      user_agent: 'feed reader',
      details: { params: { id: link.id }, fields: { name: ann.name } },
    });
  });

  it('is neither seen nor made nor closed by another merchant, nor by a member without the right to export', {
    tags: ['slow'],
  }, async () => {
    const [ann, ben] = [await merchantWithFile(), await merchantWithFile()];
    const { link, path } = await linkTo(ann);
    const member = await memberOf(db, app, ann.ownerId, [{ permission: 'products', actions: ['query'] }]);

    const made = await ben.call('POST', '/exports/links', { to: { what: 'file', id: ann.fileId }, hours: 1 });
    const closed = await ben.call('DELETE', `/exports/links/${link.id}`);
    const seen = await ben.call('GET', `/exports/links?fileId=${ann.fileId}`);
    const unable = await app.inject({ url: `${api}/exports/links`, headers: member.headers });

    expect([made.code, closed.code, seen.data, unable.statusCode]).toEqual([
      'not-found',
      'not-found',
      [],
      403,
    ]);
    expect((await follow(path)).statusCode).toBe(200);
  });

  it('is valid for 30 days at most', async () => {
    const ann = await merchantWithFile();
    const to = { what: 'file', id: ann.fileId };

    const longer = await ann.call('POST', '/exports/links', { to, hours: 721 });

    expect(longer).toMatchObject({ code: 'export-link.too-long', params: { days: 30 } });
  });

  it('is followed by one machine at most 60 times a minute, whatever token the machine makes up', {
    tags: ['slow'],
  }, async () => {
    const { path } = await linkTo(await merchantWithFile());
    const statuses: number[] = [];
    for (let call = 0; call < 62; call += 1) {
      const headers = { 'access-token': `made-up-${call}` };
      statuses.push((await app.inject({ url: path, remoteAddress: '198.51.100.7', headers })).statusCode);
    }

    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});
