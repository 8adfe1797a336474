import type { CollectEvent, Skipped } from '@bowerbird/platforms/collecting/collector';
import type { Json } from '@bowerbird/platforms/context';
import { nextTurn } from '../../async/next-turn.ts';
import { asOwner, type Db } from '../../db/database.ts';
import { countFound, countUnread, readerWay } from '../../sources/found.ts';
import { type Snapshot, snapshotOf, sourceKey } from '../lists/collected-columns.ts';
import { beginBatch, type Progress, shortenBatch, writeFigures } from '../progress.ts';
import { type SavedAs, type SaveScope, saveProducts } from './save-products.ts';
import { forgetSkips, saveSkips } from './skips.ts';

type Batch = CollectEvent & { kind: 'batch' };

/** Products read before other work gets its turn: a running save must not wait for a page to be read. */
const readAtOnce = 25;

/**
 * Adds a batch to the progress, so that the collector knows what is there, and returns how to save it. Leaves out what
 * this run already has: a source product counts once.
 * @param onTaken called with each that is left
 */
export async function takeBatch(
  progress: Progress,
  batch: Batch,
  connection: string | null = null,
  onTaken: (snapshot: Snapshot) => void = () => undefined,
): Promise<TakenBatch> {
  const { found, ways } = progress.figures;
  const way = readerWay(ways.findLast(({ state }) => state === 'running')?.way ?? null, connection);
  const snapshots: Snapshot[] = [];
  for (const [index, product] of batch.products.entries()) {
    const snapshot = snapshotOf(product);
    if (isNew(progress.got, sourceKey(snapshot))) {
      countFound(found, way, product);
      snapshots.push(snapshot);
      onTaken(snapshot);
    }
    if (index % readAtOnce === readAtOnce - 1) {
      await nextTurn();
    }
  }
  const skipped = batch.skipped.filter(({ address }) => isNew(progress.skipped, address));
  for (const each of skipped) {
    countUnread(found, way, each);
  }
  return { snapshots, skipped };
}

export interface TakenBatch {
  snapshots: Snapshot[];
  skipped: Skipped[];
}

function isNew(known: Set<string>, key: string): boolean {
  const before = known.size;
  return known.add(key).size > before;
}

/**
 * Saves products, skips, figures and checkpoint in one transaction: a run killed at any moment has all of a batch or
 * nothing. If the merchant's plan runs out within the batch, saves what fits, keeps the old checkpoint, and throws
 * `quota.exceeded`. Returns how many products were new.
 */
export async function saveBatch(
  db: Db,
  scope: SaveScope,
  progress: Progress,
  batch: TakenBatch,
  checkpoint: Json,
  mayHaveSkips: boolean,
): Promise<{ added: number }> {
  const { ownerId, runId, platform } = scope;
  const saved = await asOwner(db, ownerId, async (owned) => {
    await beginBatch(owned, ownerId, runId, progress.batches, batch.snapshots.map(sourceKey));
    const { added, unchanged, over } =
      batch.snapshots.length > 0 ? await saveProducts(owned, scope, batch.snapshots) : nothingSaved;
    const snapshots = over ? batch.snapshots.filter((each) => !over.left.includes(each)) : batch.snapshots;
    const skipped = over ? [] : batch.skipped;
    if (over) {
      await shortenBatch(owned, ownerId, runId, progress.batches, snapshots.map(sourceKey));
    }
    const recovered = mayHaveSkips
      ? await forgetSkips(
          owned,
          ownerId,
          platform,
          snapshots.map(({ url }) => url),
        )
      : [];
    if (skipped.length > 0) {
      await saveSkips(owned, scope, skipped);
    }
    const { figures } = progress;
    const after = {
      ...figures,
      got: figures.got + snapshots.length,
      unchanged: figures.unchanged + unchanged,
      skipped: figures.skipped + skipped.length - recovered.filter((skip) => skip.run_id === runId).length,
      variants: figures.variants + sum(snapshots.map(({ variant_count }) => variant_count)),
      images: figures.images + sum(snapshots.map(({ image_count }) => image_count)),
    };
    await writeFigures(owned, ownerId, runId, after, over ? undefined : checkpoint);
    return { added, after, why: over?.why };
  });
  const { got, unchanged, skipped, variants, images } = saved.after;
  Object.assign(progress.figures, { got, unchanged, skipped, variants, images });
  progress.batches += 1;
  if (saved.why) {
    throw saved.why;
  }
  return { added: saved.added };
}

const nothingSaved: Pick<SavedAs, 'added' | 'unchanged' | 'over'> = { added: 0, unchanged: 0 };

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
