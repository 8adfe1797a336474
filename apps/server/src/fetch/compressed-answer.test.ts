import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { AppError } from '@bowerbird/contract/errors';
import { readBody } from '@bowerbird/platforms/net/body';
import { afterEach, expect, it } from 'vitest';
import { type GuardedFetch, guardedFetch } from './guarded-fetch.ts';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((close) => close()));
});

const limit = 30_000_000;

it.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)(
  'lets go of a small answer that unpacks to a great deal (%s) [asvs 5.2.3]',
  { tags: ['slow'] },
  async (encoding, pack) => {
    const sent = pack(Buffer.alloc(20_000_000, '['));
    const { fetch, address } = await shop(encoding, sent);

    expect(sent.length).toBeLessThan(30_000);
    expect(await codeOf(fetch(address).then((answer) => readBody(answer, limit)))).toBe(
      'source.answer-overcompressed',
    );
  },
);

it('reads what is packed as pages of shops are', async () => {
  const page = Array.from({ length: 40_000 }, (_, at) => `<li class="product">Lamp ${at * 7919}</li>`).join(
    '',
  );
  const { fetch, address } = await shop('gzip', gzipSync(page));

  expect(await readBody(await fetch(address), limit)).toBe(page);
});

it('reads what is small, however well it is packed', async () => {
  const { fetch, address } = await shop('gzip', gzipSync(' '.repeat(900_000)));

  expect(await readBody(await fetch(address), limit)).toHaveLength(900_000);
});

async function shop(encoding: string, body: Buffer): Promise<{ fetch: GuardedFetch; address: string }> {
  const server: Server = createServer((_request, reply) => {
    // In chunks and without a length, which an attacker would leave out.
    reply.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding });
    for (let at = 0; at < body.length; at += 4096) {
      reply.write(body.subarray(at, at + 4096));
    }
    reply.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const fetch = guardedFetch({ allowedPrivateHosts: [`127.0.0.1:${port}`] });
  opened.push(
    () => fetch.close(),
    () => new Promise((done) => server.close(done)),
  );
  return { fetch, address: `http://127.0.0.1:${port}/` };
}

async function codeOf(requested: Promise<unknown>): Promise<string> {
  return await requested.then(
    () => 'read',
    (thrown: unknown) => AppError.from(thrown).code,
  );
}
