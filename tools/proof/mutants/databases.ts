import pg from 'pg';
import { addressesOf } from '../../../apps/server/src/db/embedded/logins.ts';
import { migrate } from '../../../apps/server/src/db/migrate.ts';
import type { Ask } from './play.ts';

/** Hands fresh databases to one program after another: what a broken engine leaves in its own, no other meets. */
export class Databases {
  readonly #client: pg.Client;
  readonly #serverUrl: string;
  #made = 0;
  #asked: Promise<void> = Promise.resolve();

  private constructor(client: pg.Client, serverUrl: string) {
    this.#client = client;
    this.#serverUrl = serverUrl;
  }

  /** Makes the migrated database that all others are copies of. */
  static async open(serverUrl: string): Promise<Databases> {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query('create database mutants_template');
    await migrate(urlOf(serverUrl, 'mutants_template'));
    return new Databases(client, serverUrl);
  }

  /** A database, and another one for rounds with two installations; both are gone when `work` is done. */
  async during<T>(work: (urls: Ask['urls']) => Promise<T>): Promise<T> {
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

  /** One after the other, whoever asks: two copies of one database cannot be made at once. */
  #each(statements: readonly string[]): Promise<void> {
    const asked = this.#asked.then(async () => {
      for (const statement of statements) {
        await this.#client.query(statement);
      }
    });
    this.#asked = asked.catch(() => undefined);
    return asked;
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
