import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestBucket, testBucket } from '../../../testing/s3.ts';
import { folderStore } from '../../stored-files/folder-store.ts';
import { moveFiles } from '../../stored-files/move-files.ts';
import { s3Store } from '../../stored-files/s3-store.ts';
import type { PartFiles } from './part-files.ts';
import { partFilesInBucket } from './parts-in-bucket.ts';
import { partFilesIn } from './parts-in-folder.ts';

const here = mkdtempSync(join(tmpdir(), 'bowerbird-part-files-'));
const [one, two] = [join(here, 'one'), join(here, 'two')];
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
  bucket.failWith = null;
  rmSync(one, { recursive: true, force: true });
  rmSync(two, { recursive: true, force: true });
});

const inBucket = (dataFolder: string) => partFilesInBucket(s3Store(bucket.bucket), dataFolder);
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const items = Buffer.from('Handle,Title\nmug,Mug\ncup,Cup\n');

async function contentOf(files: PartFiles, id: string, bytes: Uint8Array): Promise<Buffer | null> {
  const path = await files.pathOfWhole({ id, bytes: bytes.length, sha256: sha256Of(bytes) });
  return path === null ? null : readFileSync(path);
}

const places: [name: string, machines: () => [PartFiles, PartFiles]][] = [
  ['a folder that two processes share', () => [partFilesIn(one), partFilesIn(one)]],
  ['a bucket that two machines use', () => [inBucket(one), inBucket(two)]],
];

describe.each(places)('files for imports in %s', (_, machines) => {
  it('are whole on both, whichever of them received which part', { tags: ['slow'] }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 300 }),
        fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 90 })), { maxLength: 8 }),
        async (bytes, parts) => {
          const both = machines();
          const id = crypto.randomUUID();
          let position = 0;
          for (const [isFirst, length] of [...parts, [true, bytes.length] as const]) {
            const part = bytes.subarray(position, position + length);
            if (part.length > 0) {
              expect(await both[0].sizeOf(id)).toBe(position);
              await both[isFirst ? 0 : 1].write(id, position, part);
              position += part.length;
            }
          }

          expect(await both[1].finish(id, bytes.length, null)).toBe(sha256Of(bytes));
          for (const files of both) {
            expect((await contentOf(files, id, bytes))?.equals(bytes)).toBe(true);
          }
          await both[0].remove(id);
          expect(await both[0].sizeOf(id)).toBe(0);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('hold what was sent last where a longer part was written and never counted', async () => {
    const [files, other] = machines();
    const id = crypto.randomUUID();
    await files.write(id, 0, items.subarray(0, 10));
    await other.write(id, 10, Buffer.alloc(18, 'x'));
    await files.write(id, 10, items.subarray(10, 14));
    await files.write(id, 14, items.subarray(14, 20));
    await other.write(id, 20, items.subarray(20));

    expect(await files.finish(id, items.length, null)).toBe(sha256Of(items));
    expect(await contentOf(other, id, items)).toEqual(items);
  });

  it('that are shorter than announced have no hash, and no path', async () => {
    const [files, other] = machines();
    const id = crypto.randomUUID();
    await files.write(id, 0, items.subarray(0, 10));

    expect(await other.finish(id, items.length, null)).toBeNull();
    expect(await contentOf(files, id, items)).toBeNull();
  });

  it('are found by their ids once they are old', async () => {
    const [files, other] = machines();
    const id = crypto.randomUUID();
    await files.write(id, 0, items.subarray(0, 10));
    await files.write(id, 10, items.subarray(10));
    const found: string[] = [];
    for await (const ids of other.writtenBefore(Date.now() + 3600_000)) {
      found.push(...ids);
    }
    for await (const ids of other.writtenBefore(Date.now() - 3600_000)) {
      found.push(...ids);
    }

    expect([...new Set(found)]).toEqual([id]);
  });
});

describe('a bucket', () => {
  it('is not read by the machine that received all of a file', async () => {
    const files = inBucket(one);
    const id = crypto.randomUUID();
    await files.write(id, 0, items.subarray(0, 10));
    await files.write(id, 10, items.subarray(10));
    bucket.failWith = 403;

    expect(await files.finish(id, items.length, sha256Of(items))).toBe(sha256Of(items));
    expect(await contentOf(files, id, items)).toEqual(items);
  });

  it('whose bytes are not those that arrived gives nothing, and leaves nothing on the disk', async () => {
    const [files, other] = [inBucket(one), inBucket(two)];
    const id = crypto.randomUUID();
    await files.write(id, 0, items);
    const [key] = [...bucket.objects.keys()];
    bucket.objects.set(key ?? '', Buffer.alloc(items.length, 'x'));

    expect(await contentOf(other, id, items)).toBeNull();
    expect(readdirSync(join(two, 'copies/imports', id.slice(-2)))).toEqual([]);
  });

  it('that does not answer is named, and the file is there once it does', async () => {
    const [files, other] = [inBucket(one), inBucket(two)];
    const id = crypto.randomUUID();
    await files.write(id, 0, items);
    bucket.failWith = 403;
    await expect(contentOf(other, id, items)).rejects.toMatchObject({ code: 'files.store-unreachable' });
    await expect(files.write(id, items.length, items)).rejects.toMatchObject({
      code: 'files.store-unreachable',
    });
    bucket.failWith = null;

    expect(await contentOf(other, id, items)).toEqual(items);
  });

  it('gives a file again whose copy was removed, and once only to two who want it at the same time', async () => {
    const [files, other] = [inBucket(one), inBucket(two)];
    const id = crypto.randomUUID();
    await files.write(id, 0, items);
    await files.finish(id, items.length, null);
    const [path, same] = await Promise.all([
      other.pathOfWhole({ id, bytes: items.length, sha256: sha256Of(items) }),
      other.pathOfWhole({ id, bytes: items.length, sha256: sha256Of(items) }),
    ]);
    expect(same).toBe(path);
    expect(await other.removeCopies(Date.now() - 3600_000)).toBe(0);
    utimesSync(path ?? '', 1, 1);
    expect(await other.removeCopies(Date.now() - 3600_000)).toBe(1);
    expect(existsSync(path ?? '')).toBe(false);

    expect(await contentOf(other, id, items)).toEqual(items);
  });
});

it('a file goes to a bucket, continues there in parts, and comes back into a folder whole', async () => {
  const [folder, files] = [partFilesIn(one), inBucket(two)];
  const id = crypto.randomUUID();
  await folder.write(id, 0, items.subarray(0, 10));
  await moveFiles(folderStore(one), s3Store(bucket.bucket), { dataFolder: one });
  expect(await files.sizeOf(id)).toBe(10);
  await files.write(id, 10, items.subarray(10, 15));
  await files.write(id, 15, items.subarray(15));
  expect(await contentOf(files, id, items)).toEqual(items);

  await moveFiles(s3Store(bucket.bucket), folderStore(one), { dataFolder: one });

  expect(bucket.objects.size).toBe(0);
  expect(await contentOf(folder, id, items)).toEqual(items);
  expect(readdirSync(join(one, 'imports', id.slice(-2)))).toEqual([id]);
  await folder.remove(id);
  expect(readdirSync(join(one, 'imports', id.slice(-2)))).toEqual([]);
});
