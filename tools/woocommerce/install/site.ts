import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod/mini';
import { socketOf } from '../servers/servers.ts';
import { type PluginSource, type StoreName, storeFile } from './sources.ts';
import { wordpressFor } from './wordpress.ts';

const php = join(import.meta.dirname, '../php');

/** Stored facts about an installed store. */
export const Installed = z.object({
  wordpress: z.string(),
  woocommerce: z.string(),
  user: z.string(),
  applicationPassword: z.string(),
  consumerKey: z.string(),
  consumerSecret: z.string(),
});
export type Installed = z.infer<typeof Installed>;

export const databaseOf = (name: StoreName): string => `shop_${name}`;
export const siteOf = (root: string, name: StoreName): string => join(root, `www-${name}`);
/** Returns the file with a store's database right after installation. */
export const pristineFile = (root: string, name: StoreName): string => join(root, `pristine-${name}.sql`);

/** Returns the stores that are installed in a root. */
export function installedIn(root: string): StoreName[] {
  return (['old', 'new'] as const).filter((name) => existsSync(storeFile(root, name)));
}

export function readInstalled(root: string, name: StoreName): Installed {
  return Installed.parse(JSON.parse(readFileSync(storeFile(root, name), 'utf8')));
}

/** Installs a store into a root whose database runs: its files, its tables, its credentials. */
export function installSite(root: string, source: PluginSource): void {
  const { name, plugin } = source;
  const wordpress = wordpressFor(source, root);
  const site = siteOf(root, name);
  rmSync(site, { recursive: true, force: true });
  copyWordpress(wordpress.folder, site);
  const content = join(site, 'wp-content');
  for (const each of ['plugins', 'mu-plugins', 'uploads']) {
    mkdirSync(join(content, each), { recursive: true });
  }
  cpSync(plugin, join(content, 'plugins/woocommerce'), { recursive: true, dereference: true });
  cpSync(join(php, 'loopback.php'), join(content, 'mu-plugins/loopback.php'));
  writeFileSync(
    join(site, 'wp-config.php'),
    readFileSync(join(php, 'wp-config.php'), 'utf8')
      .replaceAll('__DATABASE__', databaseOf(name))
      .replaceAll('__SOCKET__', socketOf(root)),
  );
  const database = databaseOf(name);
  mariadb(root, [], `drop database if exists ${database}; create database ${database} character set utf8mb4`);
  runPhp('install.php', site);
  const reported = runPhp('woocommerce.php', site);
  if (process.getuid?.() === 0) {
    execFileSync('chown', ['-R', 'www-data:www-data', content]);
  }
  const dump = execFileSync(
    'mariadb-dump',
    ['--no-defaults', '-uroot', `--socket=${socketOf(root)}`, database],
    {
      maxBuffer: 200_000_000,
    },
  );
  writeFileSync(pristineFile(root, name), dump);
  const installed = Installed.parse(JSON.parse(reported.slice(reported.lastIndexOf('{"wordpress"'))));
  writeFileSync(storeFile(root, name), JSON.stringify(installed), { mode: 0o600 });
}

/** Runs SQL in a root's database and returns the output. */
export function mariadb(root: string, args: readonly string[], input: string): string {
  return execFileSync('mariadb', ['--no-defaults', '-uroot', `--socket=${socketOf(root)}`, ...args], {
    input,
    // Error output goes to the caller: a database that is down is expected while it is killed.
    stdio: 'pipe',
    encoding: 'utf8',
    maxBuffer: 500_000_000,
  });
}

/** Copies everything except what belongs to one site. */
function copyWordpress(from: string, to: string): void {
  const own = [
    'wp-config.php',
    '.htaccess',
    'wp-content/plugins',
    'wp-content/mu-plugins',
    'wp-content/uploads',
  ];
  cpSync(from, to, {
    recursive: true,
    dereference: true,
    filter: (path) => !own.includes(relative(from, path)) && existsSync(path),
  });
}

function runPhp(file: string, site: string): string {
  const settings = ['memory_limit=512M', 'error_reporting=0', 'display_errors=stderr'];
  return execFileSync('/usr/bin/php', [...settings.flatMap((each) => ['-d', each]), join(php, file), site], {
    encoding: 'utf8',
    maxBuffer: 50_000_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
