import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach } from 'vitest';
import {
  type Embedded,
  type EmbeddedOptions,
  startEmbedded,
  stopEmbedded,
} from '../../src/db/embedded/start.ts';

/** Provides folders for embedded databases, whose servers are stopped and which are removed after each test. */
export function embeddedTests() {
  const used: EmbeddedOptions[] = [];
  const folders: string[] = [];
  let seed: string | undefined;

  afterAll(() => {
    if (seed !== undefined) {
      rmSync(seed, { recursive: true, force: true });
    }
  });

  afterEach(async () => {
    for (const options of used.splice(0)) {
      await stopEmbedded(options).catch(() => {});
    }
    for (const folder of folders.splice(0)) {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  function emptyFolder(mode = 0o755): string {
    const folder = mkdtempSync(join(tmpdir(), 'bowerbird-embedded-'));
    chmodSync(folder, mode);
    folders.push(folder);
    return folder;
  }

  return {
    /** Creates a folder that everyone may traverse, unless another mode is given. */
    emptyFolder,

    /** Returns a folder whose database was created before and is not running; quicker than a first start. */
    async folderWithDatabase(): Promise<string> {
      seed ??= await makeSeed();
      const folder = emptyFolder();
      cpSync(seed, folder, { recursive: true });
      return folder;
    },

    start(folder: string, options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
      const all = { folder, fsync: false, say: () => {}, ...options };
      used.push(all);
      return startEmbedded(all);
    },

    /** Starts the database from a process that is then killed, so that the server outlives it. */
    async startAndKill(folder: string): Promise<string> {
      used.push({ folder, say: () => {} });
      const program = join(import.meta.dirname, 'serve-until-killed.ts');
      const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
      const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      return url;
    },
  };
}

async function makeSeed(): Promise<string> {
  const seed = mkdtempSync(join(tmpdir(), 'bowerbird-embedded-'));
  chmodSync(seed, 0o755);
  const { stop } = await startEmbedded({ folder: seed, say: () => {} });
  await stop();
  return seed;
}

/** Returns the first column of the first row. */
export async function call(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}
