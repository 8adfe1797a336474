import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { call, embeddedTests } from '../../../testing/database/embedded.ts';
import { installedServer } from './server.ts';

const { emptyFolder: temporary, folderWithDatabase, start } = embeddedTests();

it('starts one server for two programs that start at the same moment', async () => {
  const folder = temporary();

  const both = await Promise.all([start(folder), start(folder)]);

  expect(both.map(({ adopted }) => adopted).sort()).toEqual([false, true]);
  expect(both[0].url).toBe(both[1].url);
});

it('begins again when the very first start was killed halfway', async () => {
  const folder = temporary();
  mkdirSync(join(folder, 'postgres', 'data.new', 'base'), { recursive: true });
  writeFileSync(join(folder, 'postgres-starting'), '999999999 elsewhere');
  const long = new Date(Date.now() - 60_000);
  utimesSync(join(folder, 'postgres-starting'), long, long);

  const { url } = await start(folder);

  expect(await call(url, 'select 1')).toBe(1);
});

it('never takes the server of the folder that this one was copied from', async () => {
  const [original, copy] = [await folderWithDatabase(), temporary()];
  const first = await start(original);
  await call(first.url, 'checkpoint');
  cpSync(original, copy, { recursive: true });

  const second = await start(copy);

  expect(second.adopted).toBe(false);
  expect(second.url).not.toBe(first.url);
  expect(await call(first.url, 'select 1')).toBe(1);
});

describe.runIf(process.getuid?.() === 0)('as root', () => {
  it('keeps server and data aside when both lie under a closed folder, and says so in one line', async () => {
    const closed = temporary(0o700);
    const outside = temporary();
    const server = join(closed, 'clone');
    cpSync(installedServer().folder, server, { recursive: true, verbatimSymlinks: true });
    const lines: string[] = [];
    const options = { serverFolder: server, outside, say: (line: string) => lines.push(line) };
    const first = await start(join(closed, 'data'), options);
    await call(first.url, 'create table kept as select 7 as n');
    await first.stop();

    const second = await start(join(closed, 'data'), options);

    expect(await call(second.url, 'select n from kept')).toBe(7);
    expect(await call(second.url, 'show data_directory')).toContain(outside);
    expect(lines.filter((line) => line.includes(outside))).toHaveLength(2);
    expect(lines[0]).toMatch(/cannot reach .*: the database is kept in/);
  });

  it('copies the server into the data folder when only the clone lies under a closed one', async () => {
    const folder = temporary();
    const server = join(temporary(0o700), 'clone');
    cpSync(installedServer().folder, server, { recursive: true, verbatimSymlinks: true });

    const { url } = await start(folder, { serverFolder: server });

    expect(await call(url, 'show data_directory')).toBe(join(folder, 'postgres/data'));
    expect(await call(url, 'create extension pg_trgm')).toBeUndefined();
  });

  it('does not begin an empty database when the folder of a full one was closed', async () => {
    const parent = temporary();
    const folder = join(parent, 'data');
    await (await start(folder)).stop();
    chmodSync(parent, 0o700);

    await expect(start(folder, { outside: temporary() })).rejects.toThrow(
      /cannot be reached any more.*chmod o\+x/,
    );
  });

  it('runs the database of a plain user as that user', async () => {
    const folder = await folderWithDatabase();
    ownAll(join(folder, 'postgres'), 12_345);

    const { url } = await start(folder);

    expect(await call(url, 'select 1')).toBe(1);
    expect(statSync(join(folder, 'postgres/data/postmaster.pid')).uid).toBe(12_345);
  });
});

function ownAll(path: string, uid: number): void {
  const below = readdirSync(path, { recursive: true, encoding: 'utf8' }).map((entry) => join(path, entry));
  for (const entry of [path, ...below]) {
    chownSync(entry, uid, uid);
  }
}
