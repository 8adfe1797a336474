import { createHmac, hkdfSync } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { KeyFolder, noticedMs, openSeal } from './key-folder.ts';
import type { SealedPlace } from './places.ts';
import { keyIdOf, sealBy } from './seal.ts';

const place: SealedPlace = { column: 'store.credentials', row: 'one', owner: 'ann' };
let folder: string;
let keys: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowerbird-seal-'));
  keys = join(folder, 'keys');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('opens after the next start what was sealed before, with keys that are ours alone to read', async () => {
  const sealed = (await openSeal(folder)).close('shpat_of_mine', place);
  chmodSync(join(keys, 'seal-1.key'), 0o644);

  expect((await openSeal(folder)).open(sealed, place)).toBe('shpat_of_mine');
  expect(readdirSync(keys).sort()).toEqual(['fingerprint.key', 'seal-1.key']);
  expect(readdirSync(keys).map((name) => statSync(join(keys, name)).mode & 0o777)).toEqual([0o600, 0o600]);
});

it('gives programs that start at the same moment the same keys', async () => {
  const seals = await Promise.all(Array.from({ length: 8 }, () => openSeal(folder)));
  const sealed = seals.map((seal) => seal.close('a secret', place));

  expect(new Set(sealed.map(keyIdOf)).size).toBe(1);
  expect(new Set(seals.map((seal) => seal.fingerprint('a code').toString('hex'))).size).toBe(1);
});

it('gives who makes a key at the same moment the same one', async () => {
  const folders = await Promise.all([1, 2, 3].map(() => KeyFolder.open(folder)));

  const made = await Promise.all(folders.map((each) => each.add()));

  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(readdirSync(keys).filter((name) => name.startsWith('seal-'))).toHaveLength(2);
});

it('opens at once what another process seals with a new key, and seals with it itself within two seconds', async () => {
  let now = 0;
  const ours = await KeyFolder.open(folder, () => now);
  const theirs = await KeyFolder.open(folder);
  const before = ours.current().id;

  const key = await theirs.add();
  const first = keyIdOf(sealBy(ours).close('a secret', place));
  now += noticedMs;
  const later = keyIdOf(sealBy(ours).close('a secret', place));
  await theirs.add();
  const opened = sealBy(ours).open(sealBy(theirs).close('their secret', place), place);

  expect(first).toBe(before);
  expect(later).toBe(key.id);
  expect(opened).toBe('their secret');
});

it('continues with the keys it has while the folder cannot be read', async () => {
  let now = 0;
  const ours = await KeyFolder.open(folder, () => now);
  const sealed = sealBy(ours).close('a secret', place);
  rmSync(keys, { recursive: true });
  now += noticedMs;

  expect(sealBy(ours).open(sealBy(ours).close('another', place), place)).toBe('another');
  expect(sealBy(ours).open(sealed, place)).toBe('a secret');
});

it('never changes the fingerprints, whatever becomes of the keys', async () => {
  const before = (await openSeal(folder)).fingerprint('a code');
  const ring = await KeyFolder.open(folder);
  const [first] = ring.list();
  await ring.add();
  await ring.remove(first ?? (await ring.add()));

  expect((await openSeal(folder)).fingerprint('a code')).toEqual(before);
  await expect(ring.remove(ring.current())).rejects.toThrow(/current key/);
});

it('keeps the fingerprints of a folder from before keys had numbers', async () => {
  mkdirSync(keys);
  const former = Buffer.alloc(32, 9);
  writeFileSync(join(keys, 'seal.key'), former);

  const hashKey = Buffer.from(hkdfSync('sha256', former, '', 'bowerbird fingerprint', 32));
  expect((await openSeal(folder)).fingerprint('a code')).toEqual(
    createHmac('sha256', hashKey).update('a code').digest(),
  );
});

it('does not start with a key that was cut off, nor without the one of the fingerprints', async () => {
  await openSeal(folder);
  rmSync(join(keys, 'fingerprint.key'));
  await expect(openSeal(folder)).rejects.toThrow(
    /fingerprint\.key is missing\. Put back the one from your backup/,
  );
  writeFileSync(join(keys, 'fingerprint.key'), 'short');
  await expect(openSeal(folder)).rejects.toThrow(
    /fingerprint\.key is not a key\. Put back the one from your backup/,
  );
  writeFileSync(join(keys, 'fingerprint.key'), Buffer.alloc(32));
  writeFileSync(join(keys, 'seal-1.key'), '{"id":');
  await expect(openSeal(folder)).rejects.toThrow(
    /seal-1\.key is not a key\. Put back the one from your backup/,
  );
});
