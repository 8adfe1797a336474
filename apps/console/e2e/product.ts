import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base } from '@playwright/test';

const root = join(import.meta.dirname, '../../..');

export interface SignIn {
  username: string;
  password: string;
}

/** One running Bowerbird of a test file's own, on an empty data folder. */
export interface Product {
  url: string;
  administrator: SignIn;
  merchant: SignIn;
  dataFolder: string;
  /** Everything it has printed so far. */
  said(): string;
}

interface Running {
  file: string;
  product: Product;
  stop(): Promise<void>;
}

/** `test` with a `product`: started for the first test of a file that asks for it, and shared by the tests of that file. */
export const test = base.extend<{ product: Product }, { running: (file: string) => Promise<Product> }>({
  running: [
    // biome-ignore lint/correctness/noEmptyPattern: the tool reads a fixture's needs from this pattern
    async ({}, use) => {
      let current: Running | undefined;
      await use(async (file) => {
        if (current?.file !== file) {
          await current?.stop();
          current = { file, ...(await startProduct()) };
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

/** Starts the product as a person would, and waits for the line that says it is ready. */
export async function startProduct(environment: Record<string, string> = {}) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'bowerbird-e2e-'));
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
      administrator: signInOf(lines, 'Administrator'),
      merchant: signInOf(lines, 'Demo merchant'),
      dataFolder,
      said: () => lines.join('\n'),
    };
    return { product, stop: () => stop(program, dataFolder) };
  } catch (thrown) {
    await stop(program, dataFolder);
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

async function stop(program: ChildProcess, dataFolder: string): Promise<void> {
  if (program.exitCode === null && program.signalCode === null) {
    const gone = once(program, 'exit');
    program.kill('SIGINT');
    await gone;
  }
  rmSync(dataFolder, { recursive: true, force: true });
}
