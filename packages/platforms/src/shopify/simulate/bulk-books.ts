/** One bulk operation as the store keeps it; its lines are worked through as time passes. */
export interface BulkRun {
  id: number;
  type: BulkType;
  /** The document, with its name, as it was sent. */
  query: string;
  status: 'CREATED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELING' | 'CANCELED' | 'EXPIRED';
  errorCode: 'ACCESS_DENIED' | 'INTERNAL_SERVER_ERROR' | 'TIMEOUT' | null;
  createdAt: number;
  completedAt: number | null;
  /** Lines worked through, or objects read, so far. */
  done: number;
  /** The result file, line by line. */
  results: string[];
  /** What the address of the result file must name. */
  secret: string;
}

export type BulkType = 'MUTATION' | 'QUERY';

/** Files that were put in place for the store, and the bulk operations; not kept over a restart. */
export class BulkBooks {
  /** By the `key` parameter; null until something was put there. */
  readonly staged = new Map<string, string | null>();
  readonly runs = new Map<number, BulkRun>();

  /** Operations of this type that have not come to an end. */
  running(type: BulkType): BulkRun[] {
    return [...this.runs.values()].filter((run) => run.type === type && !hasEnded(run.status));
  }
}

/** Statuses that an operation does not leave any more. */
export function hasEnded(status: BulkRun['status']): boolean {
  return ['COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED'].includes(status);
}
