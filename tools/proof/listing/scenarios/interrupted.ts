import { asOwner } from '../../../../apps/server/src/db/database.ts';
import { startDueListings } from '../../../../apps/server/src/listing-schedules/start-due.ts';
import type { JobRequest } from '../../../../apps/server/src/runs/jobs.ts';
import { letGoOn, signalStop } from '../../../../apps/server/src/runs/wanted.ts';
import { removeStoreRow } from '../../../../apps/server/src/stores/queries.ts';
import { edition, repriced } from '../products.ts';
import { edit, endInPeace, inTrouble, type Products, type Stage, setOut } from '../stage.ts';

/** Pauses a run in the middle; nothing is sent until it resumes, and meanwhile the merchant edits some products. */
export async function runPause(stage: Stage): Promise<string[]> {
  const { merchant, crew, services } = stage;
  const { ownerId } = merchant;
  const products = await setOut(stage);
  inTrouble(stage);
  const request = await merchant.start(products.ids);
  atMoment(stage, () => stop(stage, request, 'pause'));
  await crew.work([request], false, ['paused']);
  const wrong: string[] = [];
  stage.isReached = (await merchant.stateOf(request)) === 'paused';
  if (stage.isReached) {
    let sent = 0;
    crew.watch = (point) => {
      sent += point === 'gate.after' ? 1 : 0;
    };
    await crew.work([request], false, ['paused']);
    if (sent > 0) {
      wrong.push(`a paused run sent ${sent} times`);
    }
    crew.watch = () => undefined;
    await editSome(stage, products);
    await asOwner(services.db, ownerId, (db) => letGoOn(db, ownerId, request.runId));
  }
  await crew.work([request], true);
  return [...wrong, ...(await endInPeace(stage, [request], products))];
}

/** Cancels a run in the middle, and lists everything with another run. */
export async function runCancel(stage: Stage): Promise<string[]> {
  const { merchant, crew } = stage;
  const products = await setOut(stage);
  inTrouble(stage);
  const request = await merchant.start(products.ids);
  let isStated = false;
  atMoment(stage, async () => {
    await stop(stage, request, 'cancel');
    isStated = true;
  });
  await crew.work([request], true);
  stage.isReached = isStated;
  return await endInPeace(stage, [request], products);
}

/** Lets a schedule become due while two processes look for it at once: one run, started once. */
export async function runSchedule(stage: Stage): Promise<string[]> {
  const { merchant, crew, clock } = stage;
  const { ownerId } = merchant;
  const products = await setOut(stage);
  await merchant.schedule(products.ids, clock.wall() + 60_000);
  const early = await startDueListings(onlyOurs(stage));
  await clock.sleep(70_000);
  const started = await Promise.all([1, 2].map(() => startDueListings(onlyOurs(stage))));
  const rows = await listingRuns(stage);
  const [first] = rows;
  if (early !== 0 || rows.length !== 1 || !first) {
    return [
      `of a schedule ${early} runs began early, and ${rows.length} when it was due (${started.join(', ')})`,
    ];
  }
  inTrouble(stage);
  const request = { runId: first.run_id, ownerId, key: merchant.shopId };
  await crew.work([request], true);
  return await endInPeace(stage, [request], products);
}

/** Starts what is due by the merchant's schedules; returns the runs. */
export async function startDue(stage: Stage): Promise<JobRequest[]> {
  const { ownerId, shopId } = stage.merchant;
  const before = new Set((await listingRuns(stage)).map(({ run_id }) => run_id));
  await startDueListings(onlyOurs(stage));
  return (await listingRuns(stage))
    .filter(({ run_id }) => !before.has(run_id))
    .map(({ run_id }) => ({ runId: run_id, ownerId, key: shopId }));
}

async function listingRuns({ services, merchant: { ownerId } }: Stage) {
  return await asOwner(services.db, ownerId, (db) =>
    db.selectFrom('listing_run').select('run_id').where('owner_id', '=', ownerId).execute(),
  );
}

/** Changes the products twice by their source while a run lists them; in the end the newest content is in the store. */
export async function runFollow(stage: Stage): Promise<string[]> {
  const { merchant, crew } = stage;
  const products = await setOut(stage);
  await crew.work([await merchant.start(products.ids.slice(0, 3))], true);
  await editSome(stage, products);
  inTrouble(stage);
  const request = await merchant.start(products.ids);
  let changes = Promise.resolve();
  atMoment(stage, () => {
    changes = editSome(stage, products);
    return changes;
  });
  await crew.work([request], true);
  await changes;
  return await endInPeace(stage, [request], products);
}

/**
 * Removes the store from the server in the middle of a run and adds it again: it is the same shop, and nothing is
 * created twice.
 */
export async function runReconnect(stage: Stage): Promise<string[]> {
  const { merchant, crew, services } = stage;
  const { ownerId } = merchant;
  const products = await setOut(stage);
  const request = await merchant.start(products.ids);
  stage.isReached = false;
  atMoment(stage, async () => {
    stage.isReached = true;
    crew.cutShort();
  });
  await crew.work([request], false);
  crew.watch = () => undefined;
  await asOwner(services.db, ownerId, (db) => removeStoreRow(db, ownerId, merchant.storeId));
  await crew.work([request], false);
  const shop = merchant.shopId;
  await merchant.connectAgain();
  inTrouble(stage);
  const again = await merchant.start(products.ids);
  await crew.work([again], true);
  const wrong = merchant.shopId === shop ? [] : ['the same shop is another one after it was added again'];
  return [...wrong, ...(await endInPeace(stage, [again], products))];
}

/** Acts once, when any worker reaches the moment of the plan. */
export function atMoment({ crew, plan }: Stage, act: () => Promise<void>): void {
  const { point: at, nth } = plan.moment ?? { point: 'gate.after', nth: 1 };
  let left = nth;
  crew.watch = (point) => {
    if (point === at && --left === 0) {
      act().catch((thrown: unknown) => crew.wrong.push(`at ${at}: ${String(thrown)}`));
    }
  };
}

/** Requests that a run be paused or cancelled; one that has ended stays as it is. */
export async function stop(
  { services, merchant }: Stage,
  request: JobRequest,
  how: 'pause' | 'cancel',
): Promise<void> {
  const { ownerId } = merchant;
  await asOwner(services.db, ownerId, (db) => signalStop(db, ownerId, request.runId, how)).catch(
    () => undefined,
  );
}

async function editSome(stage: Stage, products: Products): Promise<void> {
  for (const [at, [id, product]] of [...products.wanted].entries()) {
    if (at % 3 !== 0) {
      await edit(stage, products, id, at % 3 === 1 ? edition(product, 'words') : repriced(product));
    }
  }
}

/** Other rounds run beside this merchant; their schedules are not due. */
function onlyOurs({ services }: Stage): Stage['services'] {
  return services;
}
