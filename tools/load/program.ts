import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '../..');

/** One process of the program: an API that listens, or a worker. */
export interface Running {
  role: 'api' | 'worker';
  pid: number;
  /** Where the API is called; empty for a worker. */
  url: string;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>;
}

/** Starts one process of the program, as `npm start -- --api` and `-- --worker` do, and waits until it is ready. */
export async function startRole(
  role: Running['role'],
  environment: Record<string, string>,
  port = 0,
): Promise<Running> {
  const child = spawn(process.execPath, ['tools/start.mjs', `--${role}`], {
    cwd: root,
    env: { ...process.env, BOWERBIRD_PRACTICE: 'off', PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  await readyLine(child, said);
  return {
    role,
    pid: child.pid ?? 0,
    url: role === 'api' ? `http://127.0.0.1:${port}` : '',
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        await gone;
      }
    },
  };
}

function readyLine(child: ChildProcess, said: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) {
        createInterface({ input: stream }).on('line', (line) => {
          said.push(line);
          if (said.length > 200) {
            said.shift();
          }
          if (/^Bowerbird (?:is ready|works on jobs)/.test(line)) {
            resolve();
          }
        });
      }
    }
    child.once('close', (code) =>
      reject(new Error(`The program ended with ${code} before it was ready:\n${said.join('\n')}`)),
    );
  });
}

/** Returns a port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

export interface Shops {
  port: number;
  access: { connection: string; credentials: Record<string, string> };
  stop(): void;
}

/** Starts the simulated shop and store in a process of their own. */
export async function startShops(): Promise<Shops> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'shops.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { ...JSON.parse(String(line)), stop: () => child.kill() };
}
