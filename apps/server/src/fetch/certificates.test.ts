import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { DEFAULT_MIN_VERSION } from 'node:tls';
import { afterAll, expect, it } from 'vitest';
import { certificateFor } from '../../testing/network/certificate.ts';
import { guardedFetch } from './guarded-fetch.ts';

const heard: string[] = [];
const servers: Server[] = [];
const fetch = guardedFetch({
  allowedPrivateHosts: ['untrusted.example', 'named-otherwise.example'],
  resolveHost: async () => [{ address: '127.0.0.1', family: 4 }],
});
afterAll(async () => {
  await fetch.close();
  for (const server of servers) {
    server.close();
  }
});

async function shopOf(host: string): Promise<number> {
  const server = createServer(certificateFor(host), (request, response) => {
    heard.push(String(request.headers.authorization));
    response.end('{}');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

it.each(['untrusted.example', 'named-otherwise.example'])(
  'a shop with an untrusted certificate gets no request: %s [asvs 12.3.2]',
  async (host) => {
    const port = await shopOf('untrusted.example');

    await expect(
      fetch(`https://${host}:${port}/`, { headers: { authorization: 'Bearer seed' } }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^address\./) });
    expect(heard).toEqual([]);
  },
);

it('TLS begins at version 1.2 [asvs 12.1.1]', () => {
  expect(['TLSv1.2', 'TLSv1.3']).toContain(DEFAULT_MIN_VERSION);
});
