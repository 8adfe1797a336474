import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { until } from './until.ts';

const top = fileURLToPath(new URL('../../../../', import.meta.url));
const hook = fileURLToPath(new URL('../hook.ts', import.meta.url));
const clock = fileURLToPath(new URL('./shifted-clock.ts', import.meta.url));

/** Milliseconds; longer than the program lets a call wait for its database. */
const answerMs = 120_000;
/** Milliseconds; a slow start on a busy machine is no failure. */
const startMs = 300_000;

export interface ProgramOptions {
  /** Its data folder. */
  folder: string;
  /** Left out: the embedded database of its folder. */
  databaseUrl?: string;
  /** Hosts with ports, in the form of `BOWERBIRD_ALLOWED_PRIVATE_HOSTS`. */
  reaches?: readonly string[];
  environment?: Readonly<Record<string, string>>;
  /** Edit sets of `edits/` that are applied to it. */
  edits?: readonly string[];
  /** File with the milliseconds by which its clock is off at its start; written later to change it. */
  clockFile?: string;
}

export interface SignIn {
  username: string;
  password: string;
}

/** An answer of the program's API. */
export interface Answer {
  status: number;
  code: string | null;
  data: unknown;
}

/** The program itself (`apps/server/src/main.ts`) in a separate process. */
export class Program {
  readonly #child: ChildProcess;
  readonly #said: string[] = [];
  readonly #complained: string[] = [];
  readonly ended: Promise<number | null>;
  #over = false;
  url = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.ended = once(child, 'exit').then(([code]) => {
      this.#over = true;
      return code as number | null;
    });
    const keep = (lines: string[]) => (line: string) => {
      lines.push(line);
      lines.splice(0, Math.max(0, lines.length - 2000));
    };
    if (child.stdout && child.stderr) {
      createInterface({ input: child.stdout }).on('line', keep(this.#said));
      createInterface({ input: child.stderr }).on('line', keep(this.#complained));
    }
  }

  /** Starts it and returns at once: in some drills it ends during the start. */
  static start({ folder, databaseUrl, reaches, environment, edits, clockFile }: ProgramOptions): Program {
    const imports = ['--import', hook, ...(clockFile === undefined ? [] : ['--import', clock])];
    const child = spawn(process.execPath, [...imports, 'apps/server/src/main.ts'], {
      cwd: top,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
        PORT: '0',
        BOWERBIRD_DATA: folder,
        BOWERBIRD_PRACTICE: 'off',
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
        BOWERBIRD_ALLOWED_PRIVATE_HOSTS: (reaches ?? []).join(','),
        BOWERBIRD_DRILL_EDITS: (edits ?? []).join(' '),
        ...(clockFile !== undefined && { BOWERBIRD_DRILL_CLOCK: clockFile }),
        ...environment,
      },
    });
    return new Program(child);
  }

  /** Waits until it reports that it is ready. If it ended instead, throws with its error output. */
  async ready(): Promise<void> {
    const line = await until(
      'the program to be ready',
      async () => {
        const found = this.#said.find((each) => each.startsWith('Bowerbird is ready'));
        if (found === undefined && this.#over) {
          throw new Error(`the program ended at its start: ${this.complaints()}`);
        }
        return found;
      },
      startMs,
    );
    this.url = /http\S+/.exec(line)?.[0] ?? '';
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get lives(): boolean {
    return !this.#over;
  }

  /** Returns the accounts of its first start; throws if it created none. */
  accounts(): { administrator: SignIn; merchant: SignIn } {
    const of = (whose: string): SignIn => {
      const found = this.#said.map((line) => line.split(`${whose}: `)[1]?.split(' / ')).find(Boolean);
      const [username, password] = found ?? [];
      if (!username || !password) {
        throw new Error(`no account of the ${whose} was reported`);
      }
      return { username, password };
    };
    return { administrator: of('Administrator'), merchant: of('Demo merchant') };
  }

  /** Returns the last lines that it wrote to standard error and its log. */
  complaints(): string {
    return [...this.#complained.slice(-5), ...this.#said.slice(-3)].join(' | ').slice(-900);
  }

  /** Returns everything it printed so far that matches. */
  saidOf(words: RegExp): string[] {
    return [...this.#said, ...this.#complained].filter((line) => words.test(line));
  }

  async call(method: string, path: string, body?: object, token = ''): Promise<Answer> {
    const answer = await fetch(`${this.url}/shop-reptile/api${path}`, {
      method,
      headers: { 'access-token': token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerMs),
    });
    const read = (await answer.json()) as { code?: unknown; data?: unknown };
    return {
      status: answer.status,
      code: typeof read.code === 'string' ? read.code : null,
      data: read.data,
    };
  }

  /** Returns the status of a page outside the API; 0 if there was no answer. */
  async statusOf(path: '/healthz' | '/readyz'): Promise<number> {
    const answer = await fetch(`${this.url}${path}`, { signal: AbortSignal.timeout(answerMs) }).catch(
      () => null,
    );
    await answer?.body?.cancel();
    return answer?.status ?? 0;
  }

  /** Ends it by its own process id, and waits until it is gone. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (!this.#over) {
      this.#child.kill(signal);
    }
    return await this.ended;
  }
}
