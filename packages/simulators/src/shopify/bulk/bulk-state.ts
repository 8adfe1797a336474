/** One bulk operation as the store keeps it; its lines are processed as time passes. */
export interface BulkRun {
  id: number;
  type: BulkType;
  /** The document, with its name, as it was sent. */
  query: string;
  status: 'CREATED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELING' | 'CANCELED' | 'EXPIRED';
  errorCode: 'ACCESS_DENIED' | 'INTERNAL_SERVER_ERROR' | 'TIMEOUT' | null;
  createdAt: number;
  completedAt: number | null;
  /** Lines processed, or objects read, so far. */
  done: number;
  /** The result file, line by line. */
  results: string[];
  /** The secret that the address of the result file must contain. */
  secret: string;
}

export type BulkType = 'MUTATION' | 'QUERY';

/** Files that were uploaded for the store, and the bulk operations; not kept over a restart. */
export class BulkState {
  /** By the `key` parameter; null until something was uploaded there. */
  readonly staged = new Map<string, string | null>();
  readonly runs = new Map<number, BulkRun>();

  /** Returns the operations of this type that have not ended. */
  running(type: BulkType): BulkRun[] {
    return [...this.runs.values()].filter((run) => run.type === type && !hasEnded(run.status));
  }
}

/** Reports whether a status is final. */
export function hasEnded(status: BulkRun['status']): boolean {
  return ['COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED'].includes(status);
}
