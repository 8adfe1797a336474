import type { Lister } from '@bowerbird/platforms/listing/lister';
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
    const { batchSize, publishMax = batchSize, inFlightMax } = storeJob.lister;
    const size = Math.max(batchSize, publishMax);
    // While some groups are decided and recorded, others are under way: enough groups that requests never run short.
    this.group = { size, atOnce: Math.ceil((inFlightMax * batchSize) / size) + groupsBeside };
  }

  takes(writes: readonly Write[]): readonly Write[] {
    return writes;
  }

  async carry(writes: readonly Write[]): Promise<Carriage> {
    const storeJob = this.#storeJob;
    const nexts = await mapConcurrently(
      batches(writes, storeJob.lister),
      storeJob.lister.inFlightMax,
      (some) => guarded(storeJob, () => send(storeJob, some)),
    );
    return { nexts: nexts.flat(), left: [] };
  }
}

/** Groups writes of one kind, as many together as one request carries. */
function batches(
  writes: readonly Write[],
  { batchSize, publishMax = batchSize }: Pick<Lister, 'batchSize' | 'publishMax'>,
): Write[][] {
  const byKind = Map.groupBy(writes, ({ kind, alone }) => (alone ? 'amounts' : kind));
  return [...byKind].flatMap(([kind, some]) =>
    chunk(some, kind === 'publish' ? Math.max(batchSize, publishMax) : batchSize),
  );
}
