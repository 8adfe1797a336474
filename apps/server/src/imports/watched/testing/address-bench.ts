import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { asOwner, type Db } from '../../../db/database.ts';
import { importBench } from '../../testing.ts';
import { lookAt } from '../look.ts';
import { feedServer } from './feed-server.ts';
import { watchedBench } from './watched-bench.ts';

/** A merchant with a supplier's server, whose addresses are watched. */
export async function addressBench(db: Db) {
  const bench = await importBench(db);
  const feed = await feedServer();
  const watched = watchedBench(bench, [feed.host]);
  const { ownerId, services } = bench;

  return {
    bench,
    feed,
    watched,
    at: (path: string) => ({ kind: 'address', address: feed.address(path) }),
    /** Looks at a watched file as a worker does that has found it due; returns whether it took it. */
    lookOnce: (id: string, signal = new AbortController().signal) =>
      lookAt(watched.looking, { ownerId, id }, signal),
    /** The names of the files whose bytes are kept. */
    async stored(): Promise<string[]> {
      const all = await readdir(join(services.config.dataFolder, 'imports'), { recursive: true });
      return all.filter((each) => each.includes('-'));
    },
    /** The imports that came of a watched file, oldest first. */
    importsOf: (watchId: string) =>
      asOwner(db, ownerId, async (owned) => {
        const { rows } = await sql<{ run_id: string; state: string }>`
          select import.run_id, run.state from import join run on run.id = import.run_id
          where watch_id = ${watchId} order by 1`.execute(owned);
        return rows;
      }),
    /** What was notified of watched files since it was last asked. */
    notices: () =>
      asOwner(db, ownerId, async (owned) => {
        const { rows } = await sql<{ params: Record<string, unknown> }>`
          select params from notification_due where event = 'watched-file' order by at, id`.execute(owned);
        await sql`delete from notification_due`.execute(owned);
        return rows.map(({ params }) => params);
      }),
  };
}
