import type { Bulk, BulkOperation } from '@bowerbird/platforms/listing/bulk';
import { changedLister, type ListerChanges } from '@bowerbird/platforms/listing/changed-lister';
import type { Lister } from '@bowerbird/platforms/listing/lister';
import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import type { Reader } from '@bowerbird/platforms/listing/reader';
import type { Outcome } from '@bowerbird/platforms/listing/writes';
import type { Platform } from '@bowerbird/platforms/platform';
import type { Way } from './plan.ts';

/**
 * The rules of the protocol that can be disabled for a platform, to show that the proof then fails; the engine's own
 * rules are broken by `../mutants`.
 */
export const rules = ['lookupOrder', 'restore', 'spare', 'bulk-end'] as const;
export type Rule = (typeof rules)[number];

/** Returns what leads to where a rule matters; null for a rule of every round. */
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

/** The protocol's times that the proof uses: the same for every platform, so that a round is short. */
export interface ProofTimes {
  deadlineMs: number;
  latenessMs: number;
}

/**
 * Returns the platform with the proof's own times, without rate limits, and without one rule if one is named; the
 * engine does not know of any of this.
 */
export function tuned(platform: Platform, times: ProofTimes, without: Rule | null): Platform {
  const { lister } = platform;
  if (!lister) {
    throw new Error(`${platform.id} is not listed to`);
  }
  return { ...platform, lister: changedLister(lister, (own) => changesTo(own, times, without)) };
}

function changesTo(
  { features, reader, writer }: Lister,
  { deadlineMs, latenessMs }: ProofTimes,
  without: Rule | null,
): ListerChanges {
  const sparesNone = without === 'spare' ? withoutSparing({ reader, writer }) : {};
  return {
    features: {
      times: { ...features.times, deadlineMs, latenessMs },
      firstThrottle: { maximumAvailable: 100_000, currentlyAvailable: 100_000, restoreRate: 100_000 },
    },
    reader: {
      ...sparesNone.reader,
      ...(without === 'lookupOrder' && { look: boundOnly(reader) }),
    },
    writer: {
      ...sparesNone.writer,
      ...(without === 'bulk-end' && writer.bulk && { bulk: endedAtOnce(writer.bulk) }),
    },
  };
}

/** Assumes that every product is as last read back, and that it has no orders. */
function withoutSparing({ reader, writer }: Pick<Lister, 'reader' | 'writer'>): ListerChanges {
  const { publish, visibility } = writer;
  const reported = new Map<string, string>();
  const heard = async (outcomes: Promise<Outcome[]>) => {
    for (const outcome of await outcomes) {
      if (outcome.outcome === 'applied') {
        reported.set(outcome.storeProductId, outcome.hash);
      }
    }
    return await outcomes;
  };
  return {
    writer: {
      create: (...given) => heard(writer.create(...given)),
      update: (...given) => heard(writer.update(...given)),
      publish: publish && ((...given) => heard(publish(...given))),
      visibility: { ...visibility, show: (...given) => heard(visibility.show(...given)) },
    },
    reader: {
      repriced: reader.repriced && (async (sent) => sent.map(() => false)),
      async lookByIds(...given) {
        const seen = await reader.lookByIds(...given);
        return seen.map((each) => each && asReported(each));
      },
    },
  };

  function asReported({ sold: _, ...seen }: SeenProduct): SeenProduct {
    return { ...seen, hash: reported.get(seen.storeProductId) ?? seen.hash };
  }
}

/** Treats every operation as ended as soon as it was started. */
function endedAtOnce(bulk: Bulk): Bulk {
  const ended = (operation: BulkOperation | null) => operation && { ...operation, ended: true };
  return {
    ...bulk,
    find: async (...given) => ended(await bulk.find(...given)),
    poll: async (...given) => ended(await bulk.poll(...given)),
  };
}

/** Looks for bound products only, and assumes that there are no others. */
function boundOnly(reader: Reader): Reader['look'] {
  return async (requests, store, context) => {
    const bound = requests.flatMap(({ storeProductId }) => storeProductId ?? []);
    const seen = await reader.lookByIds(bound, store, context);
    const byId = new Map(bound.map((id, index) => [id, seen[index] ?? null]));
    return requests.map(({ storeProductId }) => {
      const one = storeProductId === null ? null : byId.get(storeProductId);
      return one ? [one] : [];
    });
  };
}
