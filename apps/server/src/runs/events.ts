import pg from 'pg';
import type { Log } from '../log/log.ts';

export interface RunEvent {
  ownerId: string;
  runId: string;
  version: number;
}

/**
 * Notifies listeners of changed runs and of new notices, using PostgreSQL's own notifications on one direct connection.
 */
export interface RunEvents {
  listen(heard: (event: RunEvent) => void): () => void;
  /** Calls the listener with the ids of people who have new notices. */
  listenToNotices(heard: (userId: string) => void): () => void;
  close(): Promise<void>;
}

/**
 * Listens until closed and reconnects after a lost connection. Watchers poll as well, so a missed event only costs
 * seconds.
 */
export async function openRunEvents(databaseUrl: string, log: Log): Promise<RunEvents> {
  const listeners = new Set<(event: RunEvent) => void>();
  const ofNotices = new Set<(userId: string) => void>();
  let closed = false;
  let client: pg.Client | undefined;

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'bowerbird events',
      keepAlive: true,
    });
    fresh.on('error', () => void 0);
    fresh.on('end', () => {
      if (!closed) {
        setTimeout(() => void connect().catch(() => void 0), 1000).unref();
      }
    });
    fresh.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'notice') {
        for (const heard of ofNotices) {
          heard(payload);
        }
        return;
      }
      const [ownerId, runId, version] = payload.split(' ');
      if (ownerId && runId) {
        for (const heard of listeners) {
          heard({ ownerId, runId, version: Number(version) });
        }
      }
    });
    try {
      await fresh.connect();
      await fresh.query('listen run_changed; listen notice');
      client = fresh;
    } catch (thrown) {
      log.warn({ thrown: String(thrown) }, 'Run notifications are lost for now; watchers poll');
      await fresh.end().catch(() => void 0);
    }
  };
  await connect();

  return {
    listen(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
    listenToNotices(heard) {
      ofNotices.add(heard);
      return () => ofNotices.delete(heard);
    },
    async close() {
      closed = true;
      await client?.end().catch(() => void 0);
    },
  };
}
