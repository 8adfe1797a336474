import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { uploadLimits } from '@bowerbird/contract/files/uploads';
import { type Product, startProduct } from '../../apps/console/e2e/product.ts';
import type { BenchRow } from './row.ts';

const bytesMin = Number(process.env.PREVIEW_BYTES ?? 1024 ** 3);
const repeats = 9;
/** Longest time to the preview, in milliseconds. */
const most = 2000;

/**
 * Uploads a CSV file of 1 GB (`PREVIEW_BYTES`) to the running product in parts, as a browser does, and measures the call that returns how
 * it is read with its first rows, over HTTP: the slowest of nine, of which the first is the first ever of that file.
 */
export async function benchFilePreview(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bowerbird-bench-'));
  const path = join(folder, 'supplier.csv');
  const bytes = await writeFile(path);
  const { product, stop } = await startProduct();
  try {
    const send = await senderOf(product);
    const id = await upload(send, path, bytes);
    const times: number[] = [];
    for (let time = 0; time < repeats; time += 1) {
      const started = performance.now();
      const preview = await send('POST', `/imports/files/${id}/preview`, {
        dialect: null,
        table: null,
        mapping: null,
      });
      times.push(performance.now() - started);
      if ((preview as { rows: unknown[] }).rows.length === 0) {
        throw new Error('the preview has no rows');
      }
    }
    const slowest = Math.max(...times);
    return [
      {
        what: `preview of a CSV file of ${(bytes / 1024 ** 3).toFixed(2)} GB over HTTP`,
        ours: `${slowest.toFixed(0)} ms (the slowest of ${repeats}; the first ${times[0]?.toFixed(0)} ms)`,
        floor: `${most} ms`,
        ratio: most / slowest,
        aim: 'within 2 s',
      },
    ];
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Send = (method: string, path: string, body?: object | Uint8Array) => Promise<unknown>;

async function senderOf({ url, merchant }: Product): Promise<Send> {
  let token = '';
  const send: Send = async (method, path, body) => {
    const isBytes = body instanceof Uint8Array;
    const answer = await fetch(`${url}/shop-reptile/api${path}`, {
      method,
      headers: {
        'access-token': token,
        ...(body && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const { code, data } = (await answer.json()) as { code: string; data: unknown };
    if (!answer.ok) {
      throw new Error(`${method} ${path} answered ${answer.status} ${code}`);
    }
    return data;
  };
  token = String(await send('POST', '/auth/user-name-login', merchant));
  return send;
}

async function upload(send: Send, path: string, bytes: number): Promise<string> {
  const { id } = (await send('POST', '/imports/files', { name: 'supplier.csv', bytes })) as { id: string };
  const file = await open(path);
  try {
    for (let from = 0; from < bytes; from += uploadLimits.partBytes) {
      await send('PUT', `/imports/files/${id}/parts/${from}`, await partOf(file, from, bytes));
    }
  } finally {
    await file.close();
  }
  return id;
}

async function partOf(file: FileHandle, from: number, bytes: number): Promise<Uint8Array> {
  const part = Buffer.alloc(Math.min(uploadLimits.partBytes, bytes - from));
  await file.read(part, 0, part.length, from);
  return part;
}

/** Writes a supplier's file of as many rows as make the size; returns its bytes. */
async function writeFile(path: string): Promise<number> {
  const description = 'A mug for tea and coffee that keeps warm. '.repeat(20);
  let bytes = 0;
  await pipeline(async function* () {
    yield 'SKU;Title;Description;Price;Stock\n';
    for (let row = 0; bytes < bytesMin; ) {
      let text = '';
      for (let more = 0; more < 500; more += 1, row += 1) {
        text += `M-${row};Stoneware mug ${row};${description};${10 + (row % 90)},90;${row % 50}\n`;
      }
      bytes += text.length;
      yield text;
    }
  }, createWriteStream(path));
  return bytes + 'SKU;Title;Description;Price;Stock\n'.length;
}

if (import.meta.main) {
  console.table(await benchFilePreview());
}
