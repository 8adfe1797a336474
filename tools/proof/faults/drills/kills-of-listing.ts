import { z } from 'zod';
import { reaching, simulateStores, stateOf } from '../../../../apps/console/e2e/simulated-stores.ts';
import type { Drill } from '../drill.ts';
import { death, succeed } from '../stage/killed.ts';
import type { Person } from '../stage/person.ts';
import type { Installed, Stage } from '../stage/stage.ts';
import { until } from '../stage/until.ts';

const count = 6;
const Store = z.object({ id: z.string() });
const Products = z.object({ items: z.array(z.object({ id: z.string() })) });

type Simulated = Awaited<ReturnType<typeof simulateStores>>['stores'][number];

interface Stocked extends Installed {
  store: Simulated;
  /** Titles of the products to list. */
  titles: string[];
  body: { storeIds: string[]; selection: { ids: string[] } };
}

/**
 * Starts a program with six claimed products and a simulated Shopify store; the program kills itself at the n-th pass
 * of a fault point of listing.
 */
async function stocked(stage: Stage, injectFault: string): Promise<Stocked> {
  const simulated = await simulateStores(['shopify'], 1);
  stage.later(() => simulated.stop());
  const [store] = simulated.stores;
  if (!store) {
    throw new Error('no store is simulated');
  }
  const shop = await stage.shop(1);
  const installed = await stage.installed({
    reaches: [shop.host, ...(reaching(simulated.stores).BOWERBIRD_ALLOWED_PRIVATE_HOSTS?.split(',') ?? [])],
    edits: ['kill-at-a-fault-point'],
    environment: { BOWERBIRD_FAULT: injectFault },
  });
  const { merchant, database } = installed;
  await merchant.ended(await merchant.collect(shop.address));
  const some = await database.rows<{ id: string; title: string }>(
    'select id, title from collected order by source_id limit $1',
    [count],
  );
  const edits = [{ kind: 'price-from-cost', by: '2.5', ending: { to: '.90' } }];
  await merchant.call('POST', '/collect/results/claim', {
    selection: { ids: some.map(({ id }) => id) },
    edits,
  });
  const { platform, address: domain, ways } = store;
  const connected = await merchant.call('POST', '/stores', { platform, name: 'Aster', domain, ...ways[0] });
  const { items } = Products.parse(
    await merchant.call('POST', '/products/query', { filter: {}, limit: count }),
  );
  const body = {
    storeIds: [Store.parse(connected).id],
    selection: { ids: items.map(({ id }) => id) },
  };
  return { ...installed, store, titles: some.map(({ title }) => title), body };
}

/** Returns deviations in the store from each product existing exactly once. */
async function wrongIn({ store, titles }: Stocked): Promise<string[]> {
  const book = await stateOf(store);
  return titles
    .map((title) => ({ title, times: book.filter((each) => each.title === title && each.shown).length }))
    .filter(({ times }) => times !== 1)
    .map(({ title, times }) => `${title} is ${times} times in the store`);
}

/** Lists, dies at its point, and is followed by another process until nothing is open. */
async function listed(
  stage: Stage,
  injectFault: string,
  works: (first: Stocked, merchant: Person) => Promise<string>,
) {
  const first = await stocked(stage, injectFault);
  const runId = await works(first, first.merchant);
  await death(first.program, `at ${injectFault}`);
  const { merchant, began } = await succeed(stage, first);
  const run = await merchant.ended(runId);
  return { first, merchant, run, recoveredMs: performance.now() - began };
}

function list({ body }: Stocked, merchant: Person): Promise<string> {
  return merchant.start('/listing/runs', body);
}

export const killsOfListing: readonly Drill[] = [
  {
    name: 'killed-listing',
    expectation:
      'SIGKILL after a store accepted a product and before its answer was recorded: a new process finds it in the store and lists the rest; each product once. (More points and platforms: `proof:listing`.)',
    defence: {
      is: 'a job whose worker is silent is assigned again',
      without: 'a-dead-worker-keeps-its-job',
    },
    kills: ['listing'],
    async run(stage) {
      const { first, run, recoveredMs } = await listed(stage, 'answer.parsed:2', list);
      const wrong = run.state === 'complete' ? [] : [`the run is ${run.state} (${run.fault?.code ?? ''})`];
      return { wrong: [...wrong, ...(await wrongIn(first))], recoveredMs };
    },
  },
  {
    name: 'killed-undoing',
    expectation:
      'SIGKILL while a listing run is undone: a new process undoes the rest, and no product is shown in the store any more.',
    defence: {
      is: 'a job whose worker is silent is assigned again',
      without: 'a-dead-worker-keeps-its-job',
    },
    kills: ['listing'],
    async run(stage) {
      const { first, run, recoveredMs } = await listed(stage, 'undo.item-k:3', async (all, merchant) => {
        const listedRun = await merchant.ended(await list(all, merchant));
        return await merchant.start(`/listing/runs/${listedRun.id}/undo`, {});
      });
      const book = await stateOf(first.store);
      const shown = first.titles.filter((title) => book.some((each) => each.title === title && each.shown));
      const wrong = run.state === 'complete' ? [] : [`the run is ${run.state} (${run.fault?.code ?? ''})`];
      return {
        wrong: shown.length === 0 ? wrong : [...wrong, `${shown.length} products are still shown`],
        recoveredMs,
      };
    },
  },
  {
    name: 'killed-after-checking',
    expectation:
      'SIGKILL inside the after-check of a listing run that has ended: another process makes the owed check.',
    defence: {
      is: 'a job whose worker is silent is assigned again',
      without: 'a-dead-worker-keeps-its-job',
    },
    kills: ['listing', 'owed-checks'],
    brokenWaitMs: 150_000,
    async run(stage) {
      const first = await stocked(stage, 'aftercheck.look:1');
      const runId = await list(first, first.merchant);
      await first.merchant.ended(runId);
      await death(first.program, 'in the after-check');
      const { began } = await succeed(stage, first);
      await until('no check to be owed', async () => {
        const [{ owed } = { owed: -1 }] = await first.database.rows<{ owed: number }>(
          'select count(*)::integer as owed from owed_check',
        );
        return owed === 0;
      });
      return { wrong: await wrongIn(first), recoveredMs: performance.now() - began };
    },
  },
];
