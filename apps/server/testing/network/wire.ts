import { connect, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { requestOnce } from '@bowerbird/platforms/listing/store/client';
import type { Gate } from '@bowerbird/platforms/net/gated';
import { afterEach } from 'vitest';
import { type GuardedFetchOptions, guardedFetch } from '../../src/fetch/guarded-fetch.ts';
import { openGate } from '../../src/listing/engine/gate.ts';
import { certificateFor } from './certificate.ts';

export const deadlineMs = 5000;
/** The content of a write, and the answer of a server. */
export const written = JSON.stringify({ product: { title: 'Oak shelf', price: '49.00' } });
export const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{"id":"7"}';

const certificate = certificateFor('shop.example');
setDefaultCACertificates([...getCACertificates('default'), certificate.cert]);
const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((close) => close()));
});

export interface HandClock {
  passed: number;
  monotonic(): number;
  wall(): number;
  sleep(): Promise<void>;
}

/** A clock that stands still until it is moved. */
export function handClock(): HandClock {
  const clock: HandClock = {
    passed: 0,
    monotonic: () => clock.passed,
    wall: () => 1_800_000_000_000 + clock.passed,
    sleep: async () => undefined,
  };
  return clock;
}

export function gateBy(clock: HandClock, at?: Gate['at']): Gate {
  const gate: Gate = openGate(clock, deadlineMs, () => undefined);
  return at ? Object.assign(gate, { at }) : gate;
}

export function fetcher(options: Partial<GuardedFetchOptions>) {
  const fetch = guardedFetch({
    allowedPrivateHosts: ['shop.example', '127.0.0.1'],
    resolveHost: async () => [{ address: '127.0.0.1', family: 4 }],
    ...options,
  });
  opened.push(() => fetch.close());
  return fetch;
}

export function post(fetch: typeof globalThis.fetch, url: string, gate: Gate) {
  return send(fetch, url, gate, 'POST', written);
}

/** Sends a write as every platform's client does. */
export function send(
  fetch: typeof globalThis.fetch,
  url: string,
  gate: Gate,
  method: 'POST' | 'DELETE',
  content?: string,
) {
  return requestOnce(
    { method, url, headers: { accept: 'application/json' }, ...(content !== undefined && { body: content }) },
    { domain: 'shop.example', connection: 'token', credentials: {}, prepared: {} },
    {
      fetch,
      gate,
      signal: new AbortController().signal,
      now: () => 0,
      sleep: async () => undefined,
      pace: async () => undefined,
      throttled: () => undefined,
    },
    { gated: true, timeoutMs: 60_000 },
  );
}

/** A plain TCP server that records every byte it received. */
export async function listen(onBytes: (socket: Socket, bytes: Buffer) => void) {
  let heard = '';
  const reported: (() => void)[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      heard += bytes.toString('latin1');
      for (const report of reported) {
        report();
      }
      onBytes(socket, bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(async () => {
    for (const socket of sockets) {
      socket.destroy();
    }
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    heard: () => heard,
    until: (enough: (bytes: string) => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (enough(heard)) {
            resolve();
          }
        };
        reported.push(look);
        look();
      }),
  };
}

/** A TLS shop, reached through what arrives at another socket. */
export async function tlsShop(onBytes: (socket: Socket) => void) {
  let heard = '';
  const server = createTlsServer(certificate, (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      heard += bytes.toString('latin1');
      onBytes(socket);
    });
  });
  const behind = new Map<Socket, Socket>();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(async () => {
    for (const [front, back] of behind) {
      front.destroy();
      back.destroy();
    }
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    heard: () => heard,
    isReached: (socket: Socket) => behind.has(socket),
    pass(socket: Socket, bytes: Buffer) {
      let back = behind.get(socket);
      if (!back) {
        back = connect(port, '127.0.0.1');
        back.on('error', () => undefined);
        back.on('data', (answer: Buffer) => void socket.write(answer));
        behind.set(socket, back);
      }
      back.write(bytes);
    },
  };
}
