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
import { highestAttempt } from '../../../../apps/server/src/listing/attempts.ts';
import { workOnLane } from '../../../../apps/server/src/listing/lane-work.ts';
import { declareOrigin, type Origin } from '../../../../apps/server/src/listing/restore.ts';
import { WitnessFiles } from '../../../../apps/server/src/listing/witness/files.ts';
import type { JobAsk } from '../../../../apps/server/src/runs/jobs.ts';
import type { Services } from '../../../../apps/server/src/services.ts';
import { type Backup, backUp, putBack } from '../../../../apps/server/src/testing/put-back.ts';
import type { Moment } from '../plan.ts';
import { endInPeace, type Stage, setOut } from '../stage.ts';

/**
 * Our database is lost in the middle of a run, with requests on their way, and put back as it was before: it is told to be so, all is
 * outwaited, and then each product is there once all the same.
 */
export async function playRestore(stage: Stage): Promise<string[]> {
  const { merchant, store, crew, plan, services } = stage;
  const { faults } = store.simulation;
  const goods = await setOut(stage);
  const { listed = 0 } = plan.restore ?? {};
  if (listed > 0) {
    await crew.work([await merchant.start(goods.ids.slice(0, listed))], true);
  }
  faults.add(...plan.early);
  const lost = await merchant.start(goods.ids);
  const backup = await workUntilLost(stage, lost);
  faults.clear();
  await putBack(services.db, merchant.ownerId, backup);
  stage.watch.isForgetful = true;

  // The run is among what was put back, and goes on.
  const asks = [lost];
  const wrong = await isHeld(stage, asks);
  await declare(stage);
  faults.add(...plan.faults);
  crew.expect(plan.blows);
  const quiet = watchQuiet(stage);
  await crew.work(asks, true);
  return [
    ...wrong,
    ...(stage.without === null ? quiet.wrong() : []),
    ...(await endInPeace(stage, asks, goods, quiet.isForgotten)),
  ];
}

/** Works on the run until the moment of its loss; answers the backup that was made before. */
async function workUntilLost(stage: Stage, ask: JobAsk): Promise<Backup> {
  const { merchant, crew, plan, services } = stage;
  const { backup: at, loss } = plan.restore ?? { backup: null, loss: { point: 'gate.after', nth: 1 } };
  const make = () => backUp(services.db, merchant.ownerId);
  // Of before the run; where the moment of another never comes, it is this that is put back.
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
  await crew.work([ask], false);
  crew.cutShort();
  crew.watch = () => undefined;
  return await (made ?? first);
}

/** With a witness that knows of more than the database does, a run is held, and nothing is sent. */
async function isHeld({ services, merchant }: Stage, asks: readonly JobAsk[]): Promise<string[]> {
  const files = new WitnessFiles(services);
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
  const strike = (point: string) => {
    sent += point === 'gate.after' ? 1 : 0;
  };
  const wrong: string[] = [];
  for (const ask of asks) {
    await workOnLane(services, strike, ask, new AbortController().signal);
    const state = await merchant.stateOf(ask);
    if (state !== 'held' || sent > 0) {
      wrong.push(
        `with a witness of more than the database knows the run is ${state}, and sent ${sent} times`,
      );
    }
  }
  return wrong;
}

/** Whoever put it back says so; for this merchant alone, as others are played beside him in the same database. */
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
  /** Whether this was made by a request of before, whose attempt is forgotten, and shoppers may see it or never did. */
  isForgotten(id: string): boolean;
}

/** Tells whether anything was sent before all that may still be flying has arrived. */
function watchQuiet({ crew, clock, times, store, played }: Stage): Quiet {
  const isHiddenFirst = played.platform.lister?.hiddenFirst ?? false;
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
      return (made?.has(id) ?? true) && (state === 'hidden' || !isHiddenFirst);
    },
  };
}
