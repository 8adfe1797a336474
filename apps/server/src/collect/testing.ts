import type { CollectRun, CollectScope } from '@bowerbird/contract/collect/collect';
import type { CollectedFilter, CollectedRow } from '@bowerbird/contract/collect/collected';
import type { Platform } from '@bowerbird/platforms/platform';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import type { FeedShop } from '../../testing/collect/feed-shop.ts';
import { asOwner, type Db, type OwnerDb } from '../db/database.ts';
import type { BrowserServed, Served } from '../http/serve.ts';
import type { Services } from '../services/services.ts';
import type { Clock } from '../time/clock.ts';
import { collectJob } from './collect-job.ts';
import { collectRoutes } from './routes.ts';
import { matchFresh } from './similar/match-similar.ts';

/**
 * Skips waiting: retries of an unreachable host take minutes; here a sleep ends at once, and its time counts as passed.
 */
function skippingClock(clock: Clock): Clock {
  let sleptMs = 0;
  return {
    monotonic: () => clock.monotonic() + sleptMs,
    wall: () => clock.wall() + sleptMs,
    sleep(ms, signal) {
      sleptMs += ms;
      return clock.sleep(Math.min(ms, 1), signal);
    },
  };
}

/** The collecting part of the API over a test's database, with its jobs executed at once. */
export async function collectTests(
  db: Db,
  platforms: ReadonlyMap<string, Platform>,
  more: {
    served?: Served[];
    browserServed?: BrowserServed[];
    practice?: Services['practice'];
    fetch?: typeof fetch;
  } = {},
) {
  const wokenAt = new Map<string, Date>();
  const { app, services, accounts } = await testApp(db, {
    served: [...collectRoutes, ...(more.served ?? [])],
    browserServed: more.browserServed ?? [],
    platforms,
    services: { ...(more.practice && { practice: more.practice }), ...(more.fetch && { fetch: more.fetch }) },
  });
  const hastened = {
    ...services,
    jobs: {
      ...services.jobs,
      wake: async (run: { id: string }, at?: Date) => void (at && wokenAt.set(run.id, at)),
    },
    clock: skippingClock(services.clock),
  };
  const { ownerId } = accounts.merchant;
  const headers = await signIn(app, accounts.merchant);

  async function send(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, as = headers) {
    const answer = await app.inject({
      method,
      url: `/shop-reptile/api${path}`,
      headers: as,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.json<{ data: never; code?: string }>() };
  }
  async function call<Answer>(
    method: 'GET' | 'POST',
    path: string,
    payload?: object,
    as = headers,
  ): Promise<Answer> {
    const { status, body } = await send(method, path, payload, as);
    if (status >= 300) {
      throw new Error(`${path} answered ${status} ${JSON.stringify(body)}`);
    }
    return body.data;
  }
  async function work(id: string, shop: Pick<FeedShop, 'fetch'>): Promise<CollectRun> {
    const job = collectJob({ ...hastened, fetch: shop.fetch }, [
      ({ ownerId: owner }, { signal }) => matchFresh(db, owner, signal),
    ]);
    await job.work({ runId: id, ownerId, key: '' }, new AbortController().signal);
    return await call<CollectRun>('GET', `/collect/runs/${id}`);
  }
  async function start(address: string | string[], scope: CollectScope): Promise<string> {
    const addresses = typeof address === 'string' ? [address] : address;
    return (await call<{ runId: string }>('POST', '/collect/runs', { platform: 'shopify', scope, addresses }))
      .runId;
  }
  async function rows(filter: Partial<CollectedFilter>, limit = 60, as = headers): Promise<CollectedRow[]> {
    return (await call<{ items: CollectedRow[] }>('POST', '/collect/results/query', { filter, limit }, as))
      .items;
  }

  return {
    ownerId,
    accounts,
    app,
    services: hastened,
    headers,
    work,
    start,
    rows,
    wokenAt: (id: string) => wokenAt.get(id),
    get: (path: string) => call<unknown>('GET', path),
    post: (path: string, payload: object = {}) => call<unknown>('POST', path, payload),
    send,
    asOwner: <T>(act: (owned: OwnerDb) => Promise<T>) => asOwner(db, ownerId, act),
    async collect(address: string | string[], scope: CollectScope, shop: Pick<FeedShop, 'fetch'>) {
      return await work(await start(address, scope), shop);
    },
    async retry(id: string, shop: Pick<FeedShop, 'fetch'>) {
      const { runId } = await call<{ runId: string }>('POST', `/collect/runs/${id}/retry`);
      return await work(runId, shop);
    },
    async count(): Promise<number> {
      return (await call<{ counts: { all: number } }>('POST', '/collect/results/query', { filter: {} }))
        .counts.all;
    },
    async everyId(filter: Partial<CollectedFilter>, sort: string, limit: number): Promise<string[]> {
      const ids: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page: { items: CollectedRow[]; nextCursor: string | null } = await call(
          'POST',
          '/collect/results/query',
          {
            filter,
            sort,
            limit,
            ...(cursor && { cursor }),
          },
        );
        ids.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      return ids;
    },
    async asUnmanaged() {
      const as = await signIn(app, await anotherMerchant(db, `ben${Math.random().toString(36).slice(2)}`));
      return {
        status: async (path: string) => (await send('GET', path, undefined, as)).status,
        rows: (filter: Partial<CollectedFilter>) => rows(filter, 60, as),
        remove: async (ids: string[]) =>
          (await call<{ deleted: number }>('POST', '/collect/results/delete', { selection: { ids } }, as))
            .deleted,
      };
    },
  };
}
