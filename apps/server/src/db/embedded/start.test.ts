import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { call, embeddedTests } from '../../../testing/database/embedded.ts';

const { emptyFolder: temporary, folderWithDatabase, start, startAndKill } = embeddedTests();

describe('starting', () => {
  it('makes a database on the first start and finds everything again on the second', {
    tags: ['slow'],
  }, async () => {
    const folder = temporary();
    const first = await start(folder);
    await call(first.url, 'create table kept as select 7 as n');
    await first.stop();

    const second = await start(folder);

    expect(await call(second.url, 'select n from kept')).toBe(7);
    expect([first.adopted, second.adopted]).toEqual([false, false]);
  });

  it('knows letters of every language, so that search finds Chinese words', { tags: ['slow'] }, async () => {
    const { url } = await start(await folderWithDatabase());
    await call(url, 'create extension pg_trgm');

    expect(await call(url, `select similarity('不锈钢花园铲', '花园铲子') > 0`)).toBe(true);
    expect(await call(url, `select lower('ÄÖЖ')`)).toBe('äöж');
  });

  it('keeps the password to ourselves and asks for it [asvs 13.2.3] [asvs 13.3.2]', {
    tags: ['slow'],
  }, async () => {
    const folder = temporary();
    const { url } = await start(folder);
    const withoutPassword = new URL(url);
    withoutPassword.password = 'guessed';

    expect(statSync(join(folder, 'postgres-password')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'postgres')).mode & 0o777).toBe(0o700);
    await expect(call(withoutPassword.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  });
});

describe('after a kill -9', () => {
  it('uses the server that lived on, and ends it when it goes', { tags: ['slow'] }, async () => {
    const folder = await folderWithDatabase();
    const left = await startAndKill(folder);
    await call(left, 'create table kept as select 7 as n');

    const found = await start(folder);

    expect(found.adopted).toBe(true);
    expect(await call(found.url, 'select n from kept')).toBe(7);
    await found.stop();
    await expect(call(left, 'select 1')).rejects.toThrow();
  });

  it('repairs what a killed server had committed', { tags: ['slow'] }, async () => {
    const folder = await folderWithDatabase();
    const { url } = await start(folder, { fsync: true });
    await call(url, 'create table kept as select 7 as n');
    process.kill(
      Number(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]),
      'SIGKILL',
    );

    const again = await start(folder);

    expect(again.adopted).toBe(false);
    expect(await call(again.url, 'select n from kept')).toBe(7);
  });

  it("is not fooled by a note that carries another program's process number", {
    tags: ['slow'],
  }, async () => {
    const folder = await folderWithDatabase();
    writeFileSync(
      join(folder, 'postgres/data/postmaster.pid'),
      `${process.pid}\n${folder}\n0\n5432\n\n127.0.0.1\n`,
    );

    const { adopted, url } = await start(folder);

    expect(adopted).toBe(false);
    expect(await call(url, 'select 1')).toBe(1);
  });
});

describe('a server that dies under a program that stays', () => {
  const pidOf = (folder: string) =>
    Number(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

  it('is brought back at its address, again and again, with what was committed', {
    tags: ['slow'],
  }, async () => {
    const folder = await folderWithDatabase();
    const reported: string[] = [];
    const { url } = await start(folder, { fsync: true, lost: (because) => void reported.push(because) });
    await call(url, 'create table kept as select 7 as n');

    for (let time = 1; time <= 2; time += 1) {
      process.kill(pidOf(folder), 'SIGKILL');
      await expect
        .poll(() => call(url, 'select n from kept').catch(() => null), { timeout: 60_000, interval: 100 })
        .toBe(7);
    }

    expect(reported).toEqual([]);
  });

  it('is given up, with its reason, when it cannot be started', { tags: ['slow'] }, async () => {
    const folder = await folderWithDatabase();
    const reported: string[] = [];
    await start(folder, { lost: (because) => void reported.push(because), patienceMs: 1500 });
    const cluster = join(folder, 'postgres/data');
    const pid = pidOf(folder);
    writeFileSync(join(cluster, 'postgresql.conf'), 'no such setting = 1');

    process.kill(pid, 'SIGKILL');

    await expect.poll(() => reported, { timeout: 60_000, interval: 100 }).toHaveLength(1);
    expect(reported[0]).toMatch(/postgresql\.conf|setting/);
  });

  it('is left alone where somebody ended it', { tags: ['slow'] }, async () => {
    const folder = await folderWithDatabase();
    const reported: string[] = [];
    const { url } = await start(folder, { lost: (because) => void reported.push(because), patienceMs: 2000 });

    process.kill(pidOf(folder), 'SIGINT');

    await expect.poll(() => reported, { timeout: 60_000, interval: 100 }).toHaveLength(1);
    await expect(call(url, 'select 1')).rejects.toThrow();
  });
});

describe('sharing one server', () => {
  it('is left running by a command that found it running', { tags: ['slow'] }, async () => {
    const folder = await folderWithDatabase();
    const program = await start(folder);
    const command = await start(folder, { whenDone: 'leave-as-found' });

    await command.stop();

    expect(await call(program.url, 'select 1')).toBe(1);
  });

  it('is ended by a command that had to start it', { tags: ['slow'] }, async () => {
    const folder = await folderWithDatabase();
    const command = await start(folder, { whenDone: 'leave-as-found' });

    await command.stop();

    await expect(call(command.url, 'select 1')).rejects.toThrow();
  });

  it('stays for the program that began to use it while a command had it running', {
    tags: ['slow'],
  }, async () => {
    const folder = await folderWithDatabase();
    const command = await start(folder, { whenDone: 'leave-as-found' });
    const program = await start(folder);

    await command.stop();

    expect(await call(program.url, 'select 1')).toBe(1);
    await program.stop();
    await expect(call(program.url, 'select 1')).rejects.toThrow();
  });
});

describe('what it refuses, in one sentence with the remedy', () => {
  it('refuses the data of another major version', { tags: ['slow'] }, async () => {
    const folder = await folderWithDatabase();
    writeFileSync(join(folder, 'postgres/data/PG_VERSION'), '15\n');

    await expect(start(folder)).rejects.toThrow(
      /was made by PostgreSQL 15, and this Bowerbird brings PostgreSQL 18\. Start the Bowerbird that made it, or choose/,
    );
  });

  it('names the library that is missing', async () => {
    const folder = temporary();
    const server = temporary();
    mkdirSync(join(server, 'bin'));
    writeFileSync(
      join(server, 'bin/postgres'),
      '#!/bin/sh\necho "postgres: error while loading shared libraries: libstdc++.so.6: cannot open shared object file" >&2\nexit 127\n',
      { mode: 0o755 },
    );

    await expect(start(folder, { serverFolder: server })).rejects.toThrow(
      /needs the library libstdc\+\+\.so\.6, which this machine lacks\. On Debian or Ubuntu: apt-get install libstdc\+\+6/,
    );
  });

  it('says that the data folder is no folder', async () => {
    const file = join(temporary(), 'file');
    writeFileSync(file, '');

    await expect(start(file)).rejects.toThrow(/is not a folder\. Choose another with BOWERBIRD_DATA/);
  });

  it('says which file is missing when the password is gone', { tags: ['slow'] }, async () => {
    const folder = await folderWithDatabase();
    rmSync(join(folder, 'postgres-password'));

    await expect(start(folder)).rejects.toThrow(
      /not its password, the file .*postgres-password\. Put that file back/,
    );
  });
});
