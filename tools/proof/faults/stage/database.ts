import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Embedded, startEmbedded } from '../../../../apps/server/src/db/embedded/start.ts';
import { migrate } from '../../../../apps/server/src/db/migrate.ts';

/** The proof's own PostgreSQL, outside of the programs that use it by `DATABASE_URL`. */
export class DatabaseServer {
  readonly #folder: string;
  #embedded: Embedded;
  #made = 0;

  private constructor(folder: string, embedded: Embedded) {
    this.#folder = folder;
    this.#embedded = embedded;
  }

  static async start(): Promise<DatabaseServer> {
    const folder = mkdtempSync(join(tmpdir(), 'bowerbird-faults-'));
    chmodSync(folder, 0o755);
    const server = new DatabaseServer(folder, await startIn(folder));
    await query(server.url(), 'create database template_of_drills');
    await migrate(server.url('template_of_drills'));
    return server;
  }

  get port(): number {
    return Number(new URL(this.#embedded.url).port);
  }

  /** Returns the address for the owner of everything, through this port if one is given. */
  url(name = 'postgres', port?: number): string {
    const url = new URL(this.#embedded.url);
    url.pathname = `/${name}`;
    url.port = String(port ?? this.port);
    return url.href;
  }

  /** Creates a migrated database; returns its name. */
  async create(): Promise<string> {
    this.#made += 1;
    const name = `drill_${this.#made}`;
    await query(this.url(), `create database ${name} template template_of_drills`);
    return name;
  }

  drop(name: string): Promise<unknown> {
    return query(this.url(), `drop database if exists ${name} with (force)`);
  }

  /** Stops it cleanly: all sessions are cut. */
  async stop(): Promise<void> {
    await this.#embedded.stop();
  }

  /** Starts it again, at another port. */
  async startAgain(): Promise<void> {
    this.#embedded = await startIn(this.#folder);
  }

  async remove(): Promise<void> {
    await this.#embedded.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function startIn(folder: string): Promise<Embedded> {
  return startEmbedded({ folder, fsync: false, say: () => {} });
}

/** Returns the rows of one statement, over a separate connection that row-level security does not restrict. */
export async function query<Row extends object>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
