import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { isServed } from '../apps/server/src/db/embedded/postmaster.ts';
import { stopEmbedded } from '../apps/server/src/db/embedded/start.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'bowerbird-stopping-'));
const data = join(folder, 'data');
const waitMs = 240_000;

afterAll(async () => {
  await stopEmbedded({ folder: data, say: () => undefined }).catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
});

/** An npm script that starts the program as `npm start` does, without building the console first. */
writeFileSync(
  join(folder, 'package.json'),
  JSON.stringify({ scripts: { start: `node "${root}/tools/run.mjs" "${root}/apps/server/src/main.ts"` } }),
);

async function startByNpm() {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|INIT_CWD|VITEST|NODE_OPTIONS)/.test(name),
  );
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...Object.fromEntries(kept), DATABASE_URL: '', BOWERBIRD_DATA: data, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [npm.stdout, npm.stderr]) {
    createInterface({ input: stream }).on('line', (line) => said.push(line));
  }
  const ready = /Bowerbird is ready: http:\/\/127\.0\.0\.1:(?<port>\d+)/;
  await expect.poll(() => said.join('\n'), { timeout: waitMs }).toMatch(ready);
  const server = Number(ready.exec(said.join('\n'))?.groups?.port);
  const simulator = Number(readFileSync(join(data, 'practice/port'), 'utf8'));
  // Root keeps the database elsewhere, because the server's user cannot reach the data folder.
  const elsewhere = /the database is kept in (?<folder>\S+)\.$/m.exec(said.join('\n'))?.groups?.folder;
  return { npm, server, simulator, cluster: join(elsewhere ?? data, 'postgres/data') };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

describe.skipIf(process.platform === 'win32')('the process of npm start', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'ended by %s takes server, simulator and database along',
    { tags: ['slow'], timeout: 3 * waitMs },
    async (signal) => {
      const { npm, server, simulator, cluster } = await startByNpm();
      expect([await isOpen(server), await isOpen(simulator), isServed(cluster)]).toEqual([true, true, true]);

      npm.kill(signal);

      await expect.poll(() => isOpen(server), { timeout: waitMs }).toBe(false);
      await expect.poll(() => isOpen(simulator), { timeout: waitMs }).toBe(false);
      await expect.poll(() => isServed(cluster), { timeout: waitMs }).toBe(false);
      await expect.poll(() => existsSync(join(data, 'practice/served-by')), { timeout: waitMs }).toBe(false);
    },
  );
});
