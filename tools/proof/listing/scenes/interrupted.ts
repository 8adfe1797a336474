import { asOwner } from '../../../../apps/server/src/db/database.ts';
import { startDueListings } from '../../../../apps/server/src/listing-schedules/start-due.ts';
import type { JobAsk } from '../../../../apps/server/src/runs/jobs.ts';
import { letGoOn, tellToStop } from '../../../../apps/server/src/runs/wanted.ts';
import { removeStoreRow } from '../../../../apps/server/src/stores/queries.ts';
import { edition, repriced } from '../goods.ts';
import { edit, endInPeace, type Goods, inTrouble, type Stage, setOut } from '../stage.ts';

/** A run is paused in the middle; nothing is sent until it goes on, and meanwhile the merchant edits some products. */
export async function playPause(stage: Stage): Promise<string[]> {
  const { merchant, crew, services } = stage;
  const { ownerId } = merchant;
  const goods = await setOut(stage);
  inTrouble(stage);
  const ask = await merchant.start(goods.ids);
  atMoment(stage, () => stop(stage, ask, 'pause'));
  await crew.work([ask], false, ['paused']);
  const wrong: string[] = [];
  stage.isReached = (await merchant.stateOf(ask)) === 'paused';
  if (stage.isReached) {
    let sent = 0;
    crew.watch = (point) => {
      sent += point === 'gate.after' ? 1 : 0;
    };
    await crew.work([ask], false, ['paused']);
    if (sent > 0) {
      wrong.push(`a paused run sent ${sent} times`);
    }
    crew.watch = () => undefined;
    await editSome(stage, goods);
    await asOwner(services.db, ownerId, (db) => letGoOn(db, ownerId, ask.runId));
  }
  await crew.work([ask], true);
  return [...wrong, ...(await endInPeace(stage, [ask], goods))];
}

/** A run is cancelled in the middle, and all is listed by another. */
export async function playCancel(stage: Stage): Promise<string[]> {
  const { merchant, crew } = stage;
  const goods = await setOut(stage);
  inTrouble(stage);
  const ask = await merchant.start(goods.ids);
  let isTold = false;
  atMoment(stage, async () => {
    await stop(stage, ask, 'cancel');
    isTold = true;
  });
  await crew.work([ask], true);
  stage.isReached = isTold;
  return await endInPeace(stage, [ask], goods);
}

/** A schedule's time comes, and two processes look for it at once: one run, once. */
export async function playSchedule(stage: Stage): Promise<string[]> {
  const { merchant, crew, services, clock } = stage;
  const { ownerId } = merchant;
  const goods = await setOut(stage);
  await merchant.schedule(goods.ids, clock.wall() + 60_000);
  const early = await startDueListings(onlyOurs(stage));
  await clock.sleep(70_000);
  const started = await Promise.all([1, 2].map(() => startDueListings(onlyOurs(stage))));
  const rows = await asOwner(services.db, ownerId, (db) =>
    db.selectFrom('listing_run').select('run_id').where('owner_id', '=', ownerId).execute(),
  );
  const [first] = rows;
  if (early !== 0 || rows.length !== 1 || !first) {
    return [
      `of a schedule ${early} runs began early, and ${rows.length} when it was due (${started.join(', ')})`,
    ];
  }
  inTrouble(stage);
  const ask = { runId: first.run_id, ownerId, key: merchant.shopId };
  await crew.work([ask], true);
  return await endInPeace(stage, [ask], goods);
}

/** While a run lists, what it lists is changed by its source, twice; what is newest is in the store in the end. */
export async function playFollow(stage: Stage): Promise<string[]> {
  const { merchant, crew } = stage;
  const goods = await setOut(stage);
  await crew.work([await merchant.start(goods.ids.slice(0, 3))], true);
  await editSome(stage, goods);
  inTrouble(stage);
  const ask = await merchant.start(goods.ids);
  let changes = Promise.resolve();
  atMoment(stage, () => {
    changes = editSome(stage, goods);
    return changes;
  });
  await crew.work([ask], true);
  await changes;
  return await endInPeace(stage, [ask], goods);
}

/** The store is removed from the server in the middle of a run and added again: it is the same shop, and nothing is made twice. */
export async function playReconnect(stage: Stage): Promise<string[]> {
  const { merchant, crew, services } = stage;
  const { ownerId } = merchant;
  const goods = await setOut(stage);
  const ask = await merchant.start(goods.ids);
  stage.isReached = false;
  atMoment(stage, async () => {
    stage.isReached = true;
    crew.cutShort();
  });
  await crew.work([ask], false);
  crew.watch = () => undefined;
  await asOwner(services.db, ownerId, (db) => removeStoreRow(db, ownerId, merchant.storeId));
  await crew.work([ask], false);
  const shop = merchant.shopId;
  await merchant.connectAgain();
  inTrouble(stage);
  const again = await merchant.start(goods.ids);
  await crew.work([again], true);
  const wrong = merchant.shopId === shop ? [] : ['the same shop is another one after it was added again'];
  return [...wrong, ...(await endInPeace(stage, [again], goods))];
}

/** Once any worker comes to the moment of the plan. */
function atMoment({ crew, plan }: Stage, act: () => Promise<void>): void {
  const { point: at, nth } = plan.moment ?? { point: 'gate.after', nth: 1 };
  let left = nth;
  crew.watch = (point) => {
    if (point === at && --left === 0) {
      act().catch((thrown: unknown) => crew.wrong.push(`at ${at}: ${String(thrown)}`));
    }
  };
}

async function stop({ services, merchant }: Stage, ask: JobAsk, how: 'pause' | 'cancel'): Promise<void> {
  const { ownerId } = merchant;
  await asOwner(services.db, ownerId, (db) => tellToStop(db, ownerId, ask.runId, how)).catch(() => undefined);
}

async function editSome(stage: Stage, goods: Goods): Promise<void> {
  for (const [at, [id, product]] of [...goods.wanted].entries()) {
    if (at % 3 !== 0) {
      await edit(stage, goods, id, at % 3 === 1 ? edition(product, 'words') : repriced(product));
    }
  }
}

/** Others are played beside this merchant, whose schedules are not due. */
function onlyOurs({ services }: Stage): Stage['services'] {
  return services;
}
