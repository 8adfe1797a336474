import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base } from '@playwright/test';

const root = join(import.meta.dirname, '../../..');

export interface SignIn {
  username: string;
  password: string;
}

/** The sign-ins that a first start creates. */
export interface SignIns {
  administrator: SignIn;
  merchant: SignIn;
}

/** A running Bowerbird for one test file, in the state after its first start. */
export interface Product extends SignIns {
  url: string;
  dataFolder: string;
  /** Returns everything that the program has printed so far. */
  said(): string;
}

interface Running {
  file: string;
  product: Product;
  stop(): Promise<void>;
}

/** `test` with a `product`: started for the first test of a file that uses it, and shared by the tests of that file. */
export const test = base.extend<{ product: Product }, { running: (file: string) => Promise<Product> }>({
  running: [
    // biome-ignore lint/correctness/noEmptyPattern: the tool reads a fixture's needs from this pattern
    async ({}, use) => {
      let current: Running | undefined;
      await use(async (file) => {
        if (current?.file !== file) {
          const [started] = await Promise.all([startProduct(), current?.stop()]);
          current = { file, ...started };
        }
        return current.product;
      });
      await current?.stop();
    },
    { scope: 'worker' },
  ],
  product: async ({ running }, use, { file }) => use(await running(file)),
  baseURL: async ({ product }, use) => use(product.url),
});

export { expect } from '@playwright/test';

/** What a first start leaves behind; each product starts from a copy of it. */
interface Prepared extends SignIns {
  dataFolder: string;
}

const variable = 'BOWERBIRD_E2E_PREPARED';

/**
 * Lets the products that this process and its child processes start begin from a finished first start, until the
 * returned function is called.
 */
export async function prepareProducts(): Promise<() => void> {
  const { product, end } = await startProgram(newFolder());
  const { administrator, merchant, dataFolder } = product;
  await end();
  process.env[variable] = JSON.stringify({ administrator, merchant, dataFolder } satisfies Prepared);
  return () => {
    delete process.env[variable];
    rmSync(dataFolder, { recursive: true, force: true });
  };
}

/**
 * Starts the product with a data folder that stays, and that a start before has filled if `known` names the sign-ins.
 */
export function startProductIn(dataFolder: string, known?: SignIns) {
  return startProgram(dataFolder, {}, known);
}

/** Starts the product as a user would, and waits for the line that says it is ready. */
export async function startProduct(environment: Record<string, string> = {}) {
  const dataFolder = newFolder();
  const remove = () => rmSync(dataFolder, { recursive: true, force: true });
  try {
    const { product, end } = await startProgram(dataFolder, environment, preparedFor(dataFolder));
    return { product, stop: () => end().finally(remove) };
  } catch (thrown) {
    remove();
    throw thrown;
  }
}

/** Fills the folder with the prepared state, if there is one. */
function preparedFor(dataFolder: string): SignIns | undefined {
  const reported = process.env[variable];
  if (reported === undefined) {
    return undefined;
  }
  const prepared: Prepared = JSON.parse(reported);
  cpSync(prepared.dataFolder, dataFolder, { recursive: true, verbatimSymlinks: true });
  return prepared;
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'bowerbird-e2e-'));
}

async function startProgram(dataFolder: string, environment: Record<string, string> = {}, known?: SignIns) {
  const lines: string[] = [];
  const program = spawn(join(root, 'node_modules/.bin/node'), ['apps/server/src/main.ts'], {
    cwd: root,
    env: { ...process.env, BOWERBIRD_DATA: dataFolder, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const url = await readyAt(program, lines);
    const product: Product = {
      url,
      administrator: known?.administrator ?? signInOf(lines, 'Administrator'),
      merchant: known?.merchant ?? signInOf(lines, 'Demo merchant'),
      dataFolder,
      said: () => lines.join('\n'),
    };
    return { product, end: () => end(program) };
  } catch (thrown) {
    await end(program);
    throw thrown;
  }
}

function readyAt(program: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const read = (line: string) => {
      lines.push(line);
      const url = /^Bowerbird is ready: (?<url>\S+)/.exec(line)?.groups?.url;
      if (url !== undefined) {
        resolve(url);
      }
    };
    for (const stream of [program.stdout, program.stderr]) {
      if (stream) {
        createInterface({ input: stream }).on('line', read);
      }
    }
    program.once('error', reject);
    program.once('close', (code) => {
      reject(new Error(`Bowerbird ended with ${code} before it was ready:\n${lines.join('\n')}`));
    });
  });
}

function signInOf(lines: string[], who: string): SignIn {
  const line = lines.find((each) => each.startsWith(`${who}: `)) ?? '';
  const { username, password } = /: (?<username>\S+) \/ (?<password>\S+)/.exec(line)?.groups ?? {};
  if (username === undefined || password === undefined) {
    throw new Error(`Bowerbird did not say how the ${who.toLowerCase()} signs in:\n${lines.join('\n')}`);
  }
  return { username, password };
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode === null && program.signalCode === null) {
    const gone = once(program, 'exit');
    program.kill('SIGINT');
    await gone;
  }
}
