import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { query } from './database.ts';
import { until } from './until.ts';

/** The database that a program keeps in its data folder. */
export class EmbeddedOf {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the current process id of its server. */
  pid(): number {
    return Number(this.#note()[0]);
  }

  /** Queries it as the owner of everything; waits if it is being started. */
  async rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return await until('the embedded database to answer', () =>
      query<Row>(this.#url(), text, values).catch(() => null),
    );
  }

  #url(): string {
    const password = readFileSync(join(this.#folder, 'postgres-password'), 'utf8').trim();
    return `postgres://bowerbird:${password}@127.0.0.1:${this.#note()[3]}/bowerbird`;
  }

  #note(): string[] {
    return readFileSync(join(this.#folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n');
  }
}
