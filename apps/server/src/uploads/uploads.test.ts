import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportFile } from '@bowerbird/contract/files/uploads';
import { uploadLimits } from '@bowerbird/contract/files/uploads';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { callsAs } from '../../testing/api/calls.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { readConfig } from '../config/config.ts';
import { asOwner } from '../db/database.ts';
import { forgetUploads } from './forgetting.ts';
import { plainName } from './plain-name.ts';
import { useImportFile } from './queries.ts';
import { receivePart } from './receive-part.ts';
import { uploadRoutes } from './routes.ts';
import { importFileSource } from './source.ts';
import { partFilesIn } from './storing/parts-in-folder.ts';
import { sendPart, uploadFile } from './testing.ts';

const dataFolder = mkdtempSync(join(tmpdir(), 'bowerbird-uploads-'));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));
const { db } = await testDatabase();
const config = readConfig({ LOG_LEVEL: 'silent', BOWERBIRD_DATA: dataFolder });
const { app } = await testApp(db, { served: uploadRoutes, services: { config } });
const files = partFilesIn(dataFolder);

async function merchant() {
  const account = await anotherMerchant(db, crypto.randomUUID());
  const headers = await signIn(app, account);
  const call = callsAs(app, headers);
  return {
    ...account,
    headers,
    call,
    announce: async (bytes: number, name = 'items.csv') =>
      (await call<ImportFile>('POST', '/imports/files', { name, bytes })).data.id,
    part: async (id: string, from: number, bytes: Uint8Array) => {
      const answer = await sendPart(app, headers, { id, from, bytes });
      const { data, code, params } = answer.json<{ data: ImportFile; code?: string; params?: object }>();
      return { status: answer.statusCode, data, code, params };
    },
  };
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const items = Buffer.from('Handle,Title\nmug,Mug\ncup,Cup\n');

describe('a file that is uploaded in parts', () => {
  it('is on the disk byte for byte, with its hash, whatever parts come twice, overlap or come too early', {
    tags: ['slow'],
  }, async () => {
    const ann = await merchant();
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 400 }),
        fc.array(fc.tuple(fc.nat(400), fc.integer({ min: 1, max: 120 })), { maxLength: 12 }),
        async (bytes, tries) => {
          const id = await ann.announce(bytes.length);
          let received = 0;
          const send = async (from: number, length: number) => {
            const answer = await ann.part(id, from, bytes.subarray(from, from + length));
            if (from > received) {
              expect(answer).toMatchObject({ code: 'import.part-misplaced', params: { received } });
            } else {
              received = Math.max(received, Math.min(bytes.length, from + length));
              expect(answer.data.received).toBe(received);
            }
            return answer;
          };
          for (const [at, length] of tries) {
            await send(at % bytes.length, length);
          }
          await send(received, bytes.length);

          const { data } = await ann.call<ImportFile>('GET', `/imports/files/${id}`);
          expect(data).toMatchObject({ received: bytes.length, sha256: sha256(bytes) });
          expect(readFileSync(files.pathOf(id)).equals(bytes)).toBe(true);
          await ann.call('DELETE', `/imports/files/${id}`);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('continues in another process, whose hash begins in the middle', async () => {
    const ann = await merchant();
    const id = await ann.announce(items.length);
    await ann.part(id, 0, items.subarray(0, 10));
    // What another process wrote, which this process has not hashed.
    writeFileSync(files.pathOf(id), items.subarray(0, 20));
    await asOwner(db, ann.ownerId, (owned) =>
      owned.updateTable('import_file').set({ received: 20 }).where('id', '=', id).execute(),
    );

    const { data } = await ann.part(id, 20, items.subarray(20));

    expect(data.sha256).toBe(sha256(items));
  });

  it('counts no byte that a full disk did not take, and says so', async () => {
    const ann = await merchant();
    const id = await ann.announce(items.length);
    await ann.part(id, 0, items.subarray(0, 10));
    const full = {
      ...files,
      write: () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })),
    };
    const part = { id, from: 10, bytes: items.subarray(10) };

    const failing = receivePart((work) => asOwner(db, ann.ownerId, work), full, ann.ownerId, part);

    await expect(failing).rejects.toMatchObject({ code: 'ENOSPC' });
    expect((await ann.call<ImportFile>('GET', `/imports/files/${id}`)).data.received).toBe(10);
    expect((await ann.part(id, 10, items.subarray(10))).data.sha256).toBe(sha256(items));
  });

  it('continues at what is on the disk if the data folder was put back to an earlier state', async () => {
    const ann = await merchant();
    const id = await ann.announce(items.length);
    await ann.part(id, 0, items.subarray(0, 20));
    truncateSync(files.pathOf(id), 5);

    const back = await ann.part(id, 20, items.subarray(20));
    const whole = await ann.part(id, back.data.received, items.subarray(back.data.received));

    expect(back.data).toMatchObject({ received: 5, sha256: null });
    expect(whole.data.sha256).toBe(sha256(items));
  });

  it('is refused beyond what was announced, and part by part beyond 8 MB', async () => {
    const ann = await merchant();
    const id = await ann.announce(items.length - 1);
    const large = await ann.announce(uploadLimits.bytes);

    expect(await ann.part(id, 0, items)).toMatchObject({ status: 422, code: 'import.file-longer' });
    const most = await ann.part(large, 0, Buffer.alloc(uploadLimits.partBytes));
    expect(most.data.received).toBe(uploadLimits.partBytes);
    const over = await ann.part(large, uploadLimits.partBytes, Buffer.alloc(uploadLimits.partBytes + 1));
    expect(over).toMatchObject({ status: 413, code: 'request.too-large' });
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\shop\\..\\items.csv', 'items.csv'],
    ['/', 'file'],
    ['..', 'file'],
    ['a\u0000\u202e\nb.csv', 'ab.csv'],
    ['\u5546\u54c1 \u8868.xlsx', '\u5546\u54c1 \u8868.xlsx'],
  ])('called %j is kept as %j', (given, kept) => {
    expect(plainName(given)).toBe(kept);
  });
});

describe('uploads of a merchant', () => {
  it('are refused beyond the most unfinished ones, until one is deleted', async () => {
    const ann = await merchant();
    const ids = [];
    for (let count = 0; count < uploadLimits.unfinished; count += 1) {
      ids.push(await ann.announce(10));
    }
    const refused = await ann.call('POST', '/imports/files', { name: 'a.csv', bytes: 10 });
    await ann.call('DELETE', `/imports/files/${ids[0]}`);
    const accepted = await ann.call('POST', '/imports/files', { name: 'a.csv', bytes: 10 });

    expect(refused).toMatchObject({ status: 422, code: 'import.too-many-unfinished' });
    expect(accepted.status).toBe(201);
  });

  it('are refused beyond the bytes of all files, and others may still upload', async () => {
    const [ann, ben] = [await merchant(), await merchant()];
    await asOwner(db, ann.ownerId, (owned) =>
      sql`insert into import_file (id, owner_id, name, bytes, received, sha256)
        select gen_random_uuid(), ${ann.ownerId}, 'large', ${uploadLimits.bytes}, ${uploadLimits.bytes}, 'x'
        from generate_series(1, 10)`.execute(owned),
    );
    const announced = { name: 'a.csv', bytes: 1 };

    expect(await ann.call('POST', '/imports/files', announced)).toMatchObject({
      code: 'import.files-too-large',
    });
    expect(await ben.call('POST', '/imports/files', announced)).toMatchObject({ status: 201 });
  });

  it('are not seen, continued or deleted by another merchant', async () => {
    const [ann, ben] = [await merchant(), await merchant()];
    const id = await ann.announce(items.length);

    expect(await ben.call('GET', `/imports/files/${id}`)).toMatchObject({ status: 404 });
    expect(await ben.part(id, 0, items)).toMatchObject({ status: 404 });
    expect(await ben.call('DELETE', `/imports/files/${id}`)).toMatchObject({ status: 404 });
    expect((await ann.part(id, 0, items)).data.sha256).toBe(sha256(items));
    const opened = importFileSource((work) => asOwner(db, ben.ownerId, work), files, ben.ownerId, id);
    await expect(opened).rejects.toMatchObject({ code: 'not-found' });
  });

  it('are forgotten a day after their last part, unless an import uses them; stray bytes go too', async () => {
    const ann = await merchant();
    const aged = async (id: string, hours: number) => {
      await asOwner(db, ann.ownerId, (owned) =>
        sql`update import_file set touched_at = now() - make_interval(hours => ${hours}) where id = ${id}`.execute(
          owned,
        ),
      );
      return id;
    };
    const upload = () => uploadFile(app, ann.headers, { name: 'items.csv', bytes: items });
    const used = await upload();
    await asOwner(db, ann.ownerId, (owned) => useImportFile(owned, ann.ownerId, used));
    await aged(used, 1000);
    const [old, young] = [await aged(await upload(), 25), await aged(await upload(), 23)];
    const stray = crypto.randomUUID();
    await files.write(stray, 0, items);
    const longAgo = new Date(Date.now() - 48 * 3600_000);
    for (const id of [used, young, stray]) {
      utimesSync(files.pathOf(id), longAgo, longAgo);
    }

    expect(await forgetUploads(db, files, Date.now())).toEqual({ unused: 1, stray: 1 });
    const left = [used, old, young, stray].filter((id) => existsSync(files.pathOf(id)));
    expect(left).toEqual([used, young]);
    expect((await ann.call('GET', `/imports/files/${old}`)).status).toBe(404);
  });
});

describe('a file to import', () => {
  it('is opened when it is whole; else the reason is named', async () => {
    const ann = await merchant();
    const open = (id: string) =>
      importFileSource((work) => asOwner(db, ann.ownerId, work), files, ann.ownerId, id);
    const id = await ann.announce(items.length);
    await ann.part(id, 0, items.subarray(0, 10));
    await expect(open(id)).rejects.toMatchObject({
      code: 'import.file-incomplete',
      params: { received: 10, bytes: items.length },
    });
    await ann.part(id, 10, items.subarray(10));

    const source = await open(id);
    expect(Buffer.from(await source.read(0, items.length)).equals(items)).toBe(true);
    await source.close();
    await asOwner(db, ann.ownerId, (owned) => useImportFile(owned, ann.ownerId, id));
    await ann.call('DELETE', `/imports/files/${id}`);

    await expect(open(id)).rejects.toMatchObject({ code: 'import.file-gone' });
    expect((await ann.call<ImportFile>('GET', `/imports/files/${id}`)).data.name).toBe('items.csv');
    expect(existsSync(files.pathOf(id))).toBe(false);
  });
});
