import type { CollectEvent, Json } from '@bowerbird/platforms/platform';
import { asOwner, type Db } from '../db/database.ts';
import { readingOf, sourceKey } from './collected-columns.ts';
import { beginBatch, type Progress, writeFigures } from './progress.ts';
import { type SaveScope, saveProducts } from './save-products.ts';
import { forgetSkips, saveSkips } from './skips.ts';

type Batch = CollectEvent & { kind: 'batch' };

/**
 * Takes a batch into the progress at once, so that the collector knows what is there, and answers how to save it. What
 * this run has already is left out: a source product counts once.
 */
export function takeBatch(progress: Progress, batch: Batch) {
  const readings = batch.products
    .map(readingOf)
    .filter(({ source }) => !progress.got.has(sourceKey(source)) && progress.got.add(sourceKey(source)));
  const skipped = batch.skipped.filter(
    ({ address }) => !progress.skipped.has(address) && progress.skipped.add(address),
  );
  return { readings, skipped };
}
export type TakenBatch = ReturnType<typeof takeBatch>;

/** Saves products, skips, figures and checkpoint in one transaction: a run killed anywhere has all of a batch or nothing. */
export async function saveBatch(
  db: Db,
  scope: SaveScope,
  progress: Progress,
  { readings, skipped }: TakenBatch,
  checkpoint: Json,
  mayHaveSkips: boolean,
): Promise<void> {
  const { ownerId, runId, platform } = scope;
  const saved = await asOwner(db, ownerId, async (owned) => {
    await beginBatch(
      owned,
      ownerId,
      runId,
      progress.batches,
      readings.map(({ source }) => sourceKey(source)),
    );
    const { unchanged } = readings.length > 0 ? await saveProducts(owned, scope, readings) : { unchanged: 0 };
    const recovered = mayHaveSkips
      ? await forgetSkips(
          owned,
          ownerId,
          platform,
          readings.map(({ source }) => source.url),
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
      variants: figures.variants + sum(readings.map(({ product }) => product.variants.length)),
      pictures: figures.pictures + sum(readings.map(({ product }) => product.pictures.length)),
    };
    await writeFigures(owned, ownerId, runId, after, checkpoint);
    return after;
  });
  const { got, unchanged, skipped: skippedCount, variants, pictures } = saved;
  Object.assign(progress.figures, { got, unchanged, skipped: skippedCount, variants, pictures });
  progress.batches += 1;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
