import type { Lister } from '@bowerbird/platforms/listing/lister';
import type { Platform } from '@bowerbird/platforms/platform';
import { asOwner } from '../../../../apps/server/src/db/database.ts';
import { type FaultPoint, faultPoints } from '../../../../apps/server/src/listing/fault-points.ts';
import { probeStore } from '../../../../apps/server/src/stores/probe.ts';
import { setCareful } from '../../../../apps/server/src/stores/queries.ts';
import { pointsOf, type Story, stories, type Way } from '../plan.ts';
import type { PlayedPlatform } from '../played-view.ts';
import type { Stage } from '../stage.ts';

/** Ways in which the stores of this platform are written to besides the usual one, and what else is done there. */
export function waysOf(played: PlayedPlatform): Way[] {
  const { lister } = played.platform;
  const isHiddenFirst = (careful: boolean) =>
    lister?.inStore?.({ uniqueKey: false, careful }).hiddenFirst ?? false;
  return [
    'undo',
    'restore',
    ...(lister?.bulk ? (['bulk'] as const) : []),
    ...(isHiddenFirst(true) !== isHiddenFirst(false) ? (['careful'] as const) : []),
    ...(lister?.probe ? (['probed'] as const) : []),
    ...storiesOf(played),
  ];
}

/** Stories that can be told of this platform's stores. */
function storiesOf({ platform: { lister }, faults }: PlayedPlatform): readonly Story[] {
  return stories.filter((story) => {
    switch (story) {
      case 'delist':
      case 'relist':
        return lister?.shelf !== undefined;
      case 'conflicts':
        return faults.some(({ kind }) => kind === 'stranger');
      case 'thousand':
        return lister?.bulk !== undefined;
      default:
        return true;
    }
  });
}

/** The way that leads to this point, where the usual one never does. */
export function wayTo(point: FaultPoint, played: PlayedPlatform): Way | null {
  if (point.startsWith('undo.')) {
    return 'undo';
  }
  if (point.startsWith('restore.')) {
    return 'restore';
  }
  if (point.startsWith('bulk.')) {
    return waysOf(played).includes('bulk') ? 'bulk' : null;
  }
  const own = listerIn('careful', played);
  return point.startsWith('publish.') && waysOf(played).includes('careful') && own?.publish
    ? 'careful'
    : null;
}

/** Points that a round of this platform can come to in one way or another, and why not to the others. */
export function knownPoints(played: PlayedPlatform): {
  points: FaultPoint[];
  never: ReadonlyMap<FaultPoint, string>;
} {
  const never = new Map(
    [...pointsOf(played).never].filter(([point]) => wayTo(point, played) === null || isUsual(point, played)),
  );
  for (const point of faultPoints.filter((each) => each.startsWith('bulk.') && never.has(each))) {
    never.set(point, 'its stores have no bulk operations');
  }
  return { points: faultPoints.filter((point) => !never.has(point)), never };
}

function isUsual(point: FaultPoint, played: PlayedPlatform): boolean {
  return !pointsOf(played).never.has(point);
}

function listerIn(way: Way, { platform: { lister } }: PlayedPlatform): Lister | undefined {
  return lister?.inStore?.({ uniqueKey: way === 'probed', careful: way === 'careful' }) ?? lister;
}

/** Has the store written to in this way: as the merchant chose it, or as a probe shows it to be. */
export async function keepTo(way: Way | null, stage: Stage): Promise<void> {
  const { services, merchant, plan, store } = stage;
  const { ownerId, shopId, storeId } = merchant;
  if (way === 'careful') {
    await asOwner(services.db, ownerId, (db) => setCareful(db, ownerId, shopId, true));
  } else if (way === 'probed') {
    // What a store makes of a token is so before it is probed as well.
    const always = plan.faults.filter(({ kind }) => kind.startsWith('token-'));
    store.simulation.faults.add(...always);
    plan.faults = plan.faults.filter((fault) => !always.includes(fault));
    await probeStore(services, ownerId, storeId);
  }
}

/** So few products are worth an operation here that a small round goes by several. */
export function inBulk(platform: Platform): Platform {
  const { lister } = platform;
  return lister?.bulk
    ? {
        ...platform,
        lister: { ...lister, bulk: { ...lister.bulk, minimum: 3, linesMax: 5, atOnce: 2, pollMs: 1000 } },
      }
    : platform;
}
