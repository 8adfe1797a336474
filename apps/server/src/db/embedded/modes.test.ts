import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { call, embeddedTests } from '../../../testing/database/embedded.ts';
import { repairModes } from './modes.ts';
import { explain } from './run-as.ts';
import { installedServer } from './server.ts';

const { emptyFolder, folderWithDatabase, start } = embeddedTests();
const asRoot = process.getuid?.() === 0;
const ownMask = process.umask();
afterEach(() => {
  process.umask(ownMask);
});

const modeOf = (...path: string[]) => statSync(join(...path)).mode & 0o777;

describe('a data folder whose modes copying has changed', () => {
  it.each(['002', '022', '077'])('is repaired and used, with umask %s', { tags: ['slow'] }, async (mask) => {
    const [original, copy] = [await folderWithDatabase(), emptyFolder()];
    process.umask(Number.parseInt(mask, 8));
    cpSync(original, copy, { recursive: true });

    const { url } = await start(copy);

    expect(await call(url, 'select 1')).toBe(1);
    expect(modeOf(copy, 'postgres/data')).toBe(0o700);
  });

  it('is repaired where an archive opened everything, or closed it to its owner; its password is closed again', {
    tags: ['slow'],
  }, async () => {
    const folder = await folderWithDatabase();
    const cluster = join(folder, 'postgres/data');
    chmodSync(join(folder, 'postgres-password'), 0o644);
    chmodSync(cluster, 0o777);
    chmodSync(join(cluster, 'global'), 0o555);
    for (const name of readdirSync(join(cluster, 'global'))) {
      chmodSync(join(cluster, 'global', name), 0o444);
    }

    const { url } = await start(folder);
    await call(url, 'checkpoint');

    expect(modeOf(cluster)).toBe(0o700);
    expect(modeOf(cluster, 'global/pg_control')).toBe(0o644);
    expect(modeOf(folder, 'postgres-password')).toBe(0o600);
  });

  it('is named with its remedy where the file system keeps no modes', () => {
    const said =
      'FATAL:  data directory "/mnt/usb/data" has invalid permissions\nDETAIL:  Permissions should be';

    expect(explain(said)).toMatch(/file system that keeps no owners or permissions.*BOWERBIRD_DATA/);
  });
});

describe.runIf(asRoot)('as root', () => {
  afterEach(() => {
    process.seteuid?.(0);
  });

  it('repairs the folder of a plain user, of which some files became those of root', {
    tags: ['slow'],
  }, async () => {
    const folder = await folderWithDatabase();
    const base = join(folder, 'postgres');
    for (const name of ['', ...readdirSync(base, { recursive: true, encoding: 'utf8' })]) {
      chownSync(join(base, name), 12_345, 12_345);
    }
    chmodSync(join(base, 'data'), 0o775);
    chownSync(join(base, 'data/PG_VERSION'), 0, 0);
    chmodSync(join(base, 'data/PG_VERSION'), 0o600);

    const { url } = await start(folder);

    expect(await call(url, 'select 1')).toBe(1);
    expect(statSync(join(base, 'data/PG_VERSION')).uid).toBe(12_345);
  });

  it('tells a plain user whose file is in the way, and what to do', () => {
    const cluster = join(emptyFolder(), 'data');
    mkdirSync(cluster);
    writeFileSync(join(cluster, 'PG_VERSION'), '18', { mode: 0o600 });
    process.seteuid?.(65_534);

    expect(() => repairModes(cluster, undefined)).toThrow(
      /belongs to user 0 and cannot be used by this one\. Make it yours \(chown -R\)/,
    );
  });

  it('reaches a database aside under a closed folder also with umask 077', { tags: ['slow'] }, async () => {
    const closed = emptyFolder(0o700);
    const outside = join(emptyFolder(), 'lib/bowerbird');
    const server = join(closed, 'clone');
    process.umask(0o077);
    cpSync(installedServer().folder, server, { recursive: true, verbatimSymlinks: true });

    const { url } = await start(join(closed, 'data'), { serverFolder: server, outside });

    expect(await call(url, 'show data_directory')).toContain(outside);
  });
});
