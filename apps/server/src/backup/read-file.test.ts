import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { endLine } from './format.ts';
import type { Section } from './frames.ts';
import { openBackup } from './read-file.ts';
import { scratchFolder } from './testing.ts';
import { writeBackupFile } from './write-file.ts';

const scratch = scratchFolder();
const file = join(scratch, 'small.backup');
const path = join(scratch, 'changed.backup');
const takenAt = '2026-01-02T03:04:05.000Z';

beforeAll(async () => {
  await writeBackupFile(
    file,
    { program: '0.1.0', schema: ['0001'], takenAt, tables: { product: 2 } },
    sections(),
  );
});

async function* sections(): AsyncGenerator<Section> {
  yield { head: { kind: 'table', name: 'product', columns: ['id'] }, content: chunks('1\n', '2\n') };
  yield { head: { kind: 'sequence', name: 'number', next: '7' }, content: chunks() };
  yield { head: { kind: 'file', path: 'exports/goods.csv', mode: 0o600 }, content: chunks(large) };
}

/** More than one frame. */
const large = 'x'.repeat(3_000_000);

async function* chunks(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) {
    yield Buffer.from(text);
  }
}

it('gives back what was written, also where content is passed over', async () => {
  const backup = await openBackup(file);
  const names: string[] = [];
  for await (const { head } of backup.sections()) {
    names.push(head.kind);
  }
  const contents: string[] = [];
  for await (const { content } of backup.sections()) {
    contents.push(Buffer.concat(await Readable.from(content).toArray()).toString());
  }

  expect(backup.header).toEqual({ program: '0.1.0', schema: ['0001'], takenAt, tables: { product: 2 } });
  expect(names).toEqual(['table', 'sequence', 'file']);
  expect(contents).toEqual(['1\n2\n', '', large]);
});

it('of a later format is refused, and both are named', async () => {
  const later = readFileSync(file).toString('latin1').replace('BACKUP 1', 'BACKUP 2');
  const body = Buffer.from(later.slice(0, later.lastIndexOf('\nEND')), 'latin1');
  const sha256 = createHash('sha256').update(body).digest('hex');
  writeFileSync(path, Buffer.concat([body, Buffer.from(endLine(sha256))]));

  await expect(openBackup(path)).rejects.toMatchObject({
    code: 'backup.newer',
    params: { theirs: 'format 2', ours: 'format 1' },
  });
});

describe('a file that is not whole', () => {
  it.each<[string, (bytes: Buffer) => Buffer, string]>([
    ['its last byte is gone', (bytes) => bytes.subarray(0, -1), 'backup.cut-off'],
    ['half of it is gone', (bytes) => bytes.subarray(0, bytes.length / 2), 'backup.cut-off'],
    ['only its first line is left', (bytes) => bytes.subarray(0, 20), 'backup.cut-off'],
    ['one bit in the middle is another', (bytes) => flipped(bytes, bytes.length >> 1), 'backup.damaged'],
    ['one bit of the header is another', (bytes) => flipped(bytes, 40), 'backup.damaged'],
    ['one bit of the checksum is another', (bytes) => flipped(bytes, bytes.length - 5), 'backup.damaged'],
    ['it is a picture', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'backup.not-a-backup'],
    ['it is empty', () => Buffer.alloc(0), 'backup.not-a-backup'],
  ])('is refused before anything is read from it: %s', async (_why, change, code) => {
    writeFileSync(path, change(readFileSync(file)));

    await expect(openBackup(path)).rejects.toMatchObject({ code, params: { file: path } });
  });

  it('is refused when it is not there', async () => {
    await expect(openBackup(join(scratch, 'nowhere.backup'))).rejects.toMatchObject({
      code: 'backup.file-unusable',
    });
  });
});

function flipped(bytes: Buffer, at: number): Buffer {
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}
