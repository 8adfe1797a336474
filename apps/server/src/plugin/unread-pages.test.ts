import { randomUUID } from 'node:crypto';
import type { listGaps } from '@bowerbird/contract/collect/plugin';
import { AppError } from '@bowerbird/contract/errors';
import type { AnswerOf } from '@bowerbird/contract/route';
import { describe, expect, it } from 'vitest';
import { saveSkips } from '../collect/saving/skips.ts';
import { writeCollectRun } from '../collect/start.ts';
import { asOwner } from '../db/database.ts';
import { delivery, type Headers, lamp, pluginBench, shop } from './testing.ts';

type Gaps = AnswerOf<typeof listGaps>;

const { db, call, merchant, deliver, runs } = await pluginBench();

describe('pages that wait for a browser', () => {
  const skippedByServer = (ownerId: string, address: string, code: 'source.blocked-us' | 'source.gone') =>
    asOwner(db, ownerId, async (owned) => {
      const runId = await writeCollectRun(
        owned,
        { ownerId, userId: null },
        { platform: 'aliexpress', scope: 'list', addresses: [address], shops: [new URL(address).host] },
      );
      const scope = { ownerId, runId, platform: 'aliexpress', way: null };
      await saveSkips(owned, scope, [{ address, failure: new AppError(code, 'in a test') }]);
      return runId;
    });
  const gaps = (headers: Headers, query = '') => call<Gaps>(headers, 'GET', `/plugin/gaps${query}`);

  it('are listed, of all runs and of one, without those that are gone for browsers, too', async () => {
    const { plugin, ownerId } = await merchant();
    const address = `https://pt.aliexpress.com/item/1005005555555555.html`;
    const runId = await skippedByServer(ownerId, address, 'source.blocked-us');
    const gone = await skippedByServer(ownerId, `https://${shop}/item/1.html`, 'source.gone');

    expect(await gaps(plugin)).toEqual({
      gaps: [{ platform: 'aliexpress', url: address, code: 'source.blocked-us' }],
      total: 1,
    });
    expect(await gaps(plugin, `?runId=${runId}`)).toMatchObject({ total: 1 });
    expect(await gaps(plugin, `?runId=${gone}`)).toMatchObject({ total: 0 });
  });

  it('wait no more once the plugin read them, under whichever of the house’s hosts', async () => {
    const { plugin, ownerId } = await merchant();
    await skippedByServer(
      ownerId,
      'https://pt.aliexpress.com/item/1005005555555555.html?spm=1',
      'source.blocked-us',
    );
    await skippedByServer(ownerId, `https://${shop}/item/11005005555555555.html`, 'source.blocked-us');

    await deliver(plugin, delivery([lamp('1005005555555555')]));

    expect((await gaps(plugin)).gaps.map(({ url }) => url)).toEqual([
      `https://${shop}/item/11005005555555555.html`,
    ]);
  });

  it('are kept with their reason where the plugin could not read them, once each, in the sitting’s run', async () => {
    const { plugin, headers, ownerId } = await merchant();
    const unread = {
      id: randomUUID(),
      platform: 'aliexpress',
      url: `https://${shop}/item/1005006666666666.html#top`,
      code: 'source.product-unreadable',
      pluginVersion: '0.1.0',
    };
    const report = (body: object) => call<{ kept: boolean }>(plugin, 'POST', '/plugin/unread', body);

    const { runId } = await deliver(plugin, delivery([lamp('1005001111111111')]));
    expect(await report(unread)).toEqual({ kept: true });
    expect(await report(unread)).toEqual({ kept: false });
    await report({ ...unread, id: randomUUID(), code: '<b>new words</b>' });

    const failed = await call<{ items: object[] }>(headers, 'GET', '/collect/failed');
    const [run] = await runs(headers);
    expect(failed.items).toMatchObject([
      {
        runId,
        address: `https://${shop}/item/1005006666666666.html`,
        fault: { code: 'source.page-not-understood' },
      },
    ]);
    expect(run).toMatchObject({ id: runId, state: 'partial', done: 1, failed: 1 });
    const notices = await asOwner(db, ownerId, (owned) =>
      owned
        .selectFrom('notification_due')
        .selectAll()
        .where('event', 'in', ['run-ended', 'run-needs-you'])
        .execute(),
    );
    expect(notices).toEqual([]);

    await deliver(plugin, delivery([lamp('1005006666666666')]));

    expect((await runs(headers))[0]).toMatchObject({ state: 'complete', done: 2, failed: 0 });
  });

  it('are distinguished from those that were collected and claimed', async () => {
    const { plugin, headers } = await merchant();
    const { collectedIds } = await deliver(
      plugin,
      delivery([lamp('1005001111111111'), lamp('1005002222222222')]),
    );
    await call(headers, 'POST', '/collect/results/claim', { selection: { ids: [collectedIds[1]] } });
    const urls = [
      `https://${shop}/item/1005001111111111.html?algo_pvid=1`,
      'https://pt.aliexpress.com/item/1005002222222222.html',
      `https://${shop}/item/1005009999999999.html`,
      'no address',
    ];

    const { known } = await call<{ known: object[] }>(plugin, 'POST', '/plugin/known', {
      platform: 'aliexpress',
      urls,
    });

    expect(known).toEqual([
      { url: urls[0], collectedAt: expect.any(String), claimed: false },
      { url: urls[1], collectedAt: expect.any(String), claimed: true },
    ]);
  });
});
