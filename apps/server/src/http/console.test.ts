import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveConsole } from './console.ts';

const folder = mkdtempSync(join(tmpdir(), 'bowerbird-console-'));
const page = `<!doctype html>${'<p>page</p>'.repeat(100)}`;
const script = 'export const answer = 42;\n'.repeat(100);
const app = fastify();
const silent = () => undefined;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  for (const [name, text] of [
    ['index.html', page],
    ['assets/main-abc.js', script],
  ] as const) {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  }
  writeFileSync(join(folder, 'logo.png'), 'image');
  await serveConsole(app, folder, { debug: silent, info: silent, warn: silent, error: silent });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ url, headers, method });
const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' };

describe('the console as it is served', () => {
  it('comes as brotli to a browser, of its own type, kept for good, and different for others', async () => {
    const answer = await get('/assets/main-abc.js', browser);

    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringMatching(/javascript/),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringMatching(/accept-encoding/i),
      'content-length': String(brotliCompressSync(script).byteLength),
    });
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(script);
  });

  it.each(['/', '/user/login', '/products?view=all'])(
    'gives the page of %s as brotli, asked for again each time',
    async (url) => {
      const answer = await get(url, browser);

      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-encoding': 'br',
        'content-type': expect.stringMatching(/^text\/html/),
        'cache-control': 'no-cache',
      });
      expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(page);
    },
  );

  it('comes as gzip to what takes no brotli, and as it is to what takes neither', async () => {
    const [zipped, plain] = [await get('/', { 'accept-encoding': 'gzip' }), await get('/assets/main-abc.js')];

    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(page);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.vary).toMatch(/accept-encoding/i);
    expect(plain.body).toBe(script);
  });

  it('is not sent again where the browser has it, and each encoding has a mark of its own', async () => {
    const [packed, plain] = [await get('/', browser), await get('/')];
    const again = await get('/', { ...browser, 'if-none-match': String(packed.headers.etag) });

    expect(packed.headers.etag).not.toBe(plain.headers.etag);
    expect(again.statusCode).toBe(304);
  });

  it('answers HEAD with the same headers and no body, and parts of a file', async () => {
    const head = await get('/assets/main-abc.js', browser, 'HEAD');
    const part = await get('/assets/main-abc.js', { range: 'bytes=0-5' });

    expect(head.headers).toMatchObject({ 'content-encoding': 'br' });
    expect(head.body).toBe('');
    expect([part.statusCode, part.body]).toEqual([206, 'export']);
  });

  it('leaves alone what has no compressed form, and gives none away under its own name', async () => {
    const [image, direct] = [await get('/logo.png', browser), await get('/assets/main-abc.js.br')];

    expect([image.headers['content-encoding'], image.body]).toEqual([undefined, 'image']);
    expect(direct.statusCode).toBe(404);
  });
});
