import {
  BinaryOperationNode,
  ColumnNode,
  type KyselyPlugin,
  OperatorNode,
  QueryNode,
  SelectQueryNode,
  TableNode,
  ValueNode,
} from 'kysely';
import { asOwner } from '../../../../apps/server/src/db/database.ts';
import { EpochFiles } from '../../../../apps/server/src/listing/epoch/files.ts';
import { declareOrigin, type Origin } from '../../../../apps/server/src/listing/epoch/restore.ts';
import { workOnStoreJob } from '../../../../apps/server/src/listing/job/store-job-work.ts';
import { highestAttempt } from '../../../../apps/server/src/listing/ledger/attempts.ts';
import type { JobRequest } from '../../../../apps/server/src/runs/jobs.ts';
import type { Services } from '../../../../apps/server/src/services/services.ts';
import { type Backup, backUp, putBack } from '../../../../apps/server/testing/database/put-back.ts';
import type { Moment } from '../plan.ts';
import { endInPeace, type Stage, setOut } from '../stage.ts';

/**
 * Loses our database in the middle of a run, with requests in transit, and restores an earlier state: the restore is
 * declared, the settle period passes, and then each product still exists once.
 */
export async function runRestore(stage: Stage): Promise<string[]> {
  const { merchant, store, crew, plan, services } = stage;
  const { faults } = store.simulation;
  const products = await setOut(stage);
  const { listed = 0 } = plan.restore ?? {};
  if (listed > 0) {
    await crew.work([await merchant.start(products.ids.slice(0, listed))], true);
  }
  faults.add(...plan.early);
  const lost = await merchant.start(products.ids);
  const backup = await workUntilLost(stage, lost);
  faults.clear();
  await putBack(services.db, merchant.ownerId, backup);
  stage.watch.isForgetful = true;

  // The run is part of what was restored, and continues.
  const requests = [lost];
  const wrong = await isHeld(stage, requests);
  await declare(stage);
  faults.add(...plan.faults);
  crew.expect(plan.plannedFaults);
  const quiet = watchQuiet(stage);
  await crew.work(requests, true);
  return [
    ...wrong,
    ...(stage.without === null ? quiet.wrong() : []),
    ...(await endInPeace(stage, requests, products, quiet.isForgotten)),
  ];
}

/** Works on the run until the moment of its loss; returns the backup that was made before. */
async function workUntilLost(stage: Stage, request: JobRequest): Promise<Backup> {
  const { merchant, crew, plan, services } = stage;
  const { backup: at, loss } = plan.restore ?? { backup: null, loss: { point: 'gate.after', nth: 1 } };
  const make = () => backUp(services.db, merchant.ownerId);
  // Backup from before the run; it is restored if the moment of another backup never comes.
  const first = await make();
  let made = at === null ? Promise.resolve(first) : null;
  const isTimeFor = (moment: Moment) => {
    let left = moment.nth;
    return (point: string) => point === moment.point && --left === 0;
  };
  const isBackup = isTimeFor(at ?? loss);
  const isLoss = isTimeFor(loss);
  crew.watch = (point) => {
    if (made === null && isBackup(point)) {
      made = make();
    } else if (made !== null && isLoss(point)) {
      crew.cutShort();
    }
  };
  await crew.work([request], false);
  crew.cutShort();
  crew.watch = () => undefined;
  return await (made ?? first);
}

/** Checks that a run is held, and nothing is sent, when the epoch file knows of more than the database does. */
async function isHeld({ services, merchant }: Stage, requests: readonly JobRequest[]): Promise<string[]> {
  const files = new EpochFiles(services);
  const { ownerId } = merchant;
  const known = await services.db.selectFrom('installation').selectAll().executeTakeFirstOrThrow();
  const highest = await asOwner(services.db, ownerId, (db) => highestAttempt(db, ownerId));
  const isBehind =
    ((await files.installation())?.confirmed ?? 0) > Number(known.counter) ||
    ((await files.owner(ownerId))?.highest ?? '') > (highest ?? '');
  if (!isBehind) {
    return [];
  }
  let sent = 0;
  const injectFault = (point: string) => {
    sent += point === 'gate.after' ? 1 : 0;
  };
  const wrong: string[] = [];
  for (const request of requests) {
    await workOnStoreJob(services, injectFault, request, new AbortController().signal);
    const state = await merchant.stateOf(request);
    if (state !== 'held' || sent > 0) {
      wrong.push(`with an epoch that is later than the database the run is ${state}, and sent ${sent} times`);
    }
  }
  return wrong;
}

/** Declares the restore, for this merchant alone, because others run in the same database. */
export async function declare(
  { merchant, without }: Stage,
  origin: Origin = 'restored',
  services: Services = merchant.services,
): Promise<string> {
  const { ownerId } = merchant;
  const db = services.db.withPlugin(onlyOwner(ownerId));
  await declareOrigin({ ...services, db }, origin);
  if (without === 'restore') {
    await asOwner(services.db, ownerId, (owned) =>
      owned.updateTable('shop_turn').set({ quiet_until_ms: 0 }).where('owner_id', '=', ownerId).execute(),
    );
  }
  const { id } = await services.db.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  return id;
}

function onlyOwner(ownerId: string): KyselyPlugin {
  const own = BinaryOperationNode.create(
    ColumnNode.create('id'),
    OperatorNode.create('='),
    ValueNode.create(ownerId),
  );
  return {
    transformQuery: ({ node }) =>
      SelectQueryNode.is(node) && isOfOwners(node) ? QueryNode.cloneWithWhere(node, own) : node,
    transformResult: async ({ result }) => result,
  };
}

function isOfOwners({ from }: SelectQueryNode): boolean {
  return from?.froms.some((each) => TableNode.is(each) && each.table.identifier.name === 'owner') ?? false;
}

interface Quiet {
  wrong(): string[];
  /**
   * Returns whether this was created by an earlier request whose attempt is forgotten, and shoppers may see it or never
   * did.
   */
  isForgotten(id: string): boolean;
}

/** Reports whether anything was sent before everything possibly in transit had arrived. */
function watchQuiet({ crew, clock, times, store, simulated }: Stage): Quiet {
  const isDraftFirst = simulated.platform.lister?.features.publication === 'draft-first';
  let made: ReadonlySet<string> | null = null;
  const began = clock.monotonic();
  const quietMs = times.deadlineMs + times.latenessMs;
  let first: number | null = null;
  crew.watch = (point) => {
    if (point === 'gate.after' && first === null) {
      first = clock.monotonic() - began;
      made = new Set(store.products().map(({ id }) => id));
    }
  };
  return {
    wrong: () =>
      first !== null && first < quietMs
        ? [`${Math.round(first)} ms after the restore something was sent, and ${quietMs} were to be waited`]
        : [],
    isForgotten(id) {
      const { state } = store.products().find((each) => each.id === id) ?? {};
      return (made?.has(id) ?? true) && (state === 'hidden' || !isDraftFirst);
    },
  };
}
