import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { databaseOf, mariadb, pristineFile, siteOf } from '../install/site.ts';
import { faultFile } from '../servers/nginx-conf.ts';
import { childrenOf } from '../servers/processes.ts';
import { databasePid, phpPid, reloadNginx, startDatabase } from '../servers/servers.ts';
import type { RunningStore } from '../set-up.ts';

/** Restores a store to its state right after installation. */
export function reset({ root, name }: RunningStore): void {
  const database = databaseOf(name);
  mariadb(root, [], `drop database if exists ${database}; create database ${database} character set utf8mb4`);
  mariadb(root, ['-D', database], readFileSync(pristineFile(root, name), 'utf8'));
  const uploads = join(siteOf(root, name), 'wp-content/uploads');
  for (const entry of readdirSync(uploads).filter((each) => /^\d{4}$/.test(each))) {
    rmSync(join(uploads, entry), { recursive: true, force: true });
  }
}

/** Sets lines for nginx, before every request for PHP; '' for none. In force when this resolves. */
export async function setFault({ root, name }: RunningStore, lines: string): Promise<void> {
  writeFileSync(faultFile(root, name), lines);
  reloadNginx(root);
  // nginx does not report when its new workers listen.
  await setTimeout(300);
}

/** Returns lines with which the store answers two of ten requests with this status, and applies none of those. */
export const refusing = (status: 429 | 503): string => `if ($dice = few) { return ${status}; }`;

/** Returns lines with which the store answers half of the write requests with this status, although it applies them. */
export const refusingThoughApplied = (status: 429 | 503): string =>
  `set $answered $request_method$dice;\nif ($answered ~ ^(POST|PUT|DELETE)(few|more)$) { rewrite ^ /answered/${status} last; }`;

/** Returns lines with which the proxy gives up on PHP after this many seconds and answers 504; PHP continues. */
export const givingUpAfter = (seconds: number): string => `fastcgi_read_timeout ${seconds}s;`;

/** Kills every PHP worker in the middle of its work; their master starts others. Returns how many. */
export function killPhpWorkers({ root, name }: RunningStore): number {
  const master = phpPid(root, name);
  const workers = master === null ? [] : childrenOf(master);
  for (const pid of workers) {
    process.kill(pid, 'SIGKILL');
  }
  return workers.length;
}

/** Kills the database in the middle of its work and starts it again after this many milliseconds. */
export async function killDatabase({ root }: RunningStore, downMs: number): Promise<void> {
  const pid = databasePid(root);
  if (pid !== null) {
    process.kill(pid, 'SIGKILL');
  }
  await setTimeout(downMs);
  await startDatabase(root);
}

/** A request in nginx's log. */
export interface Requested {
  method: string;
  address: string;
  status: number;
}

/** Returns the requests at a port of the store, from a line of nginx's log on. */
export function requestedSince({ root }: RunningStore, line: number, port: number): Requested[] {
  return logOf(root)
    .slice(line)
    .map((each) => each.split(' '))
    .flatMap(([, at, method = '', address = '', status]) =>
      Number(at) === port ? [{ method, address, status: Number(status) }] : [],
    );
}

/** Returns how many requests nginx has answered with each status, from a line of its log on. */
export function answeredSince({ root, ports }: RunningStore, line: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const words of logOf(root)
    .slice(line)
    .map((each) => each.split(' '))) {
    const [, port, , , status] = words;
    if (Number(port) === ports.said && status !== undefined) {
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  }
  return counts;
}

/** Returns the requests that changed something, from a line of nginx's log on. */
export function writesSince({ root, ports }: RunningStore, line: number): string[] {
  return logOf(root)
    .slice(line)
    .map((each) => each.split(' '))
    .filter(([, port, method]) => Number(port) === ports.said && method !== 'GET')
    .map(([, , method, address]) => `${method} ${address}`);
}

export const linesLogged = ({ root }: RunningStore): number => logOf(root).length;

function logOf(root: string): string[] {
  return readFileSync(join(root, 'logs/access.log'), 'utf8').split('\n').slice(0, -1);
}

/** Returns the number of cores of the machine on which figures were measured, for tests. */
export function coresHere(): number {
  return Number(execFileSync('nproc', { encoding: 'utf8' }));
}
