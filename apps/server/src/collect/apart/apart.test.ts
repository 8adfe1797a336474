import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@bowerbird/contract/errors';
import type { CollectEvent } from '@bowerbird/platforms/collecting/collector';
import { collectors } from '@bowerbird/platforms/collectors';
import type { PlatformContext } from '@bowerbird/platforms/context';
import { watchBody } from '@bowerbird/platforms/net/body';
import { collectAll, contextFor } from '@bowerbird/platforms/testing/collecting';
import { describe, expect, it } from 'vitest';
import { apart } from './apart.ts';
import type { ApartJob } from './messages.ts';

const address = new URL('http://glade-home.localhost:8901/');

describe('a separate process', () => {
  const job: ApartJob = {
    platform: 'shopify',
    kind: 'collect',
    request: { scope: 'shop', checkpoint: null, robots: false },
    addresses: [address.href],
    got: [],
  };

  it.each<[string, () => Response]>([
    ['is closed', () => new Response('<p>no', { status: 401 })],
    ['sends too much', () => new Response(`{"products":[${'[],'.repeat(3_000_000)}1]}`)],
    ['sends what unpacks to a great deal', packed],
    ['breaks off', () => new Response(brokenOff())],
  ])(
    'fails by the name that reading in place fails by, when the shop %s',
    { tags: ['slow'] },
    async (_, answer) => {
      const [here, there] = [contextFor(async () => answer()), contextFor(async () => answer())];

      const codes = await Promise.all([codeOf(inPlace(here)), codeOf(drained(job, there))]);

      expect(codes[0]).not.toBe('read');
      expect(codes[1]).toBe(codes[0]);
    },
  );

  it('reads on while the program works with a batch, but not further than it can keep', async () => {
    const pages = new Set<number>();
    const context = contextFor(async (input) => {
      const url = new URL(String(input instanceof Request ? input.url : input));
      const page = Number(url.searchParams.get('page'));
      if (url.pathname !== '/products.json' || page > 60) {
        return new Response('', { status: 404 });
      }
      pages.add(page);
      return Response.json({ products: productsOf(page) });
    });
    let requested = 0;

    for await (const event of apart(job, context)) {
      if ((event as CollectEvent).kind === 'batch') {
        // Longer than reading the whole shop would take.
        await sleep(2000);
        requested = pages.size;
        break;
      }
    }

    expect(requested).toBeGreaterThan(1);
    expect(requested).toBeLessThan(12);
  });

  it('ends at once when the run is stopped', async () => {
    const stop = new AbortController();
    const context = {
      ...contextFor(() => new Promise<Response>(() => undefined)),
      signal: stop.signal,
    };
    setTimeout(() => stop.abort(new Error('stopped by a person')), 200);

    await expect(drained(job, context)).rejects.toThrow('stopped by a person');
  });

  it('that takes too much memory ends by name, alone', { tags: ['slow'] }, async () => {
    const feed = `{"products":[${`{"id":1,"title":"${'a'.repeat(40)}","tags":[]},`.repeat(200_000)}{}]}`;
    const context = contextFor(async () => new Response(feed));

    expect(await codeOf(drained(job, context, { heapMb: 24, busyMs: 60_000 }))).toBe(
      'source.answer-too-costly',
    );
  });

  it('that is busy for too long ends by name, alone', { tags: ['slow'] }, async () => {
    // Parsing this many takes much longer than that without a pause, on any machine.
    const feed = `{"products":[${'{},'.repeat(900_000)}{}]}`;
    const context = contextFor(async () => new Response(feed));

    expect(await codeOf(drained(job, context, { heapMb: 512, busyMs: 10 }))).toBe('source.answer-too-costly');
  });
});

/** A page of 250 products as a feed gives them. */
function productsOf(page: number) {
  return Array.from({ length: 250 }, (_, at) => {
    const id = page * 1000 + at;
    return {
      id,
      handle: `cup-${id}`,
      title: `Cup ${id}`,
      variants: [{ id, title: 'Default Title', price: '9.00' }],
      images: [],
      options: [],
    };
  });
}

function packed(): Response {
  const response = new Response(new Uint8Array(3_000_000).fill(32));
  watchBody(response, { received: () => 1000 });
  return response;
}

function brokenOff(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      controller.error(Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }));
    },
  });
}

async function drained(...given: Parameters<typeof apart>): Promise<number> {
  let count = 0;
  for await (const _ of apart(...given)) {
    count += 1;
  }
  return count;
}

async function inPlace(context: PlatformContext): Promise<unknown> {
  const collector = collectors.get('shopify')?.collector;
  return collector && (await collectAll(collector, { addresses: [address], robots: false }, context));
}

async function codeOf(requested: Promise<unknown>): Promise<string> {
  return await requested.then(
    () => 'read',
    (thrown: unknown) => AppError.from(thrown).code,
  );
}
