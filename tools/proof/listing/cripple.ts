import type { Bulk, BulkOperation } from '@bowerbird/platforms/listing/bulk';
import type { Lister } from '@bowerbird/platforms/listing/lister';
import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import type { Fate } from '@bowerbird/platforms/listing/writes';
import type { Platform } from '@bowerbird/platforms/platform';
import type { Way } from './plan.ts';

/** The rules of the protocol that a platform can do without, to show that the proof then fails; the engine's own are broken by `../mutants`. */
export const rules = ['ladder', 'restore', 'spare', 'bulk-end'] as const;
export type Rule = (typeof rules)[number];

/** What leads to where a rule counts; null for a rule of every round. */
export function focusOf(rule: Rule): Way | null {
  switch (rule) {
    case 'restore':
      return 'restore';
    case 'spare':
      return 'undo';
    case 'bulk-end':
      return 'bulk';
    default:
      return null;
  }
}

/** The protocol's times as the proof hands them in: the same for every platform, so that a round is short. */
export interface ProofTimes {
  deadlineMs: number;
  latenessMs: number;
}

/**
 * The platform with the proof's own times, with no pace to keep, and without one rule where one is named; nothing of this is known to
 * the engine.
 */
export function tuned(platform: Platform, times: ProofTimes, without: Rule | null): Platform {
  const { lister } = platform;
  if (!lister) {
    throw new Error(`${platform.id} is not listed to`);
  }
  const { connections } = lister;
  return { ...platform, lister: { ...tunedLister(lister, times, without), connections } };
}

function tunedLister(lister: Lister, { deadlineMs, latenessMs }: ProofTimes, without: Rule | null): Lister {
  const { inStore } = lister;
  return {
    ...lister,
    times: { ...lister.times, deadlineMs, latenessMs },
    firstThrottle: { maximumAvailable: 100_000, currentlyAvailable: 100_000, restoreRate: 100_000 },
    ...(inStore && { inStore: (shop) => tunedLister(inStore(shop), { deadlineMs, latenessMs }, without) }),
    ...(without === 'ladder' && { look: boundOnly(lister) }),
    ...(without === 'spare' && withoutSparing(lister)),
    ...(without === 'bulk-end' && lister.bulk && { bulk: endedAtOnce(lister.bulk) }),
  };
}

/** Believes that every product is as it was read back last, and that nobody ordered it. */
function withoutSparing(lister: Lister): Partial<Lister> {
  const { shelf } = lister;
  const told = new Map<string, string>();
  const heard = async (fates: Promise<Fate[]>) => {
    for (const fate of await fates) {
      if (fate.fate === 'applied') {
        told.set(fate.storeProductId, fate.hash);
      }
    }
    return await fates;
  };
  return {
    create: (...given) => heard(lister.create(...given)),
    update: (...given) => heard(lister.update(...given)),
    ...(lister.publish && {
      publish: (...given) => heard(lister.publish?.(...given) ?? Promise.resolve([])),
    }),
    ...(shelf && { shelf: { ...shelf, show: (...given) => heard(shelf.show(...given)) } }),
    ...(lister.repriced && { repriced: async (sent) => sent.map(() => false) }),
    async lookByIds(...given) {
      const seen = await lister.lookByIds(...given);
      return seen.map((each) => each && asTold(each));
    },
  };

  function asTold({ sold: _, ...seen }: SeenProduct): SeenProduct {
    return { ...seen, hash: told.get(seen.storeProductId) ?? seen.hash };
  }
}

/** Takes every operation for ended as soon as it was begun. */
function endedAtOnce(bulk: Bulk): Bulk {
  const ended = (operation: BulkOperation | null) => operation && { ...operation, ended: true };
  return {
    ...bulk,
    find: async (...given) => ended(await bulk.find(...given)),
    poll: async (...given) => ended(await bulk.poll(...given)),
  };
}

/** Looks for what is bound, and believes that nothing else is there. */
function boundOnly(lister: Lister): Lister['look'] {
  return async (asks, store, context) => {
    const bound = asks.flatMap(({ storeProductId }) => storeProductId ?? []);
    const seen = await lister.lookByIds(bound, store, context);
    const byId = new Map(bound.map((id, index) => [id, seen[index] ?? null]));
    return asks.map(({ storeProductId }) => {
      const one = storeProductId === null ? null : byId.get(storeProductId);
      return one ? [one] : [];
    });
  };
}
