import { sql } from 'kysely';
import { expect } from 'vitest';
import type { collectTests } from '../../src/collect/testing.ts';

type Tests = Pick<Awaited<ReturnType<typeof collectTests>>, 'asOwner'>;

const shop = 'forgets.example';

/**
 * Makes the database forget the newest batches of the run at `forgets.example`, as one does that ends before their
 * commits have reached the disk (`synchronous_commit = off`, see `beginBatch`), while the process that saved them
 * continues.
 */
export function lastBatchesOf({ asOwner }: Tests) {
  let kept: {
    run_id: string;
    batches: number;
    got: number;
    variants: number;
    images: number;
    checkpoint: unknown;
  };
  let forgotten = 0;
  const batches = () =>
    asOwner(async (db) => {
      const { rows } = await sql<typeof kept>`
        select run_id, got, variants, images, checkpoint,
          (select count(*)::integer from collect_batch where collect_batch.run_id = collect_run.run_id) as batches
        from collect_run where shop = ${shop}`.execute(db);
      return rows[0];
    });
  const moreThan = (count: number) =>
    expect.poll(async () => (await batches())?.batches ?? 0).toBeGreaterThan(count);

  return {
    /** Records what is saved, once there is a batch. */
    async keep() {
      if (forgotten === 0) {
        await moreThan(0);
        kept = (await batches()) ?? kept;
      }
    },
    /** Deletes what was saved since, once there is something; does so only once. */
    async forget() {
      if (forgotten > 0) {
        return;
      }
      await moreThan(kept.batches);
      forgotten = await asOwner(async (db) => {
        // Everything since a moment is deleted: no batch that is being saved may remain after it.
        await sql`lock table collect_batch in share row exclusive mode`.execute(db);
        const gone = await sql`
          delete from collected where shop = ${shop} and source_id in (
            select split_part(unnest(source_ids), ' ', 2) from collect_batch
            where run_id = ${kept.run_id} and seq >= ${kept.batches})`.execute(db);
        await sql`delete from collect_batch where run_id = ${kept.run_id} and seq >= ${kept.batches}`.execute(
          db,
        );
        await sql`update collect_run set got = ${kept.got}, variants = ${kept.variants}, images = ${kept.images},
          checkpoint = ${JSON.stringify(kept.checkpoint)} where run_id = ${kept.run_id}`.execute(db);
        return Number(gone.numAffectedRows);
      });
    },
    forgotten: () => forgotten,
    held: () =>
      asOwner(async (db) => {
        const { rows } = await sql<{ held: number }>`
          select count(*)::integer as held from collected where shop = ${shop}`.execute(db);
        return rows[0]?.held;
      }),
  };
}
