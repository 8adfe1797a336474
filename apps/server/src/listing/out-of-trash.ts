import type { ListingKey } from '@bowerbird/platforms/listing/product-seen';
import { TooLate } from '@bowerbird/platforms/too-late';
import { checkedGate } from './gate.ts';
import { listingKey } from './key.ts';
import type { Lane } from './lane.ts';
import type { ListingRow } from './ledger.ts';

/** As many requests as bring a product back: its own, and hundreds of its parts at a time. */
const stepsMax = 40;
/** Requests that came to nothing. */
const failuresMax = 4;

/** The keys that the row's products had, one for each time it was listed as a new one. */
export function keysSoFar(
  { installationId, shopId }: Pick<Lane, 'installationId' | 'shopId'>,
  { product_id, generation }: ListingRow,
): ListingKey[] {
  return Array.from({ length: generation }, (_, before) =>
    listingKey(installationId, product_id, shopId, before + 1),
  );
}

/**
 * Takes a product of ours that was thrown away out of the store's trash again, by its id and hidden. What lies there and is not
 * ours stays. Each step is asked for anew, so that one which was applied unheard is not done again. False where the store was not
 * heard, so that nobody can say whether it comes back yet.
 */
export async function takenOutOfTrash(lane: Lane, row: ListingRow, id: string): Promise<boolean> {
  const { trash } = lane.lister;
  let failures = 0;
  for (let steps = 0; trash && steps < stepsMax && failures < failuresMax; steps += 1) {
    const access = await lane.session.access(lane.cut);
    const step = await trash.due(id, keysSoFar(lane, row), access, lane.session.context(lane.cut));
    if (step === null) {
      return true;
    }
    await lane.session.limit.take(1, lane.cut);
    const gate = await checkedGate(lane);
    const fate = await trash
      .bring(step, access, lane.session.context(lane.cut, gate))
      .catch((thrown: unknown) => {
        if (thrown instanceof TooLate) {
          lane.session.limit.unused(1);
          return { fate: 'doubt' as const, because: 'too late' };
        }
        throw thrown;
      });
    if (fate.fate === 'refused' || fate.fate === 'missing') {
      return true;
    }
    if (fate.fate === 'throttled') {
      lane.session.limit.rest(fate.waitMs, 1);
    }
    failures += fate.fate === 'applied' ? 0 : 1;
  }
  return trash === undefined;
}
