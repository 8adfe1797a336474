import { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';
import type { OwnerDb } from '../db/database.ts';
import { getRun, type RunRow } from '../runs/runs.ts';

/** Number of products that an edit or its undo changes in one transaction. */
export const bulkPageSize = 500;

/** Request of a run of kind `edit` or `undo`; an undo has the steps of the edit that it belongs to. */
export const BulkRequest = z.object({
  /** None for what was entered in the grid. */
  steps: z.array(EditStep),
  /** It was entered in the grid. */
  grid: z.literal(true).optional(),
  /** It sets marks of the team. */
  marks: z.literal(true).optional(),
  userId: z.uuid().nullable(),
  /** The instants at which it begins, and at which its undo begins. */
  begins: z.string().nullable().default(null),
  ends: z.string().nullable().default(null),
  /** An undo of some products only. */
  productIds: z.array(z.uuid()).nullable().default(null),
  /** An undo of some cells only. */
  paths: z.array(z.string()).nullable().default(null),
});
export type BulkRequest = z.infer<typeof BulkRequest>;

/** A request that says nothing but what it is. */
export const emptyRequest = { steps: [], begins: null, ends: null, productIds: null, paths: null };

/** Runs that change products page by page, each as one edit set that is undone in the same way. */
const bulkKinds: readonly RunRow['kind'][] = ['edit', 'undo', 'import'];

/** Returns a bulk edit, an import, or the undo of one, with its request; throws `not-found` for any other run. */
export async function getBulkRun(
  db: OwnerDb,
  ownerId: string,
  id: string,
): Promise<{ run: RunRow; request: BulkRequest }> {
  const run = await getRun(db, ownerId, id);
  const request = BulkRequest.safeParse(run.request);
  if (!bulkKinds.includes(run.kind) || !request.success) {
    throw new AppError('not-found', `run ${id} edits nothing`);
  }
  return { run, request: request.data };
}

/** Reports whether a run set marks of the team, or undid that. */
export function isMarking({ request }: Pick<RunRow, 'request'>): boolean {
  return BulkRequest.safeParse(request).data?.marks === true;
}
