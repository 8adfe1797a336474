import { type AdminContext, isoTime, type View } from '../../admin/admin-context.ts';
import { gid, numberOf } from '../../admin/gid.ts';
import { resultsPath } from '../../bulk/bulk-files.ts';
import { type BulkRun, hasEnded } from '../../bulk/bulk-state.ts';
import { connection, type PageArguments } from '../connection.ts';

export function bulkOperationCancel({ id }: { id: string }, context: AdminContext): View {
  const run = runOf(id, context);
  if (!run) {
    return { bulkOperation: null, userErrors: [{ field: ['id'], message: 'Bulk operation does not exist' }] };
  }
  if (!hasEnded(run.status)) {
    run.status = 'CANCELING';
  }
  return { bulkOperation: bulkView(run, context), userErrors: [] };
}

export function bulkOperation({ id }: { id: string }, context: AdminContext): View | null {
  const run = runOf(id, context);
  return run ? bulkView(run, context) : null;
}

/** Returns all operations of this app, in the order in which they were created, or in which they ended. */
export function bulkOperations(
  { sortKey, ...page }: PageArguments & { sortKey?: string | null },
  context: AdminContext,
): View {
  const runs = [...context.ledger.bulk.runs.values()];
  if (sortKey === 'COMPLETED_AT') {
    runs.sort((one, other) => (one.completedAt ?? 0) - (other.completedAt ?? 0));
  }
  return connection(runs, page, (run) => bulkView(run, context));
}

/** Returns the latest operation of this type. */
export function currentBulkOperation({ type }: { type?: string | null }, context: AdminContext): View | null {
  const last = [...context.ledger.bulk.runs.values()].findLast((run) => run.type === (type ?? 'QUERY'));
  return last ? bulkView(last, context) : null;
}

function runOf(id: string, { ledger }: AdminContext): BulkRun | null {
  return ledger.bulk.runs.get(numberOf('BulkOperation', id) ?? -1) ?? null;
}

/** Returns an operation as the Admin API answers it; the addresses of its results appear once it has ended. */
export function bulkView(run: BulkRun, { origin }: AdminContext): View {
  const signed = `${origin}${resultsPath}/bulk-${run.id}.jsonl?Signature=${run.secret}`;
  const address = run.results.length > 0 && run.status !== 'EXPIRED' ? signed : null;
  const partial = run.status === 'FAILED' || run.status === 'CANCELED';
  return {
    __typename: 'BulkOperation',
    id: gid('BulkOperation', run.id),
    type: run.type,
    status: run.status,
    errorCode: run.errorCode,
    query: run.query,
    createdAt: isoTime(run.createdAt),
    completedAt: run.completedAt === null ? null : isoTime(run.completedAt),
    objectCount: String(run.done),
    rootObjectCount: String(run.done),
    fileSize: () => (run.status === 'COMPLETED' ? String(run.results.join('\n').length) : null),
    url: run.status === 'COMPLETED' ? address : null,
    partialDataUrl: partial ? address : null,
  };
}
