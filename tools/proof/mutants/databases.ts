import pg from 'pg';
import { addressesOf } from '../../../apps/server/src/db/embedded/logins.ts';
import { migrate } from '../../../apps/server/src/db/migrate.ts';
import type { Params } from './run.ts';

/**
 * Provides fresh databases to one program after another: what a broken engine leaves in its database affects no other.
 */
export class Databases {
  readonly #client: pg.Client;
  readonly #serverUrl: string;
  #made = 0;
  #requested: Promise<void> = Promise.resolve();

  private constructor(client: pg.Client, serverUrl: string) {
    this.#client = client;
    this.#serverUrl = serverUrl;
  }

  /** Creates the migrated database that all others are copies of. */
  static async open(serverUrl: string): Promise<Databases> {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query('create database mutants_template');
    await migrate(urlOf(serverUrl, 'mutants_template'));
    return new Databases(client, serverUrl);
  }

  /** Provides a database, and another one for rounds with two installations; both are deleted when `work` is done. */
  async during<T>(work: (urls: Params['urls']) => Promise<T>): Promise<T> {
    this.#made += 1;
    const names = [`mutant_${this.#made}`, `mutant_${this.#made}_spare`] as const;
    await this.#each(names.map((name) => `create database ${name} template mutants_template`));
    try {
      const [one, spare] = names.map((name) => addressesOf(urlOf(this.#serverUrl, name)).app);
      return await work([one ?? '', spare ?? '']);
    } finally {
      await this.#each(names.map((name) => `drop database ${name} with (force)`));
    }
  }

  /** Runs one after the other for all callers: two copies of one database cannot be made at once. */
  #each(statements: readonly string[]): Promise<void> {
    const requested = this.#requested.then(async () => {
      for (const statement of statements) {
        await this.#client.query(statement);
      }
    });
    this.#requested = requested.catch(() => undefined);
    return requested;
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}

function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
