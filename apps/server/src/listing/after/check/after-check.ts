import { through } from '../../decide/through.ts';
import { settleResources } from '../../resources/settle-open.ts';
import type { StoreJob } from '../../store-job/store-job.ts';
import { checkBound } from './check-bound.ts';
import { checkUnbound } from './check-unbound.ts';
import { dueRows } from './owed.ts';
import { settleOpen } from './settle-open.ts';

/**
 * Looks once more at everything that is due, when nothing sent before can arrive any more. An older write of ours on
 * top is overwritten with the newest; a late product of ours is bound; what others changed is reported and kept.
 * Returns how many rows were looked at, plus how many attempts at categories and images were decided.
 */
export async function afterCheck(storeJob: StoreJob): Promise<number> {
  await settleOpen(storeJob);
  const decided = await settleResources(storeJob);
  const rows = await dueRows(storeJob);
  if (rows.length === 0) {
    return decided;
  }
  await storeJob.injectFault('aftercheck.look');
  const unrepaired = await checkBound(storeJob, rows);
  await checkUnbound(storeJob, rows);
  if (unrepaired.length > 0) {
    await through(storeJob, unrepaired);
  }
  return rows.length + decided;
}
