import { readFileSync } from 'node:fs';
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { signatureOf } from '@bowerbird/platforms/woocommerce/list/calls/sign';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { record } from './figures.ts';
import type { RunningStore } from './set-up.ts';
import { reset } from './store/real-store.ts';

/** Number of products in one create request, as our lister sends them. */
const batchSize = 25;
const batches = 6;
const reads = 40;
const atOnce = 2;
const pairs = 12;
/**
 * Seconds by which our signed requests are dated back: the store refuses them a minute from now
 * (`docs/decisions/0025-signed-creates.md`).
 */
const datedBackSeconds = 15 * 60 - 60;

const ways = [
  'keys over https',
  'signed over http',
  'signed over https',
  /** As our lister signs without https: reads share a second. */
  'signed over http, reads dated now',
] as const;
type Way = (typeof ways)[number];

interface Answer {
  status: number;
  body: string;
}

/** Sends one request in one of the ways; each signed request has a second that no other has. */
class Client {
  readonly #store: RunningStore;
  readonly #way: Way;
  readonly #authority: Buffer;
  #lastSecond = 0;

  constructor(store: RunningStore, way: Way) {
    this.#store = store;
    this.#way = way;
    this.#authority = readFileSync(join(store.root, 'conf/ca.pem'));
  }

  async send(method: string, route: string, body?: object): Promise<Answer> {
    const { ports, installed } = this.#store;
    const isHttp = this.#way.startsWith('signed over http,') || this.#way === 'signed over http';
    const origin = isHttp ? `http://127.0.0.1:${ports.plain}` : `https://localhost:${ports.tls}`;
    const url = new URL(`${origin}/wp-json/wc/v3${route}`);
    const keys = btoa(`${installed.consumerKey}:${installed.consumerSecret}`);
    const isSigned = this.#way !== 'keys over https';
    if (isSigned) {
      await this.#sign(url, method);
    }
    return await this.sendAsIs(url, method, isSigned ? {} : { authorization: `Basic ${keys}` }, body);
  }

  async #sign(url: URL, method: string): Promise<void> {
    const { consumerKey, consumerSecret } = this.#store.installed;
    const isNow = method === 'GET' && this.#way === 'signed over http, reads dated now';
    const second = isNow ? Math.floor(Date.now() / 1000) : await this.#ownSecond();
    const own = {
      oauth_consumer_key: consumerKey,
      oauth_nonce: crypto.randomUUID().replaceAll('-', ''),
      oauth_signature_method: 'HMAC-SHA256',
      oauth_timestamp: String(isNow ? second : second - datedBackSeconds),
    };
    for (const [name, value] of Object.entries(own)) {
      url.searchParams.set(name, value);
    }
    const all = Object.fromEntries(url.searchParams);
    url.searchParams.set(
      'oauth_signature',
      await signatureOf(method, url.origin + url.pathname, all, consumerSecret),
    );
  }

  async #ownSecond(): Promise<number> {
    const second = Math.max(Math.floor(Date.now() / 1000), this.#lastSecond + 1);
    this.#lastSecond = second;
    await setTimeout(Math.max(0, second * 1000 - Date.now()));
    return second;
  }

  /** Returns a signed request as it would be sent; it can be sent any number of times. */
  async signed(method: string, route: string): Promise<URL> {
    const url = new URL(`http://127.0.0.1:${this.#store.ports.plain}/wp-json/wc/v3${route}`);
    await this.#sign(url, method);
    return url;
  }

  async sendAsIs(url: URL, method: string, headers: Record<string, string>, body?: object): Promise<Answer> {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const options = {
      method,
      headers: {
        ...headers,
        ...(sent && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(sent)),
        }),
      },
    };
    return await new Promise((resolve, reject) => {
      const requested =
        url.protocol === 'http:'
          ? overHttp(url, options)
          : overHttps(url, { ...options, ca: this.#authority });
      requested.on('error', reject);
      requested.on('response', (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString() }),
        );
      });
      requested.end(sent);
    });
  }
}

describe.each(inject('stores'))('$label, how we sign in', (store) => {
  const version = store.installed.woocommerce;
  beforeAll(() => reset(store));

  it.each(ways)('%s: creates in batches, and reads', async (way) => {
    const client = new Client(store, way);
    const rows = (batch: number) =>
      Array.from({ length: batchSize }, (_, at) => ({
        name: `${way} ${batch} ${at}`,
        sku: `${way}-${batch}-${at}`.replaceAll(' ', '-'),
        regular_price: '9.00',
        status: 'draft',
      }));
    const answers: Answer[] = [];
    const create = await rate(batches, async (batch) => {
      answers.push(await client.send('POST', '/products/batch', { create: rows(batch) }));
    });
    const read = await rate(reads, async () => {
      answers.push(await client.send('GET', '/products?per_page=20&_fields=id,name'));
    });
    record({
      version,
      what: `${way}: create, ${batchSize} a request`,
      products: batches * batchSize,
      seconds: create,
      met: `${(batches / create).toFixed(2)} requests/s`,
    });
    record({
      version,
      what: `${way}: read`,
      products: 0,
      seconds: read,
      met: `${(reads / read).toFixed(2)} requests/s`,
    });

    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('a second copy is refused though signed reads came between, and not always one that comes in the same instant', async () => {
    const client = new Client(store, 'signed over http, reads dated now');
    const nothing = { create: [] };
    const once = await client.signed('POST', '/products/batch');
    const first = await client.sendAsIs(once, 'POST', {}, nothing);
    for (let reads = 0; reads < 3; reads += 1) {
      await client.send('GET', '/products?per_page=1&_fields=id');
    }
    const second = await client.sendAsIs(once, 'POST', {}, nothing);
    let bothTaken = 0;
    for (let pair = 0; pair < pairs; pair += 1) {
      const url = await client.signed('POST', '/products/batch');
      const answers = await Promise.all([0, 1].map(() => client.sendAsIs(url, 'POST', {}, nothing)));
      bothTaken += answers.every(({ status }) => status === 200) ? 1 : 0;
    }
    record({
      version,
      what: 'two copies of a signed request in one instant',
      products: 0,
      seconds: 0,
      met: `both taken ${bothTaken} of ${pairs} times`,
    });

    expect(first.status).toBe(200);
    expect([second.status, JSON.parse(second.body)]).toMatchObject([
      401,
      { code: 'woocommerce_rest_authentication_error' },
    ]);
  });

  it('keys alone are not heeded over http, whatever they are', async () => {
    const client = new Client(store, 'keys over https');
    const url = new URL(`http://127.0.0.1:${store.ports.plain}/wp-json/wc/v3/products`);
    const { consumerKey, consumerSecret } = store.installed;
    const answer = await client.sendAsIs(url, 'GET', {
      authorization: `Basic ${btoa(`${consumerKey}:${consumerSecret}`)}`,
    });

    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
      401,
      { code: 'woocommerce_rest_cannot_view' },
    ]);
  });
});

/** Measures this many requests, a few at a time. */
async function rate(count: number, send: (index: number) => Promise<void>): Promise<number> {
  const began = performance.now();
  const queue = Array.from({ length: count }, (_, index) => index).values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const index of queue) {
        await send(index);
      }
    }),
  );
  return (performance.now() - began) / 1000;
}
