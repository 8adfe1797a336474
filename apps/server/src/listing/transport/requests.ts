import type { Features } from '@bowerbird/platforms/listing/features';
import { chunk, mapConcurrently } from '../../async/map-concurrently.ts';
import type { Write } from '../engine/work.ts';
import { guarded } from '../store-job/guarded.ts';
import type { StoreJob } from '../store-job/store-job.ts';
import type { Carriage, Transport } from './transport.ts';
import { send } from './write.ts';

/** Groups in addition to those whose requests are on their way; measured. */
const groupsBeside = 4;

/**
 * Writes by single requests, each with as many products of one kind as the platform takes together. It carries
 * everything.
 */
export class Requests implements Transport {
  readonly minimum = 0;
  readonly group: Transport['group'];
  readonly decidingMax = 4;
  readonly #storeJob: StoreJob;

  constructor(storeJob: StoreJob) {
    this.#storeJob = storeJob;
    const { batchSize, publishMax, inFlightMax } = storeJob.lister.features;
    // While some groups are decided and recorded, others are under way: enough groups that requests never run short.
    this.group = {
      size: publishMax,
      atOnce: Math.ceil((inFlightMax * batchSize) / publishMax) + groupsBeside,
    };
  }

  takes(writes: readonly Write[]): readonly Write[] {
    return writes;
  }

  async carry(writes: readonly Write[]): Promise<Carriage> {
    const storeJob = this.#storeJob;
    const nexts = await mapConcurrently(
      batches(writes, storeJob.lister.features),
      storeJob.lister.features.inFlightMax,
      (some) => guarded(storeJob, () => send(storeJob, some)),
    );
    return { nexts: nexts.flat(), left: [] };
  }
}

/**
 * Groups writes of one kind, as many together as one request carries; those that were sent in vain together, half as
 * many together each time, so that one that breaks its request takes no others with it.
 */
function batches(writes: readonly Write[], { batchSize, publishMax }: Features): Write[][] {
  const similar = Map.groupBy(
    writes,
    ({ kind, alone, work }) => `${alone ? 'amounts' : kind} ${work.tries.sends.all}`,
  );
  return [...similar.values()].flatMap((some) => {
    const [first] = some;
    const max = first?.kind === 'publish' ? publishMax : batchSize;
    return chunk(some, Math.max(1, Math.floor(max / 2 ** (first?.work.tries.sends.all ?? 0))));
  });
}
