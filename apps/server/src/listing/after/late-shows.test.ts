import { shopify } from '@bowerbird/platforms/shopify/index';
import { createShopifyShop } from '@bowerbird/platforms/shopify/simulate/shop';
import { share } from '@bowerbird/platforms/testing/share';
import { expect, it } from 'vitest';
import { asOwner } from '../../db/database.ts';
import { plainImage } from '../../images/testing.ts';
import { productsByIds } from '../../products/selection.ts';
import type { JobAsk } from '../../runs/jobs.ts';
import { testDatabase } from '../../testing/database.ts';
import { type HurriedClock, hurriedClock } from '../../testing/hurried-clock.ts';
import {
  editProduct,
  type PlayedStore,
  type StoreBench,
  someProducts,
  storeBench,
  withinSeconds,
} from '../../testing/listing.ts';
import { type PlayedName, playedStores } from '../../testing/played-stores.ts';
import type { Act } from './act.ts';
import { createActRun } from './create-acts.ts';

const { db } = await testDatabase();

/** A store whose writes can be sent once more, as a proxy does it that held one back. */
interface Replayed extends StoreBench {
  /** What was written so far. */
  sent: { text: string; again(): Promise<unknown> }[];
  /** Sends everything that was written so far and shows, or hides, a product once more. */
  replay(which: 'shows' | 'hides'): Promise<void>;
  shown(): boolean[];
  /** What the merchant does in the store by hand. */
  publishByHand(): void;
}

/** What the bodies of requests say that show or hide a product, on any platform. */
const says = {
  shows: /"status":\s*(?:1|"(?:publish|active|ACTIVE)")|"published":\s*true/,
  hides: /"status":\s*(?:0|"(?:draft|DRAFT)")|"published":\s*false/,
};

type Simulated = Omit<PlayedStore, 'clock' | 'beside'> & Pick<Replayed, 'shown' | 'publishByHand'>;

function simulatedShopify(clock: HurriedClock): Simulated {
  const shop = createShopifyShop({ name: 'aster-practice', outside: clock, settings: { pace: 'free' } });
  return {
    platform: shopify,
    simulation: shop,
    connection: 'token',
    credentials: { token: shop.settings.access.token },
    shown: () => shop.view().products.map(({ status }) => status === 'ACTIVE'),
    publishByHand() {
      for (const { id } of shop.view().products) {
        shop.merchant.edit(id, { status: 'ACTIVE' });
      }
    },
  };
}

async function open(name: PlayedName | 'shopify'): Promise<Replayed> {
  const clock = hurriedClock(40);
  const played = name === 'shopify' ? null : playedStores[name](clock);
  const simulated = played
    ? { ...played, shown: () => played.products().map(({ shown }) => shown), publishByHand: () => undefined }
    : simulatedShopify(clock);
  const bench = await storeBench(db, {
    clock,
    ...simulated,
    platform: withinSeconds(simulated.platform),
    beside: async () => new Response(new Uint8Array(await plainImage(5, 5).gif().toBuffer())),
  });
  const { fetch } = bench.services;
  const sent: Replayed['sent'] = [];
  bench.services.fetch = async (input, init) => {
    // A product that these are asked to make twice is made twice: that is another matter.
    const isMaking = (name === 'shopyy' || name === 'shoplazza') && init?.method === 'POST';
    if (typeof init?.body === 'string' && !isMaking) {
      const { method = 'GET', headers = {}, body } = init;
      sent.push({ text: body, again: () => fetch(input, { method, headers, body }) });
    }
    return await fetch(input, init);
  };
  return {
    ...bench,
    sent,
    shown: simulated.shown,
    publishByHand: simulated.publishByHand,
    async replay(which) {
      const found = sent.filter(({ text }) => says[which].test(text));
      expect(found).not.toEqual([]);
      for (const { again } of found) {
        await again();
      }
    },
  };
}

async function listEdition(bench: StoreBench, ids: readonly string[], title: string): Promise<void> {
  const products = await asOwner(db, bench.ownerId, (owned) => productsByIds(owned, bench.ownerId, ids));
  for (const { id, product } of products) {
    await editProduct(bench, id, { ...product, title });
  }
  await bench.work(await bench.start(ids));
}

async function startAct(bench: StoreBench, act: Act, ids: readonly string[]): Promise<JobAsk> {
  const ask = { storeIds: [bench.storeId], selection: { ids: [...ids] }, createdBy: null };
  const runId = await createActRun(bench.services, bench.ownerId, act, ask);
  return { runId, ownerId: bench.ownerId, key: bench.shopId };
}

/** What the line of a run says beside its state. */
async function faultOf(bench: StoreBench, { runId }: JobAsk): Promise<string | undefined> {
  const [item] = await asOwner(db, bench.ownerId, (owned) =>
    owned.selectFrom('listing_item').select('fault').where('run_id', '=', runId).execute(),
  );
  return item?.fault?.code;
}

const stores = ['shopify', ...Object.keys(playedStores)] as (PlayedName | 'shopify')[];

it.concurrent.each(share(stores, 3))(
  '%s: what a late write shows again after it was delisted is hidden again',
  async (name) => {
    const bench = await open(name);
    const ids = await bench.own(someProducts(1));
    await listEdition(bench, ids, 'Edition 1');
    await listEdition(bench, ids, 'Edition 2');
    const ask = await startAct(bench, 'delist', ids);
    await bench.work(ask);
    const hidden = bench.shown();
    await bench.replay('shows');

    await bench.workOut(ask);

    const [row] = await bench.rows();
    expect(hidden).toEqual([false]);
    expect(bench.shown()).toEqual([false]);
    expect(row).toMatchObject({ taken_down: true, state: 'listed', check_due: false, open_attempt: null });
    expect(await faultOf(bench, ask)).toBe('listing.restored-delist');
  },
);

it.concurrent.each(share(stores, 3, 1))(
  '%s: what a late delisting hides after it was shown again is shown again',
  async (name) => {
    const bench = await open(name);
    const ids = await bench.own(someProducts(1));
    await listEdition(bench, ids, 'Edition 1');
    bench.sent.length = 0;
    await bench.work(await startAct(bench, 'delist', ids));
    const ask = await startAct(bench, 'relist', ids);
    await bench.work(ask);
    const shown = bench.shown();
    await bench.replay('hides');

    await bench.workOut(ask);

    const [row] = await bench.rows();
    expect(shown).toEqual([true]);
    expect(bench.shown()).toEqual([true]);
    expect(row).toMatchObject({ taken_down: false, published: true, check_due: false, open_attempt: null });
  },
);

it('what the merchant publishes once all of ours has arrived stays published, and is no concern of ours', async () => {
  const bench = await open('shopify');
  const ids = await bench.own(someProducts(2));
  await listEdition(bench, ids.slice(0, 1), 'Edition 1');
  const ask = await startAct(bench, 'delist', ids.slice(0, 1));
  await bench.workOut(ask);
  bench.publishByHand();

  // Another run of the store makes all the after-checks that are owed.
  await bench.workOut(await bench.start(ids.slice(1)));

  expect(bench.shown()).toEqual([true, true]);
  expect(await faultOf(bench, ask)).toBeUndefined();
});
