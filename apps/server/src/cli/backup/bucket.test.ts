import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bowerbird } from '../../../testing/api/command-line.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { type TestBucket, testBucket } from '../../../testing/s3.ts';
import { bareDatabase, scratchFolder } from '../../backup/testing.ts';
import { prepareFirstStart } from '../../program/first-start.ts';
import { openSeal } from '../../seal/key-folder.ts';
import { folderStore } from '../../stored-files/folder-store.ts';

const { db, adminUrl } = await testDatabase();
const scratch = scratchFolder();
const dataFolder = join(scratch, 'data');
const file = join(scratch, 'bucket.backup');
const upload = 'imports/0c/0191f0a1-7c3e-7d11-8a52-4b6f1d2e3a0c';
const stored = {
  'images/3f/a.jpg': 'an image',
  'exports/0191.csv': 'Handle\n',
  [upload]: 'Handle,Ti',
  [`${upload}.9`]: 'tle\n',
  'avatars/c.webp': 'a face',
};
let first: TestBucket;
let second: TestBucket;

beforeAll(async () => {
  [first, second] = await Promise.all([testBucket(), testBucket()]);
  await prepareFirstStart(db);
  await openSeal(dataFolder);
  const folder = folderStore(dataFolder);
  for (const [key, content] of Object.entries(stored)) {
    await folder.put(key, Buffer.from(content));
  }
});

afterAll(() => Promise.all([first.close(), second.close()]));

/** The environment of an installation whose files are in this bucket. */
function inBucket({ bucket }: TestBucket, url: string, folder: string) {
  return {
    DATABASE_URL: url,
    BOWERBIRD_DATA: folder,
    BOWERBIRD_S3_URL: bucket.url,
    BOWERBIRD_S3_REGION: bucket.region,
    BOWERBIRD_S3_ACCESS_KEY: bucket.accessKey,
    BOWERBIRD_S3_SECRET_KEY: bucket.secretKey,
  };
}

function textsIn({ objects }: TestBucket): Record<string, string> {
  return Object.fromEntries([...objects].map(([key, bytes]) => [key, bytes.toString()]));
}

it('files go to a bucket, into a backup of it, into the bucket of another installation, and into its folder', {
  tags: ['slow'],
}, async () => {
  const from = inBucket(first, adminUrl, dataFolder);
  const folder = join(scratch, 'restored');
  const to = inBucket(second, await bareDatabase(adminUrl), folder);

  const moved = await bowerbird(from, 'files', 'move', '--to', 'bucket', '--json');
  expect(moved).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(moved.stdout)).toMatchObject({ files: 5, bytes: 34, to: 'bucket' });
  expect(textsIn(first)).toEqual(stored);
  expect(existsSync(join(dataFolder, 'images/3f/a.jpg'))).toBe(false);

  const backedUp = await bowerbird(from, 'backup', file, '--json');
  expect(backedUp).toMatchObject({ code: 0, stderr: '' });
  const keys = readdirSync(join(dataFolder, 'keys'), { recursive: true, withFileTypes: true });
  expect(JSON.parse(backedUp.stdout)).toMatchObject({
    files: 5 + keys.filter((each) => each.isFile() && !each.parentPath.endsWith('epoch')).length,
    bytes: statSync(file).size,
    missed: [],
  });

  const restored = await bowerbird(to, 'restore', file, '--copy', '--json');
  expect(restored.code).toBe(0);
  expect(textsIn(second)).toEqual(stored);
  expect(textsIn(first)).toEqual(stored);
  expect(existsSync(join(folder, 'images/3f/a.jpg'))).toBe(false);

  const back = await bowerbird(to, 'files', 'move', '--to', 'folder', '--json');
  expect(JSON.parse(back.stdout)).toMatchObject({ files: 5, to: 'folder' });
  expect(second.objects.size).toBe(0);
  expect(existsSync(join(folder, 'images/3f/a.jpg'))).toBe(true);
});

it('a bucket that refuses the keys is named, and nothing is moved', async () => {
  const wrong = { ...inBucket(second, adminUrl, dataFolder), BOWERBIRD_S3_SECRET_KEY: 'not-this-key' };
  await folderStore(dataFolder).put('images/3f/b.jpg', Buffer.from('another image'));

  const { code, stderr } = await bowerbird(wrong, 'files', 'move', '--to', 'bucket');

  expect(code).toBe(1);
  expect(stderr).toContain('SignatureDoesNotMatch');
  expect(stderr).not.toContain('not-this-key');
  expect(existsSync(join(dataFolder, 'images/3f/b.jpg'))).toBe(true);
  expect(second.objects.size).toBe(0);
});
