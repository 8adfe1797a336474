import type { Product } from '@bowerbird/catalog/product';
import { asOwner } from '../../../../apps/server/src/db/database.ts';
import { secondEdition } from '../goods.ts';
import { titleByHand } from '../lenient.ts';
import { endedStates } from '../merchant.ts';
import { edit, type Goods, type Stage, setOut } from '../stage.ts';
import { judgeAgain, judgeUndo, type Role, type Told } from './judge-undo.ts';

/** What becomes of products before the run is taken back; one after the other, so that each round has most of them. */
const roles: readonly Role[] = [
  'made',
  'updated',
  'made',
  'made-edited',
  'untouched',
  'updated',
  'made-deleted',
  'made',
  'later-run',
  'updated-edited',
  'made-sold',
];

/** So often a run is taken back at most: what a fault had refused is taken back when it is asked for again. */
const undosMax = 4;

/** Each product with its part. */
type Cast = ReadonlyMap<string, Role>;

/**
 * A run that made some products and updated others is taken back, after the merchant, shoppers and a later run had a hand in some
 * of them, while workers die and the store fails.
 */
export async function playUndo(stage: Stage): Promise<string[]> {
  const { merchant, store, clock, crew, plan } = stage;
  const { faults } = store.simulation;
  const goods = await setOut(stage);
  const firstEdition = new Map(goods.wanted);
  const cast: Cast = new Map(goods.ids.map((id, at) => [id, roleAt(stage, at)]));
  const runId = await listBefore(stage, goods, cast);
  const former = new Map((await merchant.rows()).map((row) => [row.product_id, row]));
  const before = store.products();
  const hitsBefore = new Map(faults.hits);

  faults.add(...plan.faults);
  crew.expect(plan.blows);
  const undone = await takeBack(stage, runId);
  if (!plan.undo?.again) {
    await clock.sleep(30_000);
  }
  if (crew.wrong.length > 0) {
    return crew.wrong;
  }
  const hits = new Map([...faults.hits].map(([kind, times]) => [kind, times - (hitsBefore.get(kind) ?? 0)]));
  const evidence = { cast, former, before, hits, played: stage.played, editions: goods.editions };
  const wrong = [
    ...undone.wrong,
    ...judgeUndo({
      ...evidence,
      content: firstEdition,
      after: store.products(),
      rows: await merchant.rows(),
      piles: await pilesOf(stage, undone.runs),
      isBroken: undone.isBroken,
    }),
  ];
  if (!plan.undo?.again) {
    return wrong;
  }
  await listAgain(stage, cast);
  return [
    ...wrong,
    ...judgeAgain({
      ...evidence,
      content: goods.wanted,
      after: store.products(),
      rows: await merchant.rows(),
    }),
  ];
}

function roleAt({ store }: Stage, at: number): Role {
  const role = roles[at % roles.length] ?? 'made';
  return role === 'made-sold' && !store.sell ? 'made' : role;
}

function those(cast: Cast, ...parts: Role[]): string[] {
  return [...cast].filter(([, role]) => parts.includes(role)).map(([id]) => id);
}

/** What was listed before, the run that is to be taken back, and what others did since; answers that run's id. */
async function listBefore(stage: Stage, goods: Goods, cast: Cast): Promise<string> {
  const { merchant, store, crew, plan } = stage;
  const { faults } = store.simulation;
  const updated = those(cast, 'updated', 'updated-edited');
  await crew.work([await merchant.start([...updated, ...those(cast, 'untouched')])], true);
  for (const id of updated) {
    await edit(stage, goods, id, secondEdition(goods.wanted.get(id) as Product));
  }
  faults.add(...plan.early);
  const ask = await merchant.start(goods.ids);
  await crew.work([ask], plan.undo?.settled === true || plan.early.length > 0);
  faults.clear();
  const later = those(cast, 'later-run');
  for (const id of later) {
    await edit(stage, goods, id, secondEdition(goods.wanted.get(id) as Product));
  }
  await crew.work([await merchant.start(later)], false);

  const inStore = new Map(
    (await merchant.rows()).map((row) => [row.product_id, row.store_product_id?.split('/').at(-1) ?? '']),
  );
  const each = (parts: Role[], act: (id: string) => void) => {
    for (const id of those(cast, ...parts)) {
      act(inStore.get(id) ?? '');
    }
  };
  each(['made-edited', 'updated-edited'], (id) => store.edit(id, titleByHand));
  each(['made-deleted'], (id) => store.remove(id));
  each(['made-sold'], (id) => store.sell?.(id));
  return ask.runId;
}

interface Undone {
  runs: string[];
  /** One of them broke off unexpectedly: it told no more of what it had in hand. */
  isBroken: boolean;
  wrong: string[];
}

/** Takes the run back, at last in peace, until there is nothing left of it to take back. */
async function takeBack(stage: Stage, runId: string): Promise<Undone> {
  const { merchant, store, crew } = stage;
  const runs: string[] = [];
  let isBroken = false;
  for (let ask = await merchant.undo(runId); ask !== null; ask = await merchant.undo(runId)) {
    if (runs.length >= undosMax) {
      return {
        runs,
        isBroken,
        wrong: [`taken back ${undosMax} times, and there is still something to take back`],
      };
    }
    runs.push(ask.runId);
    await crew.work([ask], true);
    store.simulation.faults.clear();
    crew.expect([]);
    await crew.work([ask], true);
    const state = await merchant.stateOf(ask);
    isBroken ||= state === 'failed';
    if (!endedStates.includes(state)) {
      return { runs, isBroken, wrong: [`the run that takes back does not end: it is ${state}`] };
    }
    if (!(await tookBack(stage, ask.runId))) {
      // What is only known by a look, as orders are, is offered anew each time, and spared anew.
      break;
    }
  }
  return { runs, isBroken, wrong: runs.length === 0 ? ['there was nothing to take back'] : [] };
}

/** Whether anything was taken back by it, or may have been. */
async function tookBack(stage: Stage, runId: string): Promise<boolean> {
  const piles = [...(await pilesOf(stage, [runId])).values()];
  return piles.some(({ pile, reason }) => pile === null || pile === 'taken-back' || reason === 'refused');
}

/** In which pile each product came to be at last. */
async function pilesOf(
  { merchant: { ownerId }, services }: Stage,
  runIds: readonly string[],
): Promise<Map<string, Told>> {
  const rows = await asOwner(services.db, ownerId, (db) =>
    db
      .selectFrom('listing_item')
      .select(['product_id', 'pile', 'reason'])
      .where('owner_id', '=', ownerId)
      .where('run_id', 'in', runIds)
      .orderBy('run_id')
      .execute(),
  );
  return new Map(rows.map(({ product_id, pile, reason }) => [product_id, { pile, reason }]));
}

/** What was taken back is listed again, at once. */
async function listAgain({ merchant, clock, crew }: Stage, cast: Cast): Promise<void> {
  await crew.work([await merchant.start(those(cast, 'made', 'updated'))], true);
  await clock.sleep(30_000);
}
