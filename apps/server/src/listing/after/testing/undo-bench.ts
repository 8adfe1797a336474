import type { ListingBench, StoreBench } from '../../../../testing/listing/listing.ts';
import { viewUndo } from '../../api/undo-view.ts';

/** After-checks come soon here, and a busy machine does not miss a deadline. */
export const soonChecked = {
  times: 40,
  lister: { features: { times: { deadlineMs: 5000, timeoutMs: 30_000, latenessMs: 1000 } } },
};

/** Returns how many products an undo takes back, keeps and cannot take back, and how many for each reason. */
export async function undoGroups(bench: StoreBench, runId: string): Promise<Record<string, number>> {
  const reported = await viewUndo(bench.services, bench.ownerId, runId);
  return Object.fromEntries(
    reported.undoGroups.flatMap(({ undoGroup, count, reasons }) => [
      [undoGroup, count] as const,
      ...reasons.map(({ reason, count: each }) => [reason, each] as const),
    ]),
  );
}

/** Returns the statuses of the store's products, sorted. */
export const statuses = (bench: ListingBench) =>
  bench.shop
    .view()
    .products.map(({ status }) => status)
    .sort();
