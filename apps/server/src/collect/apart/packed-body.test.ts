import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { AppError } from '@bowerbird/contract/errors';
import { readBody, watchBody } from '@bowerbird/platforms/net/body';
import { describe, expect, it } from 'vitest';
import { startOf, unpacked } from './packed-body.ts';

const page = Array.from({ length: 5000 }, (_, at) => `<li>Lamp ${at * 7919} 灯</li>`).join('');

async function* chunks(bytes: Uint8Array, failure?: unknown) {
  for (let at = 0; at < bytes.length; at += 1000) {
    yield bytes.subarray(at, at + 1000);
  }
  if (failure !== undefined) {
    throw failure;
  }
}

describe('a page that came packed', () => {
  it.each<[string[], Uint8Array]>([
    [['gzip'], gzipSync(page)],
    [['x-gzip'], gzipSync(page)],
    [['deflate'], deflateSync(page)],
    [['deflate'], deflateRawSync(page)],
    [['br'], brotliCompressSync(page)],
    [['zstd'], zstdCompressSync(page)],
    [['gzip', 'br'], brotliCompressSync(gzipSync(page))],
    [[], Buffer.from(page)],
    [['unheard-of'], Buffer.from(page)],
  ])('is read as it was packed, by %s', async (codings, bytes) => {
    expect(await readBody(new Response(unpacked(chunks(bytes), codings)), 1_000_000)).toBe(page);
  });

  it('is read as far as it came when it was cut off, as browsers do', async () => {
    const cut = gzipSync(page).subarray(0, 9000);

    const read = await readBody(new Response(unpacked(chunks(cut), ['gzip'])), 1_000_000);

    expect(read.length).toBeGreaterThan(1000);
    expect(page.startsWith(read)).toBe(true);
  });

  it('fails by the name of what went wrong on its way', async () => {
    const failure = new AppError('source.answer-cut', 'broken off');
    const read = readBody(new Response(unpacked(chunks(gzipSync(page), failure), ['gzip'])), 1_000_000);

    await expect(read).rejects.toMatchObject({ code: 'source.answer-cut' });
  });

  it('is let go of when it unpacks to a great deal', async () => {
    const sent = gzipSync(Buffer.alloc(20_000_000, '['));
    const response = new Response(unpacked(chunks(sent), ['gzip']));
    watchBody(response, { received: () => sent.length });

    await expect(readBody(response, 30_000_000)).rejects.toMatchObject({
      code: 'source.answer-overcompressed',
    });
  });

  it('is unpacked no further than its beginning is needed', async () => {
    const sent = gzipSync(Buffer.alloc(20_000_000, '['));

    expect(await startOf({ bytes: new Uint8Array(sent), codings: ['gzip'] }, 100)).toHaveLength(100);
  });
});
