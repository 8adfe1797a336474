/** One bulk operation as the store keeps it; its lines are worked through one by one as time passes. */
export interface BulkRun {
  id: number;
  /** The mutation's document, with its name, as it was sent. */
  query: string;
  status: 'CREATED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELING' | 'CANCELED' | 'EXPIRED';
  errorCode: 'ACCESS_DENIED' | 'INTERNAL_SERVER_ERROR' | 'TIMEOUT' | null;
  createdAt: number;
  completedAt: number | null;
  /** Lines worked through so far. */
  done: number;
  /** The result file, line by line. */
  results: string[];
  /** What the address of the result file must name. */
  secret: string;
}

/** Files that were put in place for the store, and the bulk operations that read one; not kept over a restart. */
export class BulkBooks {
  /** By the `key` parameter; null until something was put there. */
  readonly staged = new Map<string, string | null>();
  readonly runs = new Map<number, BulkRun>();

  /** Operations that have not come to an end. */
  running(): BulkRun[] {
    return [...this.runs.values()].filter(({ status }) => !hasEnded(status));
  }
}

/** Statuses that an operation does not leave any more. */
export function hasEnded(status: BulkRun['status']): boolean {
  return ['COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED'].includes(status);
}
