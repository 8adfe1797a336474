import { z } from 'zod';
import { audit } from '../../audit/audit-run.ts';
import { changeStoreJob, findStoreJob } from '../../runs/store-jobs.ts';
import { guarded } from '../../store-job/guarded.ts';
import { inStoreJob, type StoreJob } from '../../store-job/store-job.ts';

const Request = z.object({ certifies: z.optional(z.array(z.string())) });

/** Returns the runs whose certificates change by what a run does, as it was recorded when that run was created. */
export function certifiedBy(request: unknown): readonly string[] {
  return Request.safeParse(request).data?.certifies ?? [];
}

/** Certifies runs of this shop again that were certified before, as the store is now. */
export async function certifyAgain(storeJob: StoreJob, runIds: readonly string[]): Promise<void> {
  for (const runId of runIds) {
    const row = await inStoreJob(storeJob, (db) =>
      findStoreJob(db, storeJob.ownerId, runId, storeJob.shopId),
    );
    if (row?.certificate) {
      const certificate = await guarded(storeJob, () => audit({ ...storeJob, runId }));
      const place = { runId, shopId: storeJob.shopId };
      await inStoreJob(storeJob, (db) => changeStoreJob(db, storeJob.ownerId, place, { certificate }));
    }
  }
}
