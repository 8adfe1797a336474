import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Gate, GatedInit } from '@bowerbird/platforms/net/gated';
import { TooLate } from '@bowerbird/platforms/net/too-late';
import { describe, expect, it } from 'vitest';
import {
  deadlineMs,
  fetcher,
  gateBy,
  handClock,
  listen,
  ok,
  post,
  tlsShop,
  written,
} from '../../testing/network/wire.ts';

describe('a write whose connection is open too late', () => {
  it('sends not one byte when the name was long in being found', async () => {
    const clock = handClock();
    const server = await listen((socket) => socket.write(ok));
    const fetch = fetcher({
      resolveHost: async () => {
        clock.passed += deadlineMs + 1;
        return [{ address: '127.0.0.1', family: 4 }];
      },
    });

    const sent = post(fetch, `http://shop.example:${server.port}/`, gateBy(clock));

    await expect(sent).rejects.toBeInstanceOf(TooLate);
    expect(await (await fetch(`http://shop.example:${server.port}/after`)).text()).toBe('{"id":"7"}');
    expect(server.heard()).toMatch(/^GET \/after /);
  });

  it('sends not one byte when TLS was long in being agreed', async () => {
    const clock = handClock();
    const shop = await tlsShop((socket) => socket.write(ok));
    const front = await listen((socket, bytes) => {
      // The first bytes are the client's half of the handshake: they can't contain any of the request.
      if (!shop.isReached(socket)) {
        clock.passed += deadlineMs + 1;
      }
      shop.pass(socket, bytes);
    });
    const fetch = fetcher({});

    const sent = post(fetch, `https://shop.example:${front.port}/`, gateBy(clock));

    await expect(sent).rejects.toBeInstanceOf(TooLate);
    expect(await (await fetch(`https://shop.example:${front.port}/after`)).text()).toBe('{"id":"7"}');
    expect(shop.heard()).toMatch(/^GET \/after /);
  });

  it('is sent when all was in time', async () => {
    const shop = await tlsShop((socket) => socket.write(ok));
    const front = await listen((socket, bytes) => shop.pass(socket, bytes));

    const answer = await post(fetcher({}), `https://shop.example:${front.port}/`, gateBy(handClock()));

    expect(answer).toMatchObject({ kind: 'answer', status: 200, text: '{"id":"7"}' });
    expect(shop.heard()).toMatch(/^POST \/ HTTP\/1\.1\r\n/);
  });
});

it('nothing runs between the gate and the last byte, not even what was waiting for its turn', async () => {
  const server = await listen((socket) => socket.write(ok));
  const order: string[] = [];
  const onSent = () => void order.push('sent');
  subscribe('undici:request:bodySent', onSent);
  const gate: Gate = () => {
    order.push('gate');
    queueMicrotask(() => order.push('others'));
  };

  await post(fetcher({}), `http://shop.example:${server.port}/`, gate);
  unsubscribe('undici:request:bodySent', onSent);

  expect(order).toEqual(['gate', 'sent', 'others']);
});

describe('a write is sent once', () => {
  it('though its kept connection is reset when it has arrived', async () => {
    const server = await listen((socket, bytes) =>
      String(bytes).startsWith('GET') ? socket.write(ok) : socket.resetAndDestroy(),
    );
    const fetch = fetcher({});
    await (await fetch(`http://shop.example:${server.port}/`)).text();

    const answer = await post(fetch, `http://shop.example:${server.port}/`, gateBy(handClock()));
    await (await fetch(`http://shop.example:${server.port}/after`)).text();

    expect(answer.kind).toBe('silent');
    expect(server.heard().match(/POST/g)).toHaveLength(1);
  });

  it('though the store says that it is the wrong one to ask (421), for which a browser would ask again', async () => {
    const server = await listen((socket) =>
      socket.write('HTTP/1.1 421 Misdirected Request\r\ncontent-length: 2\r\n\r\n{}'),
    );

    const answer = await post(fetcher({}), `http://shop.example:${server.port}/`, gateBy(handClock()));

    expect(answer.kind).toBe('silent');
    expect(server.heard().match(/POST/g)).toHaveLength(1);
  });

  it.each([{}, { method: 'DELETE' as const, body: null }])('one that is no listing too: %o', async (init) => {
    const server = await listen((socket) =>
      socket.write('HTTP/1.1 421 Misdirected Request\r\ncontent-length: 2\r\n\r\n{}'),
    );
    const fetch = fetcher({});

    await fetch(`http://shop.example:${server.port}/`, { method: 'POST', body: written, ...init }).catch(
      () => null,
    );

    expect(server.heard().match(/POST|DELETE/g)).toHaveLength(1);
  });

  it('and one that a caller broke off while it was being connected is never sent', async () => {
    const control = new AbortController();
    const server = await listen((socket) => socket.write(ok));
    let requested = 0;
    const fetch = fetcher({
      resolveHost: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        control.abort(new Error('paused'));
        return [{ address: '127.0.0.1', family: 4 }];
      },
    });
    const address = `http://shop.example:${server.port}/`;
    const gate: Gate = () => {
      requested += 1;
    };

    const init: GatedInit = { method: 'POST', body: written, signal: control.signal, gate };
    await expect(fetch(address, init)).rejects.toThrow('paused');
    await (await fetch(`${address}after`)).text();

    expect(requested).toBe(0);
    expect(server.heard()).toMatch(/^GET \/after /);
  });
});
