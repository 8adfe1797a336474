import { setImmediate } from 'node:timers/promises';
import type { CollectEvent, Skipped } from '@bowerbird/platforms/collecting/collector';
import type { Json } from '@bowerbird/platforms/context';
import { asOwner, type Db } from '../db/database.ts';
import { countFound, countUnread, readerWay } from '../sources/found.ts';
import { type Reading, readingOf, sourceKey } from './collected-columns.ts';
import { beginBatch, type Progress, shortenBatch, writeFigures } from './progress.ts';
import { type SavedAs, type SaveScope, saveProducts } from './save-products.ts';
import { forgetSkips, saveSkips } from './skips.ts';

type Batch = CollectEvent & { kind: 'batch' };

/** So many products are read before others get their turn: a save under way must not wait for a page to be read. */
const readAtOnce = 25;

/**
 * Takes a batch into the progress, so that the collector knows what is there, and answers how to save it. What this run
 * has already is left out: a source product counts once.
 */
export async function takeBatch(
  progress: Progress,
  batch: Batch,
  connection: string | null = null,
): Promise<TakenBatch> {
  const { found, ways } = progress.figures;
  const way = readerWay(ways.findLast(({ state }) => state === 'running')?.way ?? null, connection);
  const readings: Reading[] = [];
  for (const [index, product] of batch.products.entries()) {
    const reading = readingOf(product);
    if (isNew(progress.got, sourceKey(reading))) {
      countFound(found, way, product);
      readings.push(reading);
    }
    if (index % readAtOnce === readAtOnce - 1) {
      await setImmediate();
    }
  }
  const skipped = batch.skipped.filter(({ address }) => isNew(progress.skipped, address));
  for (const each of skipped) {
    countUnread(found, way, each);
  }
  return { readings, skipped };
}

export interface TakenBatch {
  readings: Reading[];
  skipped: Skipped[];
}

function isNew(known: Set<string>, key: string): boolean {
  const before = known.size;
  return known.add(key).size > before;
}

/**
 * Saves products, skips, figures and checkpoint in one transaction: a run killed anywhere has all of a batch or nothing.
 * Where the merchant's plan ends within it, what fits is saved, the checkpoint stays, and `quota.exceeded` is thrown.
 */
export async function saveBatch(
  db: Db,
  scope: SaveScope,
  progress: Progress,
  batch: TakenBatch,
  checkpoint: Json,
  mayHaveSkips: boolean,
): Promise<void> {
  const { ownerId, runId, platform } = scope;
  const saved = await asOwner(db, ownerId, async (owned) => {
    await beginBatch(owned, ownerId, runId, progress.batches, batch.readings.map(sourceKey));
    const { unchanged, over } =
      batch.readings.length > 0 ? await saveProducts(owned, scope, batch.readings) : nothingSaved;
    const readings = over ? batch.readings.filter((each) => !over.left.includes(each)) : batch.readings;
    const skipped = over ? [] : batch.skipped;
    if (over) {
      await shortenBatch(owned, ownerId, runId, progress.batches, readings.map(sourceKey));
    }
    const recovered = mayHaveSkips
      ? await forgetSkips(
          owned,
          ownerId,
          platform,
          readings.map(({ url }) => url),
        )
      : [];
    if (skipped.length > 0) {
      await saveSkips(owned, scope, skipped);
    }
    const { figures } = progress;
    const after = {
      ...figures,
      got: figures.got + readings.length,
      unchanged: figures.unchanged + unchanged,
      skipped: figures.skipped + skipped.length - recovered.filter((skip) => skip.run_id === runId).length,
      variants: figures.variants + sum(readings.map(({ variant_count }) => variant_count)),
      pictures: figures.pictures + sum(readings.map(({ picture_count }) => picture_count)),
    };
    await writeFigures(owned, ownerId, runId, after, over ? undefined : checkpoint);
    return { after, why: over?.why };
  });
  const { got, unchanged, skipped, variants, pictures } = saved.after;
  Object.assign(progress.figures, { got, unchanged, skipped, variants, pictures });
  progress.batches += 1;
  if (saved.why) {
    throw saved.why;
  }
}

const nothingSaved: Pick<SavedAs, 'unchanged' | 'over'> = { unchanged: 0 };

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
