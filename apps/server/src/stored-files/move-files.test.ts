import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestBucket, testBucket } from '../../testing/s3.ts';
import { folderStore } from './folder-store.ts';
import { moveFiles } from './move-files.ts';
import { s3Store } from './s3-store.ts';

const dataFolder = mkdtempSync(join(tmpdir(), 'bowerbird-moving-'));
let bucket: TestBucket;
beforeAll(async () => {
  bucket = await testBucket();
});
afterAll(async () => {
  await bucket.close();
  rmSync(dataFolder, { recursive: true });
});

it('moves every finished file there and back, keeps what is being made, and goes on after a failure', async () => {
  const folder = folderStore(dataFolder);
  const files = s3Store(bucket.bucket);
  const keys = ['images/3f/a.jpg', 'images/ff/b.png', 'exports/0191.csv', 'avatars/c.webp'];
  for (const key of keys) {
    await folder.put(key, Buffer.from(`this is ${key}`));
  }
  const inProgress = join(dataFolder, 'exports/0192.images/front.jpg');
  await mkdir(join(dataFolder, 'exports/0192.images'));
  await writeFile(inProgress, 'half');

  bucket.failWith = 403;
  await expect(moveFiles(folder, files, { dataFolder })).rejects.toMatchObject({
    code: 'files.store-unreachable',
  });
  expect(await folder.sizeOf('images/3f/a.jpg')).toBe(23);
  bucket.failWith = null;

  expect(await moveFiles(folder, files, { dataFolder })).toEqual({ files: 4, bytes: 92 });
  expect([...bucket.objects.keys()].sort()).toEqual([...keys].sort());
  expect(existsSync(join(dataFolder, 'images/3f/a.jpg'))).toBe(false);
  expect(existsSync(inProgress)).toBe(true);
  expect(readdirSync(dataFolder).filter((name) => name.startsWith('moving'))).toEqual([]);

  await moveFiles(files, folder, { dataFolder });
  expect(bucket.objects.size).toBe(0);
  const back = await folder.open('exports/0191.csv');
  expect(back && (await text(back.stream))).toBe('this is exports/0191.csv');
});
