import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestBucket, testBucket } from '../../testing/s3.ts';
import type { FileStore, FoundFile } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { partBytes, s3Store } from './s3-store.ts';

const here = mkdtempSync(join(tmpdir(), 'bowerbird-files-'));
const dataFolder = join(here, 'data');
let bucket: TestBucket;

beforeAll(async () => {
  bucket = await testBucket();
});

afterAll(async () => {
  await bucket.close();
  rmSync(here, { recursive: true });
});

beforeEach(() => {
  bucket.objects.clear();
  bucket.uploads.clear();
  bucket.failWith = null;
  rmSync(dataFolder, { recursive: true, force: true });
});

const stores: [name: string, open: () => FileStore][] = [
  ['a folder', () => folderStore(dataFolder)],
  ['a bucket', () => s3Store(bucket.bucket)],
];

describe.each(stores)('files in %s', (_, open) => {
  test('are read as they were stored, and replaced', async () => {
    const files = open();
    await files.put('avatars/a.webp', Buffer.from('first'));
    await files.put('avatars/a.webp', Buffer.from('second one'));
    const found = await files.open('avatars/a.webp');
    expect(found?.bytes).toBe(10);
    expect(found && (await text(found.stream))).toBe('second one');
    expect(await files.sizeOf('avatars/a.webp')).toBe(10);
  });

  test('are not found where none was stored, and removed without one', async () => {
    const files = open();
    expect(await files.open('images/3f/none.jpg')).toBeNull();
    expect(await files.sizeOf('images/3f/none.jpg')).toBeNull();
    await files.remove('images/3f/none.jpg');
  });

  test('are gone once removed', async () => {
    const files = open();
    await files.put('images/3f/one.jpg', Buffer.from('one'));
    await files.remove('images/3f/one.jpg');
    expect(await files.open('images/3f/one.jpg')).toBeNull();
  });

  test('are read in part', async () => {
    const files = open();
    await files.put('exports/one.csv', Buffer.from('0123456789'));
    const part = await files.open('exports/one.csv', { first: 2, last: 4 });
    expect(part?.bytes).toBe(3);
    expect(part && (await text(part.stream))).toBe('234');
  });

  test('take a file of this machine, which is then only there', async () => {
    const path = join(here, 'export.part');
    await writeFile(path, 'a,b\n');
    const files = open();
    await files.take('exports/two.csv', path);
    expect(existsSync(path)).toBe(false);
    const found = await files.open('exports/two.csv');
    expect(found && (await text(found.stream))).toBe('a,b\n');
  });

  test('are listed by kind, all of them, with the time when they were stored', async () => {
    const files = open();
    const before = Date.now() - 2000;
    const keys = [
      'images/00/a.jpg',
      'images/00/b.jpg',
      'images/3f/c.jpg',
      'images/ff/d.jpg',
      'images/ff/e.jpg',
    ];
    for (const key of keys) {
      await files.put(key, Buffer.from(key));
    }
    await files.put('exports/other.csv', Buffer.from('other'));
    const found = await listed(files);
    expect(found.map(({ key }) => key)).toEqual(keys);
    expect(found.every(({ writtenAt, bytes }) => writtenAt >= before && bytes === 15)).toBe(true);
  });

  test('pass the check of a start, which leaves nothing', async () => {
    const files = open();
    await files.check();
    expect(await listed(files, 'avatars')).toEqual([]);
  });
});

async function listed(files: FileStore, kind: 'images' | 'avatars' = 'images'): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for await (const some of files.list(kind)) {
    found.push(...some);
  }
  return found.sort((one, other) => one.key.localeCompare(other.key));
}

describe('a folder', () => {
  test('does not list what is being written, and removes it only once it is old', async () => {
    const files = folderStore(dataFolder);
    await files.put('images/3f/a.jpg', Buffer.from('a'));
    const dead = join(dataFolder, 'images/3f/b.jpg.12345678.stored.part');
    await writeFile(dead, 'half');
    expect((await listed(files)).map(({ key }) => key)).toEqual(['images/3f/a.jpg']);

    await files.removeUnfinished('images', Date.now() - 3600_000);
    expect(existsSync(dead)).toBe(true);
    await utimes(dead, 1, 1);
    await files.removeUnfinished('images', Date.now() - 3600_000);
    expect(await readdir(join(dataFolder, 'images/3f'))).toEqual(['a.jpg']);
    expect(await readFile(join(dataFolder, 'images/3f/a.jpg'), 'utf8')).toBe('a');
  });
});

describe('a bucket', () => {
  test('takes a large file in parts, and has it whole', { tags: ['slow'] }, async () => {
    const bytes = randomBytes(partBytes * 2 + 1234);
    const path = join(here, 'large.zip');
    await writeFile(path, bytes);
    const files = s3Store(bucket.bucket);
    await files.take('exports/large.csv', path);
    expect(bucket.uploads.size).toBe(0);
    const found = await files.open('exports/large.csv');
    expect(found && bytes.equals(await buffer(found.stream))).toBe(true);
    const part = await files.open('exports/large.csv', { first: partBytes - 1, last: partBytes });
    expect(part && (await buffer(part.stream))).toEqual(bytes.subarray(partBytes - 1, partBytes + 1));
  });

  test('gives up uploads that a dead process had begun, and no younger ones', async () => {
    const old = { key: 'exports/a.csv', parts: new Map(), begun: new Date(Date.now() - 7200_000) };
    bucket.uploads.set('old', old).set('young', { ...old, begun: new Date() });
    await s3Store(bucket.bucket).removeUnfinished('exports', Date.now() - 3600_000);
    expect([...bucket.uploads.keys()]).toEqual(['young']);
  });

  test('that refuses is a named error which waits, and its file stays here', async () => {
    const path = join(here, 'kept.csv');
    await writeFile(path, 'kept');
    const files = s3Store({ ...bucket.bucket, secretKey: 'another' });
    await expect(files.take('exports/a.csv', path)).rejects.toMatchObject({
      code: 'files.store-unreachable',
      message: expect.stringContaining('SignatureDoesNotMatch'),
      waitMs: expect.any(Number),
    });
    expect(existsSync(path)).toBe(true);
    expect(bucket.objects.size).toBe(0);
  });

  test('whose answer is no “not found” is not taken for an empty one', async () => {
    const files = s3Store({ ...bucket.bucket, secretKey: 'another' });
    await expect(files.open('images/3f/a.jpg')).rejects.toMatchObject({ code: 'files.store-unreachable' });
    await expect(files.sizeOf('images/3f/a.jpg')).rejects.toMatchObject({ code: 'files.store-unreachable' });
  });

  test('that is not there, or not ours, stops the start by name, without the key', async () => {
    const secretKey = 'a secret that nobody may see';
    const wrong = await s3Store({ ...bucket.bucket, secretKey })
      .check()
      .catch((thrown: Error) => thrown);
    expect(wrong).toMatchObject({
      name: 'CannotStart',
      message: expect.stringContaining('BOWERBIRD_S3_URL'),
    });
    expect(String(wrong)).not.toContain(secretKey);
    const silent = s3Store({ ...bucket.bucket, url: 'http://127.0.0.1:1/goods' });
    await expect(silent.check()).rejects.toMatchObject({ name: 'CannotStart' });
  });
});
