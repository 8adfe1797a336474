import type { Product } from '@bowerbird/catalog/product';
import { asOwner } from '../../../../apps/server/src/db/database.ts';
import { titleByHand } from '../lenient.ts';
import { endedStates } from '../merchant.ts';
import { secondEdition } from '../products.ts';
import { edit, type Products, type Stage, setOut } from '../stage.ts';
import { judgeAgain, judgeUndo, type Reported, type Role } from './judge-undo.ts';

/** What happens to products before the run is undone; in turn, so that each round has most of them. */
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

/** Maximum number of times that a run is undone: what a fault had refused is undone when requested again. */
const undosMax = 4;

/** Each product with its role. */
type Cast = ReadonlyMap<string, Role>;

/**
 * Undoes a run that created some products and updated others, after the merchant, shoppers and a later run changed some
 * of them, while workers die and the store fails.
 */
export async function runUndo(stage: Stage): Promise<string[]> {
  const { merchant, store, clock, crew, plan } = stage;
  const { faults } = store.simulation;
  const products = await setOut(stage);
  const firstEdition = new Map(products.wanted);
  const cast: Cast = new Map(products.ids.map((id, at) => [id, roleAt(stage, at)]));
  const runId = await listBefore(stage, products, cast);
  const former = new Map((await merchant.rows()).map((row) => [row.product_id, row]));
  const before = store.products();
  const hitsBefore = new Map(faults.hits);

  faults.add(...plan.faults);
  crew.expect(plan.plannedFaults);
  const undone = await takeBack(stage, runId);
  if (!plan.undo?.again) {
    await clock.sleep(30_000);
  }
  if (crew.wrong.length > 0) {
    return crew.wrong;
  }
  const hits = new Map([...faults.hits].map(([kind, times]) => [kind, times - (hitsBefore.get(kind) ?? 0)]));
  const evidence = { cast, former, before, hits, simulated: stage.simulated, editions: products.editions };
  const wrong = [
    ...undone.wrong,
    ...judgeUndo({
      ...evidence,
      content: firstEdition,
      after: store.products(),
      rows: await merchant.rows(),
      undoGroups: await undoGroupsOf(stage, undone.runs),
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
      content: products.wanted,
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

/** Lists what came before, the run that will be undone, and what others did since; returns that run's id. */
async function listBefore(stage: Stage, products: Products, cast: Cast): Promise<string> {
  const { merchant, store, crew, plan } = stage;
  const { faults } = store.simulation;
  const updated = those(cast, 'updated', 'updated-edited');
  await crew.work([await merchant.start([...updated, ...those(cast, 'untouched')])], true);
  for (const id of updated) {
    await edit(stage, products, id, secondEdition(products.wanted.get(id) as Product));
  }
  faults.add(...plan.early);
  const request = await merchant.start(products.ids);
  await crew.work([request], plan.undo?.settled === true || plan.early.length > 0);
  faults.clear();
  const later = those(cast, 'later-run');
  for (const id of later) {
    await edit(stage, products, id, secondEdition(products.wanted.get(id) as Product));
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
  return request.runId;
}

interface Undone {
  runs: string[];
  /** One of them ended unexpectedly and reported nothing more of its current work. */
  isBroken: boolean;
  wrong: string[];
}

/** Undoes the run, finally without faults, until nothing of it is left to undo. */
async function takeBack(stage: Stage, runId: string): Promise<Undone> {
  const { merchant, store, crew } = stage;
  const runs: string[] = [];
  let isBroken = false;
  for (let request = await merchant.undo(runId); request !== null; request = await merchant.undo(runId)) {
    if (runs.length >= undosMax) {
      return {
        runs,
        isBroken,
        wrong: [`undone ${undosMax} times, and there is still something to undo`],
      };
    }
    runs.push(request.runId);
    await crew.work([request], true);
    store.simulation.faults.clear();
    crew.expect([]);
    await crew.work([request], true);
    const state = await merchant.stateOf(request);
    isBroken ||= state === 'failed';
    if (!endedStates.includes(state)) {
      return { runs, isBroken, wrong: [`the undo run does not end: it is ${state}`] };
    }
    if (!(await tookBack(stage, request.runId))) {
      // What only a look can show, such as orders, is offered and spared again each time.
      break;
    }
  }
  return { runs, isBroken, wrong: runs.length === 0 ? ['there was nothing to undo'] : [] };
}

/** Reports whether anything was undone, or may have been. */
async function tookBack(stage: Stage, runId: string): Promise<boolean> {
  const undoGroups = [...(await undoGroupsOf(stage, [runId])).values()];
  return undoGroups.some(
    ({ undoGroup, reason }) => undoGroup === null || undoGroup === 'taken-back' || reason === 'refused',
  );
}

/** Returns the final group of each product. */
async function undoGroupsOf(
  { merchant: { ownerId }, services }: Stage,
  runIds: readonly string[],
): Promise<Map<string, Reported>> {
  const rows = await asOwner(services.db, ownerId, (db) =>
    db
      .selectFrom('listing_item')
      .select(['product_id', 'undo_group', 'reason'])
      .where('owner_id', '=', ownerId)
      .where('run_id', 'in', runIds)
      .orderBy('run_id')
      .execute(),
  );
  return new Map(
    rows.map(({ product_id, undo_group, reason }) => [product_id, { undoGroup: undo_group, reason }]),
  );
}

/** Lists again at once what was undone. */
async function listAgain({ merchant, clock, crew }: Stage, cast: Cast): Promise<void> {
  await crew.work([await merchant.start(those(cast, 'made', 'updated'))], true);
  await clock.sleep(30_000);
}
