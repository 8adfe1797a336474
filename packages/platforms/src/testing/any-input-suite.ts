import { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { describe, expect, it } from 'vitest';
import type { Collector, CollectRequest } from '../collecting/collector.ts';
import { jsonLimit } from '../net/http.ts';
import type { Platform } from '../platform.ts';
import { collectAll, contextFor } from './collecting.ts';
import { hostileTexts } from './hostile-texts.ts';
import { share } from './share.ts';
import { simulatedShop } from './simulated-suite.ts';
import { oddValues, pathsOf, spoiled } from './spoiling.ts';

export interface AnyInputCase {
  /** Address of one practice product and of one category. */
  product(handle: string): string;
  category(handle: string): string;
  /** Text in a page after which this platform's readers look for data: `window.x = `. */
  marks: readonly string[];
}

const shop = new URL('http://glade-home.localhost:8901/');
/** Largest number of requests that a shop of a few products may take, whatever it answers: reading must always end. */
const requestsMax = 400;

/** Number of entries of long lists that `npm test` runs, different ones for each platform. */
const textsMax = 12;
const placesMax = 15;
const endsMax = 40;

/**
 * Tests what every collector promises for any answer of a source: a valid product, one skipped with a named error, or a
 * named failure. No crash, no endless run, no more memory than the limits of a body, no change of built-in objects.
 */
export function describeAnyInput(platform: Platform, given: AnyInputCase): void {
  const collector = platform.collector as Collector;
  const from = platform.id.length;
  const handle = firstHandle(platform, given);
  const productUrl = async () => new URL(given.product(await handle), shop);
  const goodPage = async () =>
    await (await simulatedShop(platform, 12).context.fetch(await productUrl())).text();

  /** Reads everything that a platform can read, from a source with these answers. */
  async function readEverything(answer: () => Response): Promise<void> {
    const requests: [CollectRequest['scope'], URL][] = [
      ['shop', shop],
      ['product', await productUrl()],
      ['category', new URL(given.category('new-in'), shop)],
      ...(collector.searchAddress
        ? ([['search', collector.searchAddress(shop, 'mug')]] as [CollectRequest['scope'], URL][])
        : []),
    ];
    for (const [scope, url] of requests) {
      await soundOrNamed(
        async (fetch) =>
          (await collectAll(collector, { scope, addresses: [url], robots: false }, contextFor(fetch)))
            .products,
        answer,
      );
      await soundOrNamed(
        async (fetch) => (await collector.preview(url, scope, contextFor(fetch))).products,
        answer,
      );
    }
    await soundOrNamed(async (fetch) => {
      await collector.categories(shop, contextFor(fetch));
      return [];
    }, answer);
  }

  async function readText(html: string): Promise<void> {
    const url = await productUrl();
    await soundOrNamed(async () => collector.readPage?.(html, url) ?? []);
    await soundOrNamed(async () => {
      collector.sourceLinksOn?.(html, new URL(given.category('new-in'), shop));
      return [];
    });
    await soundOrNamed(
      async (fetch) => {
        const seen = { url, status: 200, headers: new Headers(), body: html };
        await collector.recognise(seen, contextFor(fetch));
        return [];
      },
      () => new Response('', { status: 404 }),
    );
    await readEverything(() => new Response(html, { headers: { 'content-type': 'text/html' } }));
  }

  describe(`${platform.name}, whatever is sent`, { tags: ['slow'] }, () => {
    it('reads its own good page, which the following spoils', async () => {
      const products = collector.readPage?.(await goodPage(), await productUrl()) ?? [];

      expect(products.map((product) => Product.parse(product).title)).toHaveLength(1);
    });

    it('bears a page that breaks off anywhere', async () => {
      const html = await goodPage();
      const url = await productUrl();
      const step = Math.max(1, Math.floor(html.length / 300));
      const ends = Array.from({ length: Math.ceil(html.length / step) }, (_, at) => at * step);
      for (const end of share(ends, endsMax, from)) {
        await soundOrNamed(async () => collector.readPage?.(html.slice(0, end), url) ?? []);
        await soundOrNamed(async () => collector.readPage?.(html.slice(end), url) ?? []);
      }
    });

    it.each(share(hostileTexts(given.marks), textsMax, from))(
      'is neither stopped nor held by %s',
      async (_, make) => {
        await readText(make());

        expect({}).not.toHaveProperty('polluted');
      },
    );

    it('bears its good page with a great deal of anything in it', { tags: ['slow'] }, async () => {
      const html = await goodPage();
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      for (const filling of [
        `<script>var a = ${deep};</script>`,
        '<div>'.repeat(100_000),
        `<!--${'x'.repeat(2_000_000)}-->`,
      ]) {
        await readText(html.replace(/<body[^>]{0,100}>/, (body) => body + filling));
      }
    });

    it('reads 20 MB, or lets go of them, whatever was asked for', { tags: ['slow'] }, async () => {
      await readEverything(() => endless(20_000_000));
    });

    it('lets go of a product that never ends at its limit, and names it', async () => {
      let most = 0;
      const fetch: typeof globalThis.fetch = async () =>
        endless(90_000_000, (bytes) => {
          most = Math.max(most, bytes);
        });
      const wanted = { scope: 'product' as const, addresses: [await productUrl()], robots: false };

      const codes = await collectAll(collector, wanted, contextFor(fetch)).then(
        ({ skipped }) => skipped.map(({ failure }) => failure.code),
        (thrown: unknown) => [AppError.from(thrown).code],
      );

      expect(codes).toEqual(['source.answer-too-large']);
      expect(most).toBeLessThanOrEqual(jsonLimit + 200_000);
    });

    it.each(['utf-16le', 'gbk', 'latin1'])('bears a page that says it is %s and is not', async (encoding) => {
      const html = await goodPage();
      for (const charset of [encoding, 'utf-8', 'no-such-charset']) {
        const bytes = encoding === 'utf-16le' ? utf16(html) : damaged(html);
        await readEverything(
          () => new Response(bytes, { headers: { 'content-type': `text/html; charset=${charset}` } }),
        );
      }
    });

    it('bears any value at any place of what the shop sends as data', async () => {
      const answers = await dataAnswers(platform, given, await productUrl());
      for (const { path, body } of answers) {
        const places = share(pathsOf(body, 160), placesMax, from);
        for (const [turn, at] of places.entries()) {
          const by = oddValues[(turn * 7 + at.length) % oddValues.length];
          const changed = JSON.stringify(spoiled(body, at, by));
          const simulated = simulatedShop(platform, 3);
          await soundOrNamed(
            async (fetch) => {
              const spoiling: typeof globalThis.fetch = async (input, init) => {
                await fetch(input, init);
                const url = input instanceof Request ? input.url : String(input);
                return url.includes(path)
                  ? new Response(changed, { headers: { 'content-type': 'application/json' } })
                  : await simulated.context.fetch(input, init);
              };
              const requested = { addresses: [shop], robots: false };
              return (await collectAll(collector, requested, contextFor(spoiling))).products;
            },
            () => new Response(''),
          );
        }
      }

      expect({}).not.toHaveProperty('polluted');
    });
  });
}

/** Reads, and checks the result against the promise. Requests are counted: reading must end. */
async function soundOrNamed(
  read: (fetch: typeof globalThis.fetch) => Promise<Product[]>,
  answer: () => Response = () => new Response('', { status: 404 }),
): Promise<void> {
  let requested = 0;
  const fetch: typeof globalThis.fetch = async () => {
    requested += 1;
    return answer();
  };
  let products: Product[] = [];
  try {
    products = await read(fetch);
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(AppError);
    expect(thrown).not.toMatchObject({ code: 'unexpected' });
  }
  expect(requested).toBeLessThanOrEqual(requestsMax);
  for (const product of products) {
    expect(Product.safeParse(product).error?.issues ?? []).toEqual([]);
    expect(new Set(product.variants.map(({ id }) => id)).size).toBe(product.variants.length);
    expect(product.variants.every(({ optionValues }) => optionValues.length === product.options.length)).toBe(
      true,
    );
    expect(() => JSON.stringify(product)).not.toThrow();
  }
}

/**
 * Returns the first product whose page shows it to every client; some platforms fill in some of theirs only in a
 * browser.
 */
async function firstHandle(platform: Platform, given: AnyInputCase): Promise<string> {
  const { products } = await simulatedShop(platform, 12).collect();
  for (const { handle } of products) {
    const url = new URL(given.product(handle), shop);
    const html = await (await simulatedShop(platform, 12).context.fetch(url)).text();
    if (platform.collector?.readPage?.(html, url).length === 1) {
      return handle;
    }
  }
  return products[0]?.handle ?? '';
}

/** Returns the answers with data that are needed to read a small shop: their addresses and content. */
async function dataAnswers(platform: Platform, given: AnyInputCase, product: URL) {
  const { context, collector } = simulatedShop(platform, 3);
  const answers = new Map<string, unknown>();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const answer = await context.fetch(input, init);
    const url = new URL(input instanceof Request ? input.url : String(input));
    try {
      answers.set(url.pathname, JSON.parse(await answer.clone().text()));
    } catch {
      // A page, not data.
    }
    return answer;
  };
  const watched = { ...context, fetch };
  await collectAll(collector, { addresses: [shop] }, watched);
  await collectAll(collector, { scope: 'product', addresses: [product] }, watched);
  await collectAll(
    collector,
    { scope: 'category', addresses: [new URL(given.category('new-in'), shop)] },
    watched,
  );
  return [...answers].map(([path, body]) => ({ path, body }));
}

/** Returns this many bytes of a page, generated as they are read. */
function endless(bytes: number, onTaken: (bytes: number) => void = () => undefined): Response {
  const unit = new TextEncoder().encode('<p>more</p>'.repeat(6000));
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(unit);
      sent += unit.length;
      onTaken(sent);
      if (sent >= bytes) {
        controller.close();
      }
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/html' } });
}

function utf16(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2);
  for (let at = 0; at < text.length; at += 1) {
    bytes[at * 2] = text.charCodeAt(at) & 255;
    bytes[at * 2 + 1] = text.charCodeAt(at) >> 8;
  }
  return bytes;
}

/** Returns UTF-8 with every hundredth byte turned into one that is invalid in any text. */
function damaged(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text);
  return bytes.map((byte, at) => (at % 100 === 99 ? 0xff : byte));
}
