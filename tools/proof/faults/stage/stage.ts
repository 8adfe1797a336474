import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseServer, query } from './database.ts';
import { Person } from './person.ts';
import { Program, type ProgramOptions } from './program.ts';
import { TcpProxy } from './proxy.ts';
import { Shop } from './shop.ts';

/** The environment of one drill: everything it opens is closed after it, in turn. */
export class Stage {
  readonly server: DatabaseServer;
  /** The edit sets that remove the drill's defense; empty if it is run with the defense. */
  readonly without: readonly string[];
  readonly #closing: (() => unknown)[] = [];

  constructor(server: DatabaseServer, without: readonly string[]) {
    this.server = server;
    this.without = without;
  }

  /** Registers something to be closed after the drill. */
  later(close: () => unknown): void {
    this.#closing.push(close);
  }

  async close(): Promise<void> {
    for (const close of this.#closing.splice(0).reverse()) {
      await Promise.resolve(close()).catch(() => undefined);
    }
  }

  folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'bowerbird-drill-'));
    chmodSync(folder, 0o755);
    this.later(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }

  /** Returns a file that shifts a program's clock by this many milliseconds. */
  clockAhead(ms: number): string {
    const file = join(this.folder(), 'clock');
    writeFileSync(file, String(ms));
    return file;
  }

  async shop(pages = 4): Promise<Shop> {
    const shop = await Shop.open(pages);
    this.later(() => shop.close());
    return shop;
  }

  /** Creates a database with a proxy before it. */
  async database(): Promise<Database> {
    const name = await this.server.create();
    this.later(() => this.server.drop(name));
    const proxy = new TcpProxy(this.server.port);
    await proxy.open();
    this.later(() => proxy.close());
    const { server } = this;
    return {
      proxy,
      url: server.url(name, proxy.port),
      rows: (text, values = []) => query(server.url(name), text, values),
    };
  }

  /**
   * Starts the program, without the drill's defense if that is being tested; does not wait for it.
   * @param whole keep the defense: a process that has to reach its kill point
   */
  begin(options: ProgramOptions, whole = false): Program {
    const program = Program.start({
      ...options,
      edits: [...(whole ? [] : this.without), ...(options.edits ?? [])],
    });
    this.later(async () => {
      program.end('SIGTERM').catch(() => null);
      const timer = setTimeout(() => void program.end('SIGKILL'), 20_000);
      await program.ended;
      clearTimeout(timer);
    });
    return program;
  }

  /** Starts the program on a new external database, with its merchant signed in. */
  async installed(options: Partial<ProgramOptions> = {}): Promise<Installed> {
    const database = await this.database();
    const folder = this.folder();
    const all = { folder, databaseUrl: database.url, ...options };
    const program = this.begin(all);
    await program.ready();
    const accounts = program.accounts();
    const merchant = await Person.signIn(program, accounts.merchant);
    return { database, folder, program, merchant, accounts, options: all };
  }
}

export interface Database {
  proxy: TcpProxy;
  /** For the program, through the proxy. */
  url: string;
  /** Queries without the proxy, as the owner of everything. */
  rows<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
}

export interface Installed {
  database: Database;
  folder: string;
  program: Program;
  merchant: Person;
  accounts: ReturnType<Program['accounts']>;
  /** Options of its start, to start another one like it. */
  options: ProgramOptions;
}
