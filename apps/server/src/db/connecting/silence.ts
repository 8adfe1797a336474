import type pg from 'pg';

/** Members that the driver has and its types lack (`pg` 8, `lib/client.js`). */
type Driven = pg.ClientBase & {
  connection?: {
    stream?: { setTimeout(ms: number, silent: () => void): unknown; destroy(error?: Error): void };
  };
  readyForQuery?: boolean;
};

/**
 * Ends a connection whose query gets no response for this many milliseconds: a server that hangs, or one whose machine
 * is gone, would otherwise hold the query and its connection forever. The query fails like on any broken connection. An
 * idle connection may be silent.
 */
export function endWhenSilent(client: pg.ClientBase, ms: number): void {
  const driven: Driven = client;
  const stream = driven.connection?.stream;
  stream?.setTimeout(ms, () => {
    if (driven.readyForQuery !== true) {
      stream.destroy(new Error(`Connection terminated: the database said nothing for ${ms / 1000} s`));
    }
  });
}
