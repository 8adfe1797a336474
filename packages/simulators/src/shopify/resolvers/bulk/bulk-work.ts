import { faultNumber } from '../../../simulation-faults.ts';
import type { AdminContext, UserError } from '../../admin/admin-context.ts';
import { gid } from '../../admin/gid.ts';
import type { BulkRun, BulkType } from '../../bulk/bulk-state.ts';

/** The work that an operation does as time passes. */
export interface BulkWork {
  itemsPerSecond: number;
  /** Processes the next items, at most this many, as the store is at this time. */
  next(at: number, max: number): WorkStep;
}

export type WorkStep =
  | { kind: 'done'; results: string[] }
  | { kind: 'nothing-left' }
  | { kind: 'failed'; errorCode: NonNullable<BulkRun['errorCode']> };

/**
 * Returns the rejection of one more operation of this type; null where there is a free slot for it
 * (`shopify/readme.md`, Bulk operations).
 */
export function noPlaceFor(type: BulkType, { ledger, settings }: AdminContext): UserError | null {
  const most = settings.bulk.concurrent;
  const running = ledger.bulk.running(type);
  if (running.length < most) {
    return null;
  }
  const message = 'Bulk operations limit reached. Please try again later.';
  if (most > 1) {
    return { code: 'LIMIT_REACHED', field: null, message };
  }
  const which = `A bulk ${type.toLowerCase()} operation for this app and shop is already in progress`;
  return {
    code: 'OPERATION_IN_PROGRESS',
    field: null,
    message: `${which}: ${gid('BulkOperation', running[0]?.id ?? 0)}.`,
  };
}

/** How an operation ends, and after how many items at the latest. */
interface Ending {
  status: 'COMPLETED' | 'FAILED' | 'CANCELED' | 'EXPIRED';
  after: number;
}

/** Creates an operation that does this work as time passes, or fails as its faults specify. */
export function begin(type: BulkType, query: string, work: BulkWork, context: AdminContext): BulkRun {
  const { ledger, settings, faults, text, now } = context;
  const run: BulkRun = {
    id: ledger.newId(),
    type,
    query,
    status: 'CREATED',
    errorCode: null,
    createdAt: now,
    completedAt: null,
    done: 0,
    results: [],
    secret: crypto.randomUUID(),
  };
  ledger.bulk.runs.set(run.id, run);
  const ending = endingOf(context);
  const unstated = faults.injectFault('bulk-unstated', text);
  const resultsMax = unstated ? faultNumber(unstated, 1) : Number.POSITIVE_INFINITY;
  const step = (at: number) => {
    if (run.status === 'CANCELING') {
      end(run, 'CANCELED', at);
      return;
    }
    const left = ending.after - run.done;
    const did: WorkStep = left > 0 ? work.next(at, left) : { kind: 'nothing-left' };
    if (did.kind === 'failed') {
      end(run, 'FAILED', at, did.errorCode);
      return;
    }
    if (did.kind === 'nothing-left') {
      end(run, ending.status, at);
      return;
    }
    run.status = 'RUNNING';
    run.done += did.results.length;
    run.results.push(...did.results.slice(0, Math.max(0, resultsMax - run.results.length)));
    ledger.later(at + (did.results.length * 1000) / work.itemsPerSecond, step);
  };
  ledger.later(now + settings.bulk.beginsAfterMs, step);
  return run;
}

/** Returns the first ending whose fault is injected; without one, all items are processed. */
function endingOf({ faults, text }: AdminContext): Ending {
  const injected = (
    [
      ['bulk-fails', 'FAILED'],
      ['bulk-cancelled', 'CANCELED'],
      ['bulk-expires', 'EXPIRED'],
    ] as const
  ).flatMap(([kind, status]): Ending[] => {
    const fault = faults.injectFault(kind, text);
    return fault ? [{ status, after: faultNumber(fault, 1) }] : [];
  });
  return injected[0] ?? { status: 'COMPLETED', after: Number.POSITIVE_INFINITY };
}

function end(
  run: BulkRun,
  status: Ending['status'],
  at: number,
  errorCode: NonNullable<BulkRun['errorCode']> = 'INTERNAL_SERVER_ERROR',
): void {
  run.status = status;
  run.completedAt = at;
  run.errorCode = status === 'FAILED' ? errorCode : null;
}
