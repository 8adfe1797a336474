import type { JobRequest } from '../../../../apps/server/src/runs/jobs.ts';
import { judgeDifferences, judgeRestored } from '../judge/judge-by-hand.ts';
import { judgeState, type PlainState } from '../judge/judge-state.ts';
import { edition } from '../products.ts';
import { edit, endInPeace, inPeace, inTrouble, type Products, type Stage, setOut } from '../stage.ts';
import { startDue } from './interrupted.ts';

/** Maximum number of times that hiding is requested: what a fault had refused is hidden when requested again. */
const requestsMax = 4;
/** Longer than the time within which a change by hand, by the store's clock, may still be one of ours (`visibility.ts`). */
const longMs = 700_000;

const byHand = 'the merchant published it after all of ours had arrived';

/**
 * We hide products that we had just listed, and the merchant publishes them by hand. While a request of ours that shows
 * them may still arrive, we hide them once more and say so; what is published later is the merchant's, and nothing of
 * ours hides it again, in any state of the store.
 */
export async function runMerchantPublishes(stage: Stage): Promise<string[]> {
  const { crew, clock, plan, store, times, watch } = stage;
  const products = await setOut(stage);
  await listAll(stage, products);
  const inStore = await storeIds(stage);
  const shownAt = new Map(products.ids.map((id) => [id, watch.shownAt(inStore(id)) ?? 0]));
  // What was shown last is published by hand first: then a request of ours may still arrive.
  const hidden = products.ids
    .toSorted((one, other) => (shownAt.get(other) ?? 0) - (shownAt.get(one) ?? 0))
    .slice(0, Math.ceil(products.ids.length / 1.5));
  const soon = hidden.filter((_, at) => at < hidden.length / 2);
  const later = hidden.filter((id) => !soon.includes(id));
  const request = await hide(stage, hidden);
  // In half of the rounds all workers rest so long that their check comes when nothing of ours can arrive any more.
  const isLate = plan.round % 4 > 1;
  if (isLate) {
    await clock.sleep(longMs);
  }
  const now = clock.monotonic();
  const within = soon.filter((id) => now - (shownAt.get(id) ?? 0) < times.deadlineMs + times.latenessMs);
  for (const id of soon) {
    store.publish(inStore(id));
    if (isLate) {
      watch.hold(inStore(id), 'shown', byHand);
    }
  }
  await inTroubleFor(stage, 'check', () => crew.work([request], true));
  await clock.sleep(30_000);
  const wrong = [
    ...(await judgeState(stage, { ...products, ids: [...within, ...later] }, statesOf(hidden, 'hidden'))),
    ...(await judgeRestored(stage, within)),
  ];
  stage.isReached = within.length > 0 || isLate;
  for (const id of hidden) {
    store.publish(inStore(id));
    watch.hold(inStore(id), 'shown', byHand);
  }
  wrong.push(...(await judgeDifferences(stage, hidden)));
  await inTroubleFor(stage, 'runs', () => followedBySchedule(stage, products));
  wrong.push(...(await judgeState(stage, products, new Map())));
  for (const id of hidden) {
    watch.release(inStore(id));
  }
  return [...wrong, ...(await endInPeace(stage, [], products))];
}

/** Lists everything, with the faults of the plan, as soon as it can be; after-checks are still owed. */
async function listAll(stage: Stage, { ids }: Products): Promise<void> {
  const { merchant, crew, plan, store } = stage;
  store.simulation.faults.add(...plan.early);
  const request = await merchant.start(ids);
  await crew.work([request], false);
  inPeace(stage);
  if ((await merchant.stateOf(request)) !== 'complete') {
    await crew.work([await merchant.start(ids)], false);
  }
}

/** Store and workers fail while we hide, while the after-checks are made, or while later runs list: in turn. */
async function inTroubleFor(
  stage: Stage,
  what: 'hiding' | 'check' | 'runs',
  work: () => Promise<void>,
): Promise<void> {
  const isTurn = (['check', 'hiding', 'runs'] as const)[stage.plan.round % 3] === what;
  if (isTurn) {
    inTrouble(stage);
    await work();
    inPeace(stage);
  }
  await work();
}

async function storeIds({ merchant }: Stage): Promise<(id: string) => string> {
  const rows = new Map((await merchant.rows()).map((row) => [row.product_id, row]));
  return (id) => rows.get(id)?.store_product_id?.split('/').at(-1) ?? '';
}

/** Hides these until the store has hidden all of them; returns the run that was requested last. */
async function hide(stage: Stage, ids: readonly string[]): Promise<JobRequest> {
  const { merchant, crew } = stage;
  const request = async () => {
    const found = await merchant.act('delist', ids);
    if (!found) {
      throw new Error('nothing of what was listed can be hidden');
    }
    return found;
  };
  let last = await request();
  await inTroubleFor(stage, 'hiding', () => crew.work([last], false));
  for (let requests = 1; requests < requestsMax; requests += 1) {
    if ((await merchant.stateOf(last)) === 'complete') {
      break;
    }
    last = await request();
    await crew.work([last], false);
  }
  return last;
}

/** Every product is edited, and a run that begins by itself lists them. */
async function followedBySchedule(stage: Stage, products: Products): Promise<void> {
  const { merchant, crew, clock } = stage;
  for (const [id, product] of [...products.wanted]) {
    await edit(stage, products, id, edition(product, 'words'));
  }
  await merchant.schedule(products.ids, clock.wall() + 60_000);
  await clock.sleep(70_000);
  await crew.work(await startDue(stage), true);
}

function statesOf(ids: readonly string[], state: PlainState): Map<string, PlainState> {
  return new Map(ids.map((id) => [id, state]));
}
