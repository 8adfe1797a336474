import { platforms } from '@bowerbird/platforms/all';
import { v7 } from 'uuid';
import { writeCollectRun } from '../../../apps/server/src/collect/start.ts';
import { readConfig } from '../../../apps/server/src/config/config.ts';
import { asOwner, type Db } from '../../../apps/server/src/db/database.ts';
import { guardedFetch } from '../../../apps/server/src/fetch/guarded-fetch.ts';
import type { ClaimRunRequest } from '../../../apps/server/src/products/claim/claim-job.ts';
import { jobKindsOf } from '../../../apps/server/src/program/job-kinds.ts';
import { createRun } from '../../../apps/server/src/runs/runs.ts';
import { sealWith } from '../../../apps/server/src/seal/seal.ts';
import type { Services } from '../../../apps/server/src/services/services.ts';
import { storedFiles } from '../../../apps/server/src/stored-files/stored-files.ts';
import { realClock } from '../../../apps/server/src/time/clock.ts';

/** Collecting and claiming as the program does them, over a real connection and a real database, without the queue. */
export interface Collecting {
  /** Creates a merchant; returns the id. */
  merchant(): Promise<string>;
  /** Creates a run over a whole shop; nothing works on it yet. */
  start(ownerId: string, address: string): Promise<string>;
  /** Creates a run that claims all that a run collected; nothing works on it yet. */
  startClaim(ownerId: string, collectRunId: string): Promise<string>;
  /** Works on a run, and on whatever follows it, until it has ended or is killed. */
  work(kind: 'collect' | 'claim', ownerId: string, runId: string): Promise<void>;
  close(): Promise<void>;
}

export function openCollecting(db: Db): Collecting {
  const fetch = guardedFetch({ allowedPrivateHosts: ['127.0.0.1'] });
  const silent = () => void 0;
  const config = readConfig({ LOG_LEVEL: 'silent' });
  const services: Services = {
    db,
    config,
    files: storedFiles(config),
    fetch,
    platforms,
    jobs: {
      wake: async () => void 0,
      runsWithJobs: async () => new Set(),
      interrupt: () => undefined,
      queued: async () => [],
      know: async () => void 0,
      start: async () => void 0,
      stop: async () => void 0,
    },
    clock: realClock,
    log: { debug: silent, info: silent, warn: console.error, error: console.error },
    seal: sealWith(Buffer.alloc(32)),
    messages: { send: async () => void 0 },
    practice: null,
  };
  const kinds = new Map(jobKindsOf(services).map((each) => [each.kind, each]));
  return {
    async merchant() {
      const id = v7();
      await db.insertInto('owner').values({ id, name: 'bench' }).execute();
      return id;
    },
    start: (ownerId, address) =>
      asOwner(db, ownerId, (owned) =>
        writeCollectRun(
          owned,
          { ownerId, userId: null },
          { platform: 'shopify', scope: 'shop', addresses: [address], shops: [new URL(address).host] },
        ),
      ),
    startClaim: (ownerId, collectRunId) => {
      const selection = { filter: { state: 'all' as const, runId: collectRunId }, except: [] };
      const request: ClaimRunRequest = { selection, edits: [], userId: null };
      return asOwner(db, ownerId, (owned) =>
        createRun(owned, ownerId, { kind: 'claim', title: 'bench', request, createdBy: null }),
      );
    },
    async work(kind, ownerId, runId) {
      await kinds.get(kind)?.work({ ownerId, runId, key: '' }, new AbortController().signal);
    },
    close: () => fetch.close(),
  };
}
