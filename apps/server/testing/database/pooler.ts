import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { addressVia } from '../../src/db/connecting/addresses.ts';
import { nobody, runningAsRoot } from '../../src/db/embedded/run-as.ts';
import { takeStartLock } from '../../src/db/embedded/start-lock.ts';

/** Set by `npm run test:pooler`: every test's database is then reached through PgBouncer, which pools transactions. */
export const isPooled = process.env.BOWERBIRD_TEST_POOLER === 'on';

/**
 * Returns the address of the test run's PgBouncer, which the first caller starts: any database of the server, any of its
 * logins. It accepts no start-up parameter that PgBouncer does not know by itself, and keeps nothing of a session.
 * @param folder the folder of this test run
 */
export async function poolerOf(folder: string, serverUrl: string): Promise<string> {
  const noted = join(folder, 'test-pooler-port');
  const release = await takeStartLock(`${noted}-making`);
  try {
    if (!existsSync(noted)) {
      writeFileSync(noted, String(await start(folder, serverUrl)));
    }
  } finally {
    release();
  }
  return addressNoted(folder);
}

/** Returns the settings with which a program reaches a database of the tests: through the pooler, if there is one. */
export function settingsFor(folder: string, databaseUrl: string): Record<string, string> {
  return isPooled
    ? {
        DATABASE_URL: addressVia(databaseUrl, addressNoted(folder)),
        DATABASE_DIRECT_URL: databaseUrl,
      }
    : { DATABASE_URL: databaseUrl };
}

function addressNoted(folder: string): string {
  return `postgres://127.0.0.1:${readFileSync(join(folder, 'test-pooler-port'), 'utf8')}`;
}

/** Ends the PgBouncer of a test run. */
export function stopPooler(folder: string): void {
  const file = join(folder, 'pooler', 'pid');
  if (existsSync(file)) {
    process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL');
  }
}

async function start(folder: string, serverUrl: string): Promise<number> {
  const { port, username, password } = new URL(serverUrl);
  const own = join(folder, 'pooler');
  mkdirSync(own, { recursive: true });
  const users = join(own, 'users.txt');
  // Only the user who may read the verifiers of all others; each login is checked against its own.
  writeFileSync(users, `"${username}" "${password}"\n`, { mode: 0o600 });
  const listen = await freePort();
  const settings = join(own, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=127.0.0.1 port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
auth_user = ${username}
auth_query = select usename, passwd from pg_shadow where usename = $1
pool_mode = transaction
max_client_conn = 2000
default_pool_size = 8
server_idle_timeout = 5
pidfile = ${join(own, 'pid')}
logfile = ${join(own, 'log')}
`,
    { mode: 0o600 },
  );
  const user = runningAsRoot() ? nobody : undefined;
  if (user) {
    for (const path of [own, users, settings]) {
      chownSync(path, user.uid, user.gid);
    }
    chmodSync(folder, 0o755);
  }
  const child = spawn(programOf(), ['-q', settings], { detached: true, stdio: 'ignore', ...user });
  child.unref();
  await answers(`postgres://${username}:${password}@127.0.0.1:${listen}/postgres`);
  return listen;
}

/** Returns the installed program; throws with what to install. */
export function programOf(): string {
  const found = ['pgbouncer', '/usr/sbin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find(
    (program) => spawnSync(program, ['--version']).status === 0,
  );
  if (found === undefined) {
    throw new Error(
      'PgBouncer is missing. Install it (Debian and Ubuntu: apt-get install pgbouncer; macOS: brew install pgbouncer) and run ' +
        'this again.',
    );
  }
  return found;
}

async function answers(url: string): Promise<void> {
  for (let left = 100; ; left -= 1) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch (thrown) {
      if (left === 0) {
        throw thrown;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
