import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fpmProgram } from '../install/packages.ts';
import type { StoreName } from '../install/sources.ts';
import { faultFile, nginxConf, type Ports } from './nginx-conf.ts';
import { end, running, until } from './processes.ts';

const isRoot = process.getuid?.() === 0;
const mariadbd = '/usr/sbin/mariadbd';

export const socketOf = (root: string): string => join(root, 'run/mysql.sock');
const pidFile = (root: string, name: string): string => join(root, 'run', `${name}.pid`);

/** Returns the folder of our own files of a run. */
export const dataPlace = (root: string): string => join(root, 'data');

/** Creates the folders of a root, and the files of a new database. */
export function makePlaces(root: string): void {
  rmSync(dataPlace(root), { recursive: true, force: true });
  for (const name of ['run', 'logs', 'conf', 'data']) {
    mkdirSync(join(root, name), { recursive: true });
  }
  const data = join(root, 'mysql');
  if (!existsSync(data)) {
    execFileSync(
      'mariadb-install-db',
      [
        '--no-defaults',
        `--datadir=${data}`,
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
        ...(isRoot ? ['--user=root'] : []),
      ],
      { stdio: 'ignore' },
    );
  }
}

/** Returns the process of the database; null while none runs. */
export const databasePid = (root: string): number | null => running(pidFile(root, 'mysql'), mariadbd);

/** Starts the database if it does not run, and waits until it answers. */
export async function startDatabase(root: string): Promise<void> {
  if (databasePid(root) === null) {
    const log = openSync(join(root, 'logs/mysql.log'), 'a');
    const child = spawn(
      mariadbd,
      [
        '--no-defaults',
        `--datadir=${join(root, 'mysql')}`,
        `--socket=${socketOf(root)}`,
        `--pid-file=${pidFile(root, 'mysql')}`,
        '--skip-networking',
        '--innodb-buffer-pool-size=256M',
        '--max-connections=60',
        ...(isRoot ? ['--user=root'] : []),
      ],
      { stdio: ['ignore', log, log], detached: true },
    );
    child.unref();
  }
  await until(() => answers(root), 'MariaDB did not start.');
}

function answers(root: string): boolean {
  try {
    execFileSync('mariadb-admin', ['--no-defaults', '-uroot', `--socket=${socketOf(root)}`, 'ping'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

/** Returns the master process of PHP for a store. */
export const phpPid = (root: string, name: StoreName): number | null =>
  running(pidFile(root, `fpm-${name}`), 'php-fpm');

/** Starts PHP for a store, with this many workers. */
export async function startPhp(root: string, name: StoreName, workers = 4): Promise<void> {
  const program = fpmProgram();
  if (program === null) {
    throw new Error('PHP is not there.');
  }
  const conf = join(root, 'conf', `fpm-${name}.conf`);
  const own = isRoot ? 'user = www-data\ngroup = www-data\n' : '';
  writeFileSync(
    conf,
    `[global]
pid = ${pidFile(root, `fpm-${name}`)}
error_log = ${root}/logs/fpm-${name}.log
daemonize = yes
[www]
${own}listen = ${root}/run/fpm-${name}.sock
listen.mode = 0666
pm = static
pm.max_children = ${workers}
php_admin_value[memory_limit] = 512M
php_admin_value[max_execution_time] = 300
php_admin_value[error_reporting] = 0
php_admin_flag[display_errors] = off
php_admin_flag[opcache.enable] = on
php_admin_value[opcache.memory_consumption] = 192
php_admin_value[opcache.max_accelerated_files] = 20000
`,
  );
  if (phpPid(root, name) === null) {
    execFileSync(program, ['-y', conf], { stdio: 'ignore' });
  }
  await until(() => phpPid(root, name) !== null, 'PHP did not start.');
}

const nginxPid = (root: string): number | null => running(pidFile(root, 'nginx'), 'nginx');

export async function startNginx(
  root: string,
  stores: readonly { name: StoreName; ports: Ports }[],
): Promise<void> {
  const conf = join(root, 'conf/nginx.conf');
  for (const { name } of stores) {
    writeFileSync(faultFile(root, name), '');
  }
  writeFileSync(conf, nginxConf(root, stores));
  rmSync(join(root, 'run/busy.sock'), { force: true });
  execFileSync('nginx', ['-c', conf], { stdio: ['ignore', 'ignore', 'inherit'] });
  await until(() => nginxPid(root) !== null, 'nginx did not start.');
}

/** Makes nginx reload its files. Requests in progress finish as they started. */
export function reloadNginx(root: string): void {
  const pid = nginxPid(root);
  if (pid !== null) {
    process.kill(pid, 'SIGHUP');
  }
}

/** Ends what runs for this root: the files in it name the processes, which only this suite has started. */
export async function stopServers(root: string): Promise<void> {
  await end(pidFile(root, 'nginx'), 'nginx');
  await end(pidFile(root, 'fpm-old'), 'php-fpm');
  await end(pidFile(root, 'fpm-new'), 'php-fpm');
  await end(pidFile(root, 'mysql'), mariadbd);
}

/** Does the same for a run that is being ended: sends the signals without waiting. */
export function stopServersNow(root: string): void {
  const programs = [
    ['nginx', 'nginx'],
    ['fpm-old', 'php-fpm'],
    ['fpm-new', 'php-fpm'],
    ['mysql', mariadbd],
  ] as const;
  for (const [name, program] of programs) {
    const pid = running(pidFile(root, name), program);
    if (pid !== null) {
      process.kill(pid, 'SIGTERM');
    }
  }
}
