import { AppError } from '@bowerbird/contract/errors';
import { ExportRequest } from '@bowerbird/contract/products/export';
import { z } from 'zod/mini';
import type { OwnerDb } from '../db/database.ts';
import { countSelection } from '../products/list/selection.ts';
import { createRun, getRun, type RunRow } from '../runs/runs.ts';
import { requestedSheet } from './sheet.ts';

const ExportRunRequest = z.extend(ExportRequest, {
  /** The schedule that started it. */
  scheduleId: z.optional(z.uuid()),
});
/** What a run of kind `export` keeps of what was asked for. */
export type ExportRunRequest = z.infer<typeof ExportRunRequest>;

export function readExportRun(request: unknown): ExportRunRequest {
  return ExportRunRequest.parse(request);
}

/**
 * Records an export as a run, whose title is the file's name; the caller wakes it after the commit. Throws
 * `export.nothing` and `export.columns-missing`.
 * @param nowMs milliseconds since 1970
 */
export async function writeExportRun(
  db: OwnerDb,
  { ownerId, userId }: { ownerId: string; userId: string | null },
  request: ExportRunRequest,
  nowMs: number,
): Promise<RunRow> {
  const total = await countSelection(db, ownerId, request.selection);
  if (total === 0) {
    throw new AppError('export.nothing', 'no product is selected');
  }
  const sheet = await requestedSheet(db, ownerId, request, null);
  const kind = request.kind ?? sheet.format.kinds[0];
  const title = `products-${request.format}-${stampOf(nowMs)}.${kind}`;
  const id = await createRun(db, ownerId, { kind: 'export', title, request, createdBy: userId, total });
  return await getRun(db, ownerId, id);
}

/** Formats a time as `20261120-153012`, in UTC. */
function stampOf(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}
