import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bodyParts, readBody, readBytes, readStart, readStartBytes } from './body.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns a response whose body sends one chunk of a fixed size each second, endlessly unless `count` is given. */
function dripping(bytes: number, count = Number.POSITIVE_INFINITY): Response {
  let sent = 0;
  return new Response(
    new ReadableStream({
      pull(controller) {
        if (sent === count || sent > 1000) {
          controller.close();
          return;
        }
        sent += 1;
        vi.advanceTimersByTime(1000);
        controller.enqueue(new Uint8Array(bytes).fill(32));
      },
    }),
  );
}

/** Returns how many bytes of a body would be stored. */
async function storedBytes(response: Response): Promise<number> {
  let bytes = 0;
  for await (const part of bodyParts(response)) {
    bytes += part.byteLength;
  }
  return bytes;
}

it.each([
  ['readBytes', (response: Response) => readBytes(response, 1_000_000)],
  ['readBody', (response: Response) => readBody(response, 1_000_000)],
  ['readStart', (response: Response) => readStart(response, 1_000_000)],
  ['readStartBytes', (response: Response) => readStartBytes(response, 1_000_000)],
  ['bodyParts, by which files of suppliers are stored,', storedBytes],
])('%s lets a body of one byte a second go after a minute', async (_name, read) => {
  await expect(read(dripping(1))).rejects.toMatchObject({ code: 'source.timeout' });
});

it('a body that is slow and does not stop is read to its end, and so is one that drips for less than a minute', async () => {
  expect((await readBytes(dripping(5000, 120), 1_000_000)).byteLength).toBe(600_000);
  expect((await readBytes(dripping(1, 50), 1_000_000)).byteLength).toBe(50);
  expect(await storedBytes(dripping(5000, 120))).toBe(600_000);
});
