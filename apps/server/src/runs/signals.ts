import pg from 'pg';
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
 * @param url the database without a pooler in between
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

  const connect = async () => {
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
    live = client;
    for (const each of channels) {
      tell(each, '');
    }
  };
  await connect();

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
