import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import pg from 'pg';
import type { Running } from './program.ts';

/** One look at all processes of the program. */
interface Look {
  seconds: number;
  megabytes: number;
  handles: number;
  connections: number;
  load: number;
}

const everyMs = 5000;

/** Watches memory, open files and database connections of the program's processes. Linux only: reads `/proc`. */
export class Watch {
  readonly #looks: Look[] = [];
  readonly #began = performance.now();
  readonly #client: pg.Client;
  readonly #timer: NodeJS.Timeout;

  constructor(databaseUrl: string, running: () => readonly Running[]) {
    this.#client = new pg.Client({ connectionString: databaseUrl });
    const connected = this.#client.connect();
    this.#timer = setInterval(() => {
      void connected.then(() => this.#look(running())).catch(() => undefined);
    }, everyMs);
  }

  /** Ends the watch; returns a line for each figure: from, to, and how it grows in an hour. */
  async end(): Promise<string[]> {
    clearInterval(this.#timer);
    await this.#client.end();
    const of = (what: 'megabytes' | 'handles' | 'connections' | 'load', name: string) => {
      const values = this.#looks.map((look) => look[what]);
      const [first = 0, last = 0] = [values[0], values.at(-1)];
      const { slope, error } = slopeOf(this.#looks.map((look) => [look.seconds, look[what]]));
      const [hour, more] = [slope * 3600, 2 * error * 3600];
      const flat = Math.abs(hour) <= more ? 'flat within its error' : hour > 0 ? 'grows' : 'falls';
      return `${name}: ${first.toFixed(0)} at first, ${last.toFixed(0)} at last, ${Math.max(...values).toFixed(0)} at most; ${hour.toFixed(0)} (+- ${more.toFixed(0)}) an hour: ${flat}`;
    };
    return this.#looks.length < 3
      ? ['too short to watch']
      : [
          of('megabytes', 'memory of API and worker processes, MB'),
          of('handles', 'open handles'),
          of('connections', 'connections to the database'),
          of('load', 'load of the machine'),
        ];
  }

  async #look(running: readonly Running[]): Promise<void> {
    const { rows } = await this.#client.query<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    this.#looks.push({
      seconds: (performance.now() - this.#began) / 1000,
      megabytes: running.reduce((sum, { pid }) => sum + memoryOf(pid), 0),
      handles: running.reduce((sum, { pid }) => sum + handlesOf(pid), 0),
      connections: rows[0]?.count ?? 0,
      load: loadavg()[0] ?? 0,
    });
  }
}

/** Returns the least-squares slope of points, and its standard error. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): {
  slope: number;
  at0: number;
  error: number;
} {
  const count = points.length;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / count;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / count;
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const at0 = meanY - slope * meanX;
  const rest = points.reduce((sum, [x, y]) => sum + (y - at0 - slope * x) ** 2, 0);
  return { slope, at0, error: Math.sqrt(rest / Math.max(1, count - 2) / spread) };
}

function memoryOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function handlesOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}
