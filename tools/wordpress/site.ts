import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { SitePost } from './posts.ts';

/** Location of Debian's package. */
const packaged = '/usr/share/wordpress';
const theme = join(packaged, 'wp-content/themes/twentytwentytwo');
const needed = [
  'wordpress',
  'mariadb-server',
  'php-cli',
  'php-mysql',
  'php-gd',
  'php-xml',
  'php-mbstring',
  'wordpress-theme-twentytwentytwo',
];
const php = '/usr/bin/php';
const phpFiles = join(import.meta.dirname, 'php');

export interface WordpressSite {
  /** "http://127.0.0.1:PORT" */
  root: string;
  version: string;
  user: string;
  /** An application password of that user, who is its administrator. */
  applicationPassword: string;
  /** Sets the form of post addresses: `/%postname%/`, or "" for `?p=1`. */
  permalinks(structure: string): void;
  /** Sets whether the REST API answers those who are not signed in, and whether there is a sitemap. */
  open(doors: { rest: boolean; sitemap: boolean }): void;
  /** Writes posts, with their images and categories. Returns their addresses. */
  write(posts: readonly SitePost[]): { title: string; address: string }[];
  /** Deletes every post and image. */
  empty(): void;
  /** Returns the number of posts, drafts included, without those in the trash. */
  count(): number;
  close(): Promise<void>;
}

/**
 * Starts a real WordPress with its own MariaDB, both on loopback, in a temporary folder. Missing Debian packages are
 * installed if this program may; else it prints what to install.
 */
export async function openWordpress(): Promise<WordpressSite> {
  installMissing();
  const folder = mkdtempSync(join(tmpdir(), 'bowerbird-wordpress-'));
  const processes: ChildProcess[] = [];
  const close = async () => {
    await Promise.all(processes.reverse().map(ended));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const socket = join(folder, 'db.sock');
    processes.push(await startDatabase(folder, socket));
    const site = join(folder, 'site');
    cpSync(packaged, site, { recursive: true, dereference: true });
    const port = await freePort();
    const root = `http://127.0.0.1:${port}`;
    const run = (file: string, input: object = {}): string =>
      execFileSync(php, ['-d', 'display_errors=stderr', join(phpFiles, file), site], {
        encoding: 'utf8',
        input: JSON.stringify(input),
        maxBuffer: 50_000_000,
      });
    writeFileSync(
      join(site, 'wp-config.php'),
      readFileSync(join(phpFiles, 'wp-config.php'), 'utf8')
        .replaceAll('__ROOT__', root)
        .replaceAll('__SOCKET__', socket),
    );
    mkdirSync(join(site, 'wp-content/mu-plugins'), { recursive: true });
    cpSync(join(phpFiles, 'closed.php'), join(site, 'wp-content/mu-plugins/closed.php'));
    const installed = JSON.parse(run('install.php')) as { version: string; password: string };
    processes.push(await startPhp(site, port));
    return {
      root,
      version: installed.version,
      user: 'keeper',
      applicationPassword: installed.password,
      permalinks: (structure) => void run('permalinks.php', { structure }),
      open: (doors) => void run('open.php', doors),
      empty: () => void run('empty.php'),
      count: () => Number(run('count.php')),
      write: (posts) => JSON.parse(run('write.php', { posts })),
      close,
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

function installMissing(): void {
  if (existsSync(packaged) && existsSync(php) && existsSync('/usr/sbin/mariadbd') && existsSync(theme)) {
    return;
  }
  const command = `apt-get install -y --no-install-recommends ${needed.join(' ')}`;
  if (process.getuid?.() !== 0) {
    throw new Error(`WordPress, PHP or MariaDB is missing. Install them first: ${command}`);
  }
  console.error(`Installing ${needed.join(', ')}.`);
  execFileSync('sh', ['-c', command], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

async function startDatabase(folder: string, socket: string): Promise<ChildProcess> {
  const data = join(folder, 'db');
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  execFileSync(
    'mariadb-install-db',
    [
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      ...asRoot,
    ],
    { stdio: 'ignore' },
  );
  const child = spawn(
    '/usr/sbin/mariadbd',
    ['--no-defaults', `--datadir=${data}`, `--socket=${socket}`, '--skip-networking', ...asRoot],
    { stdio: 'ignore' },
  );
  await until(
    () => answers('mariadb-admin', ['--no-defaults', `--socket=${socket}`, '-uroot', 'ping']),
    'MariaDB',
  );
  execFileSync('mariadb', [
    '--no-defaults',
    `--socket=${socket}`,
    '-uroot',
    '-e',
    'create database wordpress',
  ]);
  return child;
}

async function startPhp(site: string, port: number): Promise<ChildProcess> {
  const child = spawn(php, ['-S', `127.0.0.1:${port}`, '-t', site, join(phpFiles, 'router.php')], {
    stdio: 'ignore',
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' },
    // Its workers are separate processes: they end with their process group.
    detached: true,
  });
  await until(async () => (await fetch(`http://127.0.0.1:${port}/`).catch(() => null)) !== null, 'PHP');
  return child;
}

function answers(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function until(ready: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 150; tries += 1) {
    if (await ready()) {
      return;
    }
    await setTimeout(200);
  }
  throw new Error(`${what} did not start.`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) {
    return;
  }
  const exit = new Promise((done) => child.once('exit', done));
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch {
    child.kill('SIGTERM');
  }
  await exit;
}
