import { GateMissed, requestOnce } from '@bowerbird/platforms/listing/store/client';
import {
  type Gate,
  type GatedInit,
  type RequestMoment,
  requestMoments,
} from '@bowerbird/platforms/net/gated';
import { TooLate } from '@bowerbird/platforms/net/too-late';
import { contextWith } from '@bowerbird/platforms/testing/lister/bench';
import { expect, it } from 'vitest';
import { fetchFrom, type Simulation } from './simulation.ts';
import { Faults } from './simulation-faults.ts';

/** Returns a shop that records the requests it receives, together with the other notes. */
function notedShop(notes: string[]) {
  const shop: Simulation = {
    platform: 'shopify',
    name: 'glade',
    faults: new Faults(() => 0),
    answer: async (request) => {
      notes.push(`shop hears ${await request.text()}`);
      return new Response('{"id":"7"}', { status: 201, headers: { 'x-note': 'kept' } });
    },
  };
  return fetchFrom(new Map([['glade.localhost', shop]]));
}

const url = 'http://glade.localhost:8000/';

function send(fetch: typeof globalThis.fetch, gate: Gate) {
  return requestOnce(
    { method: 'POST', url, headers: {}, body: 'mug' },
    { domain: 'glade.localhost:8000', connection: 'token', credentials: {}, prepared: {} },
    { ...contextWith(fetch), gate },
    { gated: true, timeoutMs: 60_000 },
  );
}

it('a simulated shop hears of a write only through its gate', async () => {
  const notes: string[] = [];
  const shut: Gate = () => {
    throw new TooLate();
  };

  await expect(send(notedShop(notes), shut)).rejects.toBeInstanceOf(TooLate);
  expect(notes).toEqual([]);
});

it('a simulated shop hears of a request when its last byte is there, and its answer comes in halves', async () => {
  const notes: string[] = [];
  const gate: Gate = Object.assign(() => void notes.push('gate'), {
    at: async (moment: RequestMoment) => void notes.push(moment),
  });

  const answer = await send(notedShop(notes), gate);

  expect(answer).toMatchObject({ kind: 'answer', status: 201, text: '{"id":"7"}' });
  expect(answer.kind === 'answer' && answer.headers.get('x-note')).toBe('kept');
  expect(notes.filter((note) => note !== 'shop hears mug')).toEqual(['gate', ...requestMoments]);
  expect(notes.indexOf('shop hears mug')).toBeGreaterThan(notes.indexOf('send.body-half'));
  expect(notes.indexOf('shop hears mug')).toBeLessThan(notes.indexOf('answer.headers'));
});

it.each(requestMoments)(
  'whoever fails at %s hears no answer, and the shop of no half request',
  async (moment) => {
    const notes: string[] = [];
    const gate: Gate = Object.assign(() => undefined, {
      at: (at: RequestMoment) => {
        if (at === moment) {
          throw new Error(`failed at ${at}`);
        }
      },
    });

    const answer = await send(notedShop(notes), gate);
    await new Promise((resolve) => setTimeout(resolve));

    expect(answer.kind).toBe('silent');
    expect(notes).toEqual(requestMoments.indexOf(moment) < 3 ? [] : ['shop hears mug']);
  },
);

it('a write that passes its gate by is no answer but an error of ours', async () => {
  const passingBy: typeof fetch = async () => new Response('{"id":"7"}');

  await expect(send(passingBy, () => undefined)).rejects.toBeInstanceOf(GateMissed);
});

it('a write that is sent a second time is kept back, and in doubt', async () => {
  const notes: string[] = [];
  const shop = notedShop(notes);
  const again: typeof fetch = async (input, init: GatedInit = {}) => {
    await shop(input, init);
    return await shop(input, init);
  };

  const answer = await send(again, () => undefined);

  expect(answer.kind).toBe('silent');
  expect(notes).toEqual(['shop hears mug']);
});
