import type { CopyRun } from '@bowerbird/contract/collect/copying';
import { shopify } from '@bowerbird/platforms/shopify/index';
import { wordpress } from '@bowerbird/platforms/wordpress/index';
import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import { createWordpressSite } from '@bowerbird/simulators/wordpress/shop';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { acceleratedClock } from '../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { storeBench } from '../../testing/listing/listing.ts';
import { testPerson } from '../../testing/products/products.ts';
import { collectJob } from '../collect/collect-job.ts';
import { chooseCollected } from '../collect/lists/filter.ts';
import { asOwner } from '../db/database.ts';
import type { Call } from '../http/serve.ts';
import { claimJob } from '../products/claim/claim-job.ts';
import { findPriceGuard } from '../rules/price-guard.ts';
import type { Services } from '../services/services.ts';
import { resumeStep, stopStep } from './control.ts';
import { moveCopies } from './keep-copying.ts';
import { writeCopy } from './start.ts';
import { viewCopy } from './view.ts';

const { db } = await testDatabase();
const everyRight = (['collect', 'products', 'listing'] as const).map((permission) => ({
  permission,
  actions: ['add' as const],
}));

/** A merchant with a Shopify store and a WordPress blog with `posts` posts, both simulated. */
async function copyBench(posts = 5) {
  const clock = acceleratedClock(100);
  const store = createShopifyShop({ name: 'aster-practice', outside: clock, settings: { pace: 'free' } });
  const blog = createWordpressSite({ name: 'glade-blog', outside: clock, products: { count: posts } });
  const bench = await storeBench(db, {
    clock,
    platform: shopify,
    simulation: store,
    connection: 'token',
    credentials: { token: store.settings.access.token },
    beside: fetchFrom(new Map([['glade-blog.localhost', blog]])),
  });
  const services: Services = {
    ...bench.services,
    platforms: new Map([
      ['shopify', shopify],
      ['wordpress', wordpress],
    ]),
  };
  const { ownerId } = bench;
  const userId = await testPerson(db, ownerId, 'Annie');
  const owned = <T>(work: Parameters<typeof asOwner<T>>[2]) => asOwner(db, ownerId, work);
  onTestFinished(() => owned(async (rows) => void (await sql`delete from copy_run`.execute(rows))));
  // The `Call` that the server passes, as far as copies use it.
  const call = {
    services,
    ownerId,
    user: { id: userId, role: { permissions: everyRight } },
    db: owned,
  } as unknown as Call;

  const view = (id: string) => owned((rows) => viewCopy(rows, ownerId, id, 'en-US'));
  const runs = () => owned((rows) => rows.selectFrom('run').select(['id', 'kind']).orderBy('id').execute());
  return {
    ...bench,
    store,
    blog,
    call,
    owned,
    services,
    view,
    runs,
    start: (more: Partial<Parameters<typeof writeCopy>[1]> = {}) =>
      writeCopy(call, {
        platform: 'wordpress',
        scope: 'shop',
        address: 'http://glade-blog.localhost:8000/',
        edits: [],
        storeIds: [bench.storeId],
        // Lists at the source's own prices, as a merchant does who moves their own shop.
        options: { status: 'active', publish: true, again: false, released: ['risk.below-cost'] },
        mayCopy: true,
        ...more,
      }),
    /** Works on the run of the copy's current step until that run has ended. */
    async work(id: string): Promise<void> {
      const { step, steps } = await view(id);
      const run = steps.find((each) => each.step === step)?.run;
      const request = { runId: run?.id ?? '', ownerId, key: bench.shopId };
      const job =
        step === 'collecting' ? collectJob(services) : claimJob(services, chooseCollected, findPriceGuard);
      await (step === 'listing' ? bench.work(request) : job.work(request, new AbortController().signal));
    },
    /** Works on the copy step by step, from its current step to the end. */
    async workOut(id: string): Promise<CopyRun> {
      for (let step = 0; step < 4 && (await view(id)).state === 'going'; step += 1) {
        await this.work(id);
        await moveCopies(services);
      }
      return await view(id);
    },
  };
}

describe('a WordPress blog copied into a Shopify store', () => {
  it('is there post by post, once, with images and categories, and says who confirmed that it may be copied', {
    tags: ['slow'],
  }, async () => {
    const bench = await copyBench();
    const copy = await bench.workOut(await bench.start({ edits: [{ kind: 'categories-to-tags' }] }));

    const { products } = bench.store.view();
    const collected = await bench.owned((rows) => rows.selectFrom('own_product').select('content').execute());
    expect(copy).toMatchObject({
      state: 'done',
      confirmedBy: 'Annie',
      collected: { got: 5, complete: true },
      listed: { listed: 5, agrees: true, duplicates: 0 },
    });
    expect(copy.steps.map(({ run }) => run?.state)).toEqual(['complete', 'complete', 'complete']);
    expect(products.map(({ title }) => title).toSorted()).toEqual(
      collected.map(({ content }) => content.title).toSorted(),
    );
    for (const { content } of collected) {
      const there = products.find(({ title }) => title === content.title);
      expect(content.images.length).toBeGreaterThan(0);
      expect(there?.media).toHaveLength(content.images.length);
      expect(content.categories.length).toBeGreaterThan(0);
      // We create no categories on Shopify; their names are stored as tags.
      const tags = (there?.tags ?? []).map((tag) => tag.toLowerCase());
      expect(tags).toEqual(
        expect.arrayContaining(content.categories.map((path) => path.at(-1)?.toLowerCase())),
      );
    }
  });

  it('reads stock where the merchant wants it, and takes no such wish for a source that has none', async () => {
    const bench = await copyBench(1);
    const source = { platform: 'shopify', address: 'https://source.example/' };

    const [wanted, plain] = [await bench.start({ ...source, stock: true }), await bench.start(source)];

    const requested = await bench.owned((rows) =>
      rows.selectFrom('collect_run').select('with_stock').orderBy('run_id').execute(),
    );
    expect(requested.map(({ with_stock: stock }) => stock)).toEqual([true, false]);
    expect([(await bench.view(wanted)).stock, (await bench.view(plain)).stock]).toEqual([true, false]);
    await expect(bench.start({ stock: true })).rejects.toThrow('cannot be asked for');
  });

  it('twice copies nothing twice, and brings what is new', { tags: ['slow'] }, async () => {
    const bench = await copyBench(4);
    await bench.workOut(await bench.start());
    const wrote = bench.store.view().history.length;

    const again = await bench.workOut(await bench.start());

    expect(again).toMatchObject({
      state: 'done',
      collected: { got: 4, unchanged: 4 },
      listed: { listed: 4 },
    });
    expect(bench.store.view().products).toHaveLength(4);
    expect(bench.store.view().history).toHaveLength(wrote);
  });

  it('takes the rules of its claim along', { tags: ['slow'] }, async () => {
    const bench = await copyBench(2);
    await bench.workOut(await bench.start({ edits: [{ kind: 'add-tags', tags: ['copied'] }] }));

    expect(bench.store.view().products.every(({ tags }) => tags.includes('copied'))).toBe(true);
  });

  it('begins each step once, however many look at once, and wherever it was killed', {
    tags: ['slow'],
  }, async () => {
    const bench = await copyBench(3);
    const id = await bench.start();
    for (const kinds of [
      ['collect', 'claim'],
      ['collect', 'claim', 'listing'],
      ['collect', 'claim', 'listing'],
    ]) {
      await bench.work(id);
      // Killed before the job was woken: the run is recorded, and the search for forgotten runs wakes it.
      const dying = {
        ...bench.services,
        jobs: { ...bench.services.jobs, wake: () => Promise.reject(new Error('killed')) },
      };
      await Promise.allSettled([moveCopies(dying), moveCopies(dying), moveCopies(bench.services)]);
      await moveCopies(bench.services);
      expect((await bench.runs()).map(({ kind }) => kind)).toEqual(kinds);
    }
    expect((await bench.view(id)).state).toBe('done');
    expect(bench.store.view().products).toHaveLength(3);
  });
});

describe('a copy', () => {
  it('rests with the run of its step, begins nothing meanwhile, and continues', {
    tags: ['slow'],
  }, async () => {
    const bench = await copyBench(3);
    const id = await bench.start();
    await stopStep(bench.call, id, 'pause');
    const paused = await bench.view(id);
    await bench.work(id);
    expect(await moveCopies(bench.services)).toBe(0);
    await resumeStep(bench.call, id);
    await bench.work(id);
    await stopStep(bench.call, id, 'pause');
    expect(await moveCopies(bench.services)).toBe(0);
    expect((await bench.view(id)).state).toBe('paused');
    await resumeStep(bench.call, id);
    await moveCopies(bench.services);

    expect(paused).toMatchObject({ state: 'paused', steps: [{ run: { state: 'paused' } }, {}, {}] });
    expect((await bench.workOut(id)).state).toBe('done');
  });

  it('cancelled ends with the run of its step, and by that run too', async () => {
    const bench = await copyBench(2);
    const one = await bench.start();
    await stopStep(bench.call, one, 'cancel');
    await moveCopies(bench.services);
    const other = await bench.start();
    await bench.owned((rows) =>
      sql`update run set state = 'cancelled' where id = (select collect_run_id from copy_run where id = ${other})`.execute(
        rows,
      ),
    );
    await moveCopies(bench.services);

    expect([await bench.view(one), await bench.view(other)]).toMatchObject([
      { state: 'cancelled', steps: [{ run: { state: 'cancelled' } }, {}, {}] },
      { state: 'cancelled' },
    ]);
    await expect(resumeStep(bench.call, one)).rejects.toMatchObject({ code: 'run.wrong-state' });
    expect((await bench.runs()).map(({ kind }) => kind)).toEqual(['collect', 'collect']);
  });

  it('stops where a store is lost, says so, and continues from there', async () => {
    const bench = await copyBench(2);
    const id = await bench.start();
    const be = (state: string) =>
      bench.owned((rows) => sql`update store set state = ${state} where id = ${bench.storeId}`.execute(rows));
    await bench.work(id);
    await moveCopies(bench.services);
    await bench.work(id);
    await be('lost');
    await moveCopies(bench.services);
    const stopped = await bench.view(id);
    await be('ready');
    await resumeStep(bench.call, id);

    expect(stopped).toMatchObject({
      state: 'stopped',
      step: 'listing',
      fault: { code: 'store.access-denied' },
    });
    expect(await bench.workOut(id)).toMatchObject({ state: 'done', fault: null });
  });

  it('takes the rights of all its steps', async () => {
    const bench = await copyBench(1);
    const user = { id: bench.call.user.id, role: { permissions: everyRight.slice(1) } };
    const call = { ...bench.call, user } as unknown as Call;

    const body = {
      platform: 'wordpress',
      scope: 'shop' as const,
      address: 'http://glade-blog.localhost:8000/',
    };
    const rest = {
      edits: [],
      storeIds: [bench.storeId],
      options: { status: 'active' as const, publish: true, again: false },
    };
    await expect(writeCopy(call, { ...body, ...rest, mayCopy: true })).rejects.toMatchObject({
      code: 'permission.missing',
    });
  });
});
