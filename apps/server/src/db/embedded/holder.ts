import pg from 'pg';

/**
 * How long a process needs the server: a long-lived process stops it at its end, a short one leaves it as it found it.
 */
export type WhenDone = 'stop' | 'leave-as-found';

/** One open session that shows other processes of ours that the server is in use; it vanishes with its process. */
export interface Holder {
  /** Returns which others use the server now. */
  others(): Promise<WhenDone[]>;
  letGo(): Promise<void>;
  /**
   * Resolves once the session is gone without having been closed here. `stopped`: somebody shut the server down in good
   * order.
   */
  gone: Promise<'stopped' | 'broke-off'>;
}

/** The driver has both methods, but its types lack them. */
type HoldingClient = pg.Client & { ref(): void; unref(): void };

const mark = 'bowerbird holds ';
/**
 * Recognises the message of a server that is shut down in good order; the same code also means that its main process
 * died.
 */
function isOrderlyEnd(error: Error): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '57P01' && !/postmaster exit/.test(error.message)
  );
}

/** Opens the session. It never keeps a process alive. */
export async function hold(url: string, whenDone: WhenDone): Promise<Holder> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `${mark}${whenDone}`,
  }) as HoldingClient;
  let isStopped = false;
  let isLetGo = false;
  const gone = new Promise<'stopped' | 'broke-off'>((resolve) => {
    client.on('error', (error) => {
      isStopped ||= isOrderlyEnd(error);
    });
    client.on('end', () => isLetGo || resolve(isStopped ? 'stopped' : 'broke-off'));
  });
  await client.connect();
  client.unref();
  return {
    gone,
    async others() {
      client.ref();
      const { rows } = await client.query<{ name: string }>(
        'select application_name as name from pg_stat_activity where starts_with(application_name, $1) and pid <> pg_backend_pid()',
        [mark],
      );
      return rows.map(({ name }) => (name === `${mark}stop` ? 'stop' : 'leave-as-found'));
    },
    async letGo() {
      isLetGo = true;
      await client.end();
    },
  };
}
