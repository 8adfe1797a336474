import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { DatabaseUnusable } from '../db/connecting/unusable.ts';
import type { Log } from '../log/log.ts';

/** What one process tells others by PostgreSQL's NOTIFY: a run changed, a person has a notice, a job was queued. */
export type Channel = 'run_changed' | 'notice' | 'job_queued';

const channels: readonly Channel[] = ['run_changed', 'notice', 'job_queued'];

/** Milliseconds until a lost connection is opened again. */
const againMs = 1000;

/** Notifications of other processes, heard on one direct connection of this process. */
export interface Signals {
  /**
   * Calls back with the text of each notification of a channel, and with an empty text when some may have been missed.
   * Returns what ends this.
   */
  listen(channel: Channel, heard: (text: string) => void): () => void;
  /** Reports whether notifications arrive now; while they do not, whoever waits for them has to look by itself. */
  isLive(): boolean;
  close(): Promise<void>;
}

/**
 * Listens until closed, and connects again after a lost connection. A server that cannot be reached now is reported in
 * the log and tried again.
 * @param url the database without a pooler in between; throws `DatabaseUnusable` if there is one that loses
 * notifications
 */
export async function openSignals(url: string, log: Log): Promise<Signals> {
  const heardBy = new Map<Channel, Set<(text: string) => void>>(channels.map((each) => [each, new Set()]));
  const tell = (channel: Channel, text: string) => {
    for (const heard of heardBy.get(channel) ?? []) {
      heard(text);
    }
  };
  let closed = false;
  let live: pg.Client | undefined;

  const connect = async (isFirst = false) => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'bowerbird events',
      keepAlive: true,
    });
    client.on('error', () => undefined);
    client.on('end', () => {
      live = undefined;
      if (!closed) {
        setTimeout(() => void connect(), againMs).unref();
      }
    });
    client.on('notification', ({ channel, payload = '' }) => tell(channel as Channel, payload));
    try {
      await client.connect();
      await client.query(channels.map((each) => `listen ${each}`).join('; '));
    } catch (thrown) {
      log.warn(
        { thrown: String(thrown) },
        'Notifications of the database are lost for now; those who wait look by themselves',
      );
      await client.end().catch(() => undefined);
      return;
    }
    if (isFirst && !(await hears(client, url))) {
      closed = true;
      await client.end();
      throw new DatabaseUnusable(
        'Notifications of the database do not arrive: its address leads through a pooler of transactions, which loses them. ' +
          'Let DATABASE_DIRECT_URL name the same database without the pooler, postgres://host:5432/name.',
        { code: 'database.listens-through-pooler' },
      );
    }
    live = client;
    for (const each of channels) {
      tell(each, '');
    }
  };
  await connect(true);

  return {
    listen(channel, heard) {
      const all = heardBy.get(channel);
      all?.add(heard);
      return () => all?.delete(heard);
    },
    isLive: () => live !== undefined,
    async close() {
      closed = true;
      await live?.end().catch(() => undefined);
    },
  };
}

/** Milliseconds within which a notification must arrive. */
const heardMs = 10_000;

/**
 * Reports whether this connection hears what another one says. A connection to the database itself does. One whose
 * process is another than the one it began with belongs to a pooler, which may pass notifications on (pooling sessions)
 * or lose them (pooling transactions): only trying shows it.
 */
async function hears(client: pg.Client, url: string): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { processID } = client as pg.Client & { processID?: number };
  if (rows[0]?.pid === processID) {
    return true;
  }
  const text = randomUUID();
  const arrived = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), heardMs);
    client.on('notification', ({ payload }) => {
      if (payload === text) {
        clearTimeout(timer);
        resolve(true);
      }
    });
  });
  const other = new pg.Client({ connectionString: url });
  other.on('error', () => undefined);
  await other.connect();
  await other.query(`select pg_notify('job_queued', $1)`, [text]);
  await other.end();
  return await arrived;
}
