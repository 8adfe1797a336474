import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { FileRow, OpenedTable } from './open-table.ts';
import { type ReadLimits, readTable } from './read-table.ts';

const folder = mkdtempSync(join(tmpdir(), 'bowerbird-reading-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(content: string | Buffer): string {
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, content);
  return path;
}

const items = (rows: number) =>
  `Handle;Title;Price\r\n${Array.from({ length: rows }, (_, row) => `mug-${row};"Mug; ${row}";12,50\r\n`).join('')}`;

async function read(path: string, limits: Partial<ReadLimits> = {}, signal = new AbortController().signal) {
  const rows: FileRow[] = [];
  const opened: OpenedTable[] = [];
  const refused = await readTable(
    { path, dialect: null, sheet: null },
    { opened: (each) => opened.push(each), rows: (batch) => void rows.push(...batch) },
    signal,
    limits,
  );
  return { opened, rows, refused };
}

const inThread = { inPlaceMax: 0 };

describe('a file that is read in a thread', () => {
  it('gives the same rows, texts and dialect as one that is read in place', async () => {
    const path = fileOf(items(5000));

    const [here, there] = [await read(path), await read(path, inThread)];

    expect(here.rows).toHaveLength(5001);
    expect(there).toEqual(here);
    expect(there.rows.map(({ text }) => text).join('')).toBe(items(5000));
  });

  it.runIf(process.platform === 'linux')('leaves the priority of everything else as it was', async () => {
    // Of every thread of this program, and of its session.
    const priorities = () => [
      getPriority(),
      readFileSync('/proc/self/autogroup', 'utf8').replace(/^\S+/, ''),
    ];
    const before = priorities();

    await read(fileOf(items(10)), inThread);

    expect(priorities()).toEqual(before);
  });

  it.each([
    ['is empty', '', 'file.empty'],
    ['is a web page', '<!doctype html><table><tr><td>1</table>', 'file.web-page'],
    ['is no workbook', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100)]), 'file.cut-off'],
  ])('is refused by the same name when it %s', async (_, content, code) => {
    const path = fileOf(content);

    const [here, there] = [
      await read(path).catch((thrown: unknown) => thrown),
      await read(path, inThread).catch((thrown: unknown) => thrown),
    ];

    expect(here).toMatchObject({ name: 'FileRefused', code });
    expect(there).toMatchObject({ name: 'FileRefused', code });
  });

  it('says where a file that is cut off ended, after the rows before', async () => {
    const { rows, refused } = await read(fileOf(`${items(3)}"mug`), inThread);

    expect(rows).toHaveLength(4);
    expect(refused).toMatchObject({ code: 'file.cut-off', row: 5 });
  });

  it('is read no further once enough rows were taken, and fails with what taking them throws', async () => {
    const path = fileOf(items(50_000));
    const taken: number[] = [];
    const job = { path, dialect: null, sheet: null };
    const { signal } = new AbortController();
    const stops = {
      opened: () => undefined,
      rows: (batch: FileRow[]) => {
        taken.push(batch.length);
        return false;
      },
    };
    const breaks = { opened: () => undefined, rows: () => Promise.reject(new Error('the database is gone')) };

    expect(await readTable(job, stops, signal, inThread)).toBeNull();
    expect(taken).toHaveLength(1);
    await expect(readTable(job, breaks, signal, inThread)).rejects.toThrow('the database is gone');
  });

  it('ends at once when the run is stopped', async () => {
    const stop = new AbortController();
    const reading = readTable(
      { path: fileOf(items(50_000)), dialect: null, sheet: null },
      { opened: () => stop.abort(new Error('stopped by a person')), rows: () => undefined },
      stop.signal,
      inThread,
    );

    await expect(reading).rejects.toThrow('stopped by a person');
  });

  it('that takes too much memory, or is busy for too long, ends by name, alone', {
    tags: ['slow'],
  }, async () => {
    const path = fileOf(`${'"a",'.repeat(6_000_000)}\r\n`);

    for (const limits of [{ heapMb: 24 }, { busyMs: 20 }]) {
      const thrown = await read(path, { ...inThread, ...limits }).catch((failure: unknown) => failure);
      expect(thrown).toMatchObject({ code: 'import.file-too-costly' });
    }
  });
});
