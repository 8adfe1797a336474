import type { Product } from '@bowerbird/catalog/product';
import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { someProducts, storeBench, withTimes } from '../../../testing/listing/listing.ts';
import {
  type Simulated,
  type SimulatedName,
  simulatedStores,
} from '../../../testing/listing/simulated-stores.ts';
import { asOwner } from '../../db/database.ts';
import { StoreSession } from '../../stores/session.ts';
import type { Action } from '../actions/act.ts';
import { createActionRun, createUndoRun } from '../api/create-actions.ts';
import { viewUndo } from '../api/undo-view.ts';

const { db } = await testDatabase();
const stores = Object.keys(simulatedStores) as SimulatedName[];
/** A one-pixel GIF. */
const dot = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (letter) =>
  letter.charCodeAt(0),
);

async function open(name: SimulatedName) {
  const clock = acceleratedClock(25);
  const simulated = soonChecked(simulatedStores[name](clock));
  const beside = async () => new Response(new Uint8Array(dot), { headers: { 'content-type': 'image/gif' } });
  const bench = await storeBench(db, { clock, ...simulated, beside });
  const shown = () =>
    simulated
      .products()
      .flatMap((product) => (product.shown ? [product.title] : []))
      .sort();
  return { ...bench, simulated, shown };
}
type Open = Awaited<ReturnType<typeof open>>;

/** The same store with seconds instead of minutes in which its platform may apply a request. */
function soonChecked(simulated: Simulated): Simulated {
  return { ...simulated, platform: withTimes(simulated.platform, { latenessMs: 1000 }) };
}

/** Works until nothing is left to do, as the job queue does: a store job that its store made rest is woken again. */
async function work(bench: Open, runId: string): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await bench.workOut({ runId, ownerId: bench.ownerId, key: bench.shopId });
    const { run } = await bench.view(runId);
    if (run.state !== 'held') {
      return;
    }
    await bench.clock.sleep(60_000);
  }
}

async function listed(bench: Open, ids: readonly string[]): Promise<string> {
  const { runId } = await bench.start(ids);
  await work(bench, runId);
  return runId;
}

async function acted(bench: Open, act: Action, ids: readonly string[]): Promise<void> {
  const request = { storeIds: [bench.storeId], selection: { ids: [...ids] }, createdBy: null };
  await work(bench, await createActionRun(bench.services, bench.ownerId, act, request));
}

/** Another party writes different text into the store. */
async function writtenByAnother(bench: Open, title: string, product: Product): Promise<void> {
  const there = bench.simulated.products().find((each) => each.title === title);
  const { signal } = new AbortController();
  const session = await StoreSession.open(bench.services, bench.ownerId, bench.storeId);
  const item = {
    attemptId: v7(),
    key: there?.key ?? '',
    product,
    options: { status: 'active', publish: true } as const,
    storeProductId: there?.id ?? '',
    images: new Map<string, string>(),
  };
  const context = session.context(signal, () => undefined);
  for (let step = 0; step < 5; step += 1) {
    const [outcome] = await session.lister.writer.update([item], await session.access(signal), context);
    expect(outcome?.outcome).toBe('applied');
    if (outcome?.outcome === 'applied' && !outcome.partial) {
      return;
    }
  }
}

async function edited(bench: Open, id: string, product: Product): Promise<void> {
  await asOwner(db, bench.ownerId, (owned) =>
    owned
      .updateTable('product')
      .set((eb) => ({ content: JSON.stringify(product), revision: eb('revision', '+', 1) }))
      .where('owner_id', '=', bench.ownerId)
      .where('id', '=', id)
      .execute(),
  );
}

it.concurrent.each(stores)(
  '%s: a run is taken back, and spares what was changed since',
  { tags: ['slow'] },
  async (name) => {
    const bench = await open(name);
    const products = someProducts(6);
    const [first, second, third, fourth, fifth, sixth] = products as [
      Product,
      Product,
      Product,
      Product,
      Product,
      Product,
    ];
    const ids = await bench.own(products);
    await listed(bench, ids.slice(0, 3));
    await edited(bench, ids[0] ?? '', { ...first, title: 'Second words' });
    const runId = await listed(bench, ids);
    expect(bench.shown()).toContain('Second words');
    await writtenByAnother(bench, fourth.title, { ...fourth, title: 'Written by another' });
    const dearer = sixth.variants.map((variant) => ({ ...variant, price: '123.45' }));
    await writtenByAnother(bench, sixth.title, { ...sixth, variants: dearer });

    const undo = await createUndoRun(bench.services, bench.ownerId, runId, null);
    await work(bench, undo);

    const reported = await viewUndo(bench.services, bench.ownerId, undo);
    expect(reported.undoGroups).toMatchObject([
      { undoGroup: 'taken-back', count: 2 },
      { undoGroup: 'kept', count: 2, reasons: [{ reason: 'changed' }] },
      { undoGroup: 'impossible', count: 0 },
    ]);
    expect(bench.shown()).toEqual(
      [first.title, second.title, third.title, 'Written by another', sixth.title].sort(),
    );
    await listed(bench, ids.slice(4, 5));
    expect(bench.shown()).toContain(fifth.title);
  },
);

it.concurrent.each(stores)(
  '%s: is delisted, shown again under its address, and removed',
  { tags: ['slow'] },
  async (name) => {
    const bench = await open(name);
    const products = someProducts(2);
    const ids = await bench.own(products);
    await listed(bench, ids);
    const before = bench.simulated.products();

    await acted(bench, 'delist', ids);
    expect(bench.shown()).toEqual([]);
    await acted(bench, 'relist', ids);

    expect(bench.shown()).toEqual(products.map(({ title }) => title).sort());
    expect(bench.simulated.products().map(({ id, handle }) => ({ id, handle }))).toEqual(
      before.map(({ id, handle }) => ({ id, handle })),
    );
    await acted(bench, 'remove', ids);
    expect(bench.simulated.products()).toEqual([]);
    expect((await bench.rows()).map(({ state, generation }) => [state, generation])).toEqual([
      ['waiting', 2],
      ['waiting', 2],
    ]);
    await listed(bench, ids);
    expect(bench.shown()).toEqual(products.map(({ title }) => title).sort());
    const isBack = bench.simulated.platform.lister?.writer.trash !== null;
    const back = new Set(bench.simulated.products().map(({ id }) => id));
    expect(before.every(({ id }) => back.has(id))).toBe(isBack);
  },
);
