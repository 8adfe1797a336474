import { requestMoments } from '@bowerbird/platforms/net/gated';
import { describe, expect, it } from 'vitest';
import { fetcher, gateBy, handClock, listen, ok, post, send, written } from '../../testing/network/wire.ts';

describe('a fault strikes where it says', () => {
  const half = written.slice(0, Math.ceil(written.length / 2));
  const heardAt: Record<string, string | null> = {
    'gate.after': null,
    'send.first-byte': written.slice(0, 1),
    'send.body-half': half,
    'send.last-byte': written,
    'answer.headers': written,
    'answer.body-half': written,
  };

  it.each(requestMoments)(
    'whoever stands still at %s has sent so much and no more, and goes on',
    async (moment) => {
      const server = await listen((socket) => {
        if (server.heard().endsWith(written)) {
          socket.write(ok);
        }
      });
      const seen: string[] = [];
      let heard = 'never';
      const gate = gateBy(handClock(), async (at) => {
        seen.push(at);
        if (at === moment) {
          const awaited = heardAt[at];
          await server.until((bytes) => awaited === null || bytes.endsWith(`\r\n\r\n${awaited}`));
          // Everything else that was on its way has arrived by now.
          await new Promise((resolve) => setTimeout(resolve, 20));
          heard = server.heard();
        }
      });

      const answer = await post(fetcher({}), `http://shop.example:${server.port}/`, gate);

      expect(heard.split('\r\n\r\n')[1] ?? null).toBe(heardAt[moment]);
      expect(answer).toMatchObject({ kind: 'answer', text: '{"id":"7"}' });
      expect(seen).toEqual(requestMoments);
      expect(server.heard().match(/POST/g)).toHaveLength(1);
    },
  );

  it.each(requestMoments)('whoever fails at %s has no answer, and sends nothing more', async (moment) => {
    const server = await listen((socket) => {
      if (server.heard().endsWith(written)) {
        socket.write(ok);
      }
    });
    const gate = gateBy(handClock(), (at) => {
      if (at === moment) {
        throw new Error(`failed at ${at}`);
      }
    });

    const answer = await post(fetcher({}), `http://shop.example:${server.port}/`, gate);

    expect(answer.kind).toBe('silent');
    const isWhole = !['gate.after', 'send.first-byte', 'send.body-half'].includes(moment);
    expect(server.heard().endsWith(written)).toBe(isWhole);
  });

  it('a request and an answer without a body have no halves', async () => {
    const server = await listen((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
    const seen: string[] = [];
    const gate = gateBy(handClock(), (at) => void seen.push(`${at} ${server.heard() === '' ? '' : 'heard'}`));

    const answer = await send(fetcher({}), `http://shop.example:${server.port}/9`, gate, 'DELETE');

    expect(answer).toMatchObject({ kind: 'answer', status: 204 });
    expect(seen).toEqual(['gate.after ', 'send.first-byte ', 'send.last-byte ', 'answer.headers heard']);
    expect(server.heard()).toMatch(/^DELETE \/9 HTTP\/1\.1\r\n(?:(?!transfer-encoding).)*\r\n\r\n$/s);
  });
});
