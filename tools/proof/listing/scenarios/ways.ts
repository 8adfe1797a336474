import { changedLister } from '@bowerbird/platforms/listing/changed-lister';
import type { Lister } from '@bowerbird/platforms/listing/lister';
import type { Platform } from '@bowerbird/platforms/platform';
import { asOwner } from '../../../../apps/server/src/db/database.ts';
import { type FaultPoint, faultPoints } from '../../../../apps/server/src/listing/store-job/fault-points.ts';
import { probeStore } from '../../../../apps/server/src/stores/probe.ts';
import { setCareful } from '../../../../apps/server/src/stores/queries.ts';
import type { SimulatedPlatform } from '../judge/simulated-view.ts';
import { pointsOf, type Story, stories, type Way } from '../plan.ts';
import type { Stage } from '../stage.ts';

/**
 * Returns the ways other than the usual one in which this platform's stores are written to, and what else is done
 * there.
 */
export function waysOf(simulated: SimulatedPlatform): Way[] {
  const { lister } = simulated.platform;
  const isDraftFirst = (careful: boolean) =>
    lister?.inStore?.({ uniqueKey: false, careful }).features.publication === 'draft-first';
  return [
    'undo',
    'restore',
    ...(lister?.writer.bulk ? (['bulk'] as const) : []),
    ...(isDraftFirst(true) !== isDraftFirst(false) ? (['careful'] as const) : []),
    ...(lister?.connector.probe ? (['probed'] as const) : []),
    ...storiesOf(simulated),
  ];
}

/** Returns the stories that apply to this platform's stores. */
function storiesOf({ platform: { lister }, faults }: SimulatedPlatform): readonly Story[] {
  return stories.filter((story) => {
    switch (story) {
      case 'delist':
      case 'relist':
        return lister !== undefined;
      case 'conflicts':
        // Where only a publish meets another holder of an address, that is no conflict: the product is there as a draft.
        return faults.some(({ kind, matching }) => kind === 'unmanaged' && !matching?.includes('"active"'));
      case 'thousand':
        return lister?.writer.bulk != null;
      case 'as-stored':
        // Elsewhere a write shows the product by itself, so that none stays hidden.
        return lister?.writer.publish != null;
      default:
        return true;
    }
  });
}

/** Returns the way that leads to this point, if the usual one never does. */
export function wayTo(point: FaultPoint, simulated: SimulatedPlatform): Way | null {
  if (point.startsWith('undo.')) {
    return 'undo';
  }
  if (point.startsWith('restore.')) {
    return 'restore';
  }
  if (point.startsWith('bulk.')) {
    return waysOf(simulated).includes('bulk') ? 'bulk' : null;
  }
  const own = listerIn('careful', simulated);
  return point.startsWith('publish.') && waysOf(simulated).includes('careful') && own?.writer.publish
    ? 'careful'
    : null;
}

/** Returns points that a round of this platform can reach in any way, and the reasons why not the others. */
export function knownPoints(simulated: SimulatedPlatform): {
  points: FaultPoint[];
  never: ReadonlyMap<FaultPoint, string>;
} {
  const never = new Map(
    [...pointsOf(simulated).never].filter(
      ([point]) => wayTo(point, simulated) === null || isUsual(point, simulated),
    ),
  );
  for (const point of faultPoints.filter((each) => each.startsWith('bulk.') && never.has(each))) {
    never.set(point, 'its stores have no bulk operations');
  }
  return { points: faultPoints.filter((point) => !never.has(point)), never };
}

function isUsual(point: FaultPoint, simulated: SimulatedPlatform): boolean {
  return !pointsOf(simulated).never.has(point);
}

function listerIn(way: Way, { platform: { lister } }: SimulatedPlatform): Lister | undefined {
  return lister?.inStore?.({ uniqueKey: way === 'probed', careful: way === 'careful' }) ?? lister;
}

/** Makes the store be written to in this way: as the merchant chose, or as a probe shows. */
export async function keepTo(way: Way | null, stage: Stage): Promise<void> {
  const { services, merchant, plan, store } = stage;
  const { ownerId, shopId, storeId } = merchant;
  if (way === 'careful') {
    await asOwner(services.db, ownerId, (db) => setCareful(db, ownerId, shopId, true));
  } else if (way === 'probed') {
    // The store's token behavior must apply before it is probed as well.
    const always = plan.faults.filter(({ kind }) => kind.startsWith('token-'));
    store.simulation.faults.add(...always);
    plan.faults = plan.faults.filter((fault) => !always.includes(fault));
    await probeStore(services, ownerId, storeId);
  }
}

/** Lowers the number of products that justify a bulk operation, so that a small round needs several. */
export function inBulk(platform: Platform): Platform {
  const { lister } = platform;
  return lister?.writer.bulk
    ? {
        ...platform,
        lister: changedLister(lister, ({ writer: { bulk } }) => ({
          writer: { bulk: bulk && { ...bulk, minimum: 3, linesMax: 5, atOnce: 2, pollMs: 1000 } },
        })),
      }
    : platform;
}
