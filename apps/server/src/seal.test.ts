import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSeal, sealWith } from './seal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowerbird-seal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('opens after the next start what was sealed before, with a key that is ours alone to read', async () => {
  const sealed = (await openSeal(folder)).close('shpat_of_mine');

  expect((await openSeal(folder)).open(sealed)).toBe('shpat_of_mine');
  expect(sealed.includes('shpat')).toBe(false);
  expect(statSync(join(folder, 'keys/seal.key')).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, 'keys'))).toEqual(['seal.key']);
});

it('gives programs that start at the same moment one key', async () => {
  const seals = await Promise.all(Array.from({ length: 8 }, () => openSeal(folder)));
  const sealed = seals[0]?.close('a secret') ?? Buffer.alloc(0);

  expect(seals.map((seal) => seal.open(sealed))).toEqual(seals.map(() => 'a secret'));
});

it('refuses what was changed or sealed elsewhere, and a key that was cut off', async () => {
  const seal = await openSeal(folder);
  const sealed = seal.close('a secret');
  const changed = Buffer.from(sealed);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;

  expect(() => seal.open(changed)).toThrow();
  expect(() => sealWith(Buffer.alloc(32, 1)).open(sealed)).toThrow();
  writeFileSync(join(folder, 'keys/seal.key'), 'short');
  await expect(openSeal(folder)).rejects.toThrow(/not a key of 32 bytes\. Put back the one from your backup/);
});
