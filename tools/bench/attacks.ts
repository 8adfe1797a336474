import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { callsAs } from '../../apps/console/e2e/practice.ts';
import { type Product, type SignIn, startProduct } from '../../apps/console/e2e/product.ts';
import type { BenchRow } from './row.ts';

const seconds = Number(process.env.ATTACK_SECONDS ?? 20);
/** So many calls of an attack are on their way at once. */
const parallel = 4;
const pauseMs = 50;

type Call = Awaited<ReturnType<typeof callsAs>>;
type Attack = (stop: AbortSignal) => Promise<void>;

/**
 * What other people's calls take at the 95th percentile while one merchant attacks the service, beside the same calls without an attack, in
 * the same run: addresses that are slow to split, a shop whose answers unpack to a thousand times their size, and images as large as
 * are taken. The others sign in, and open the audit log.
 */
export async function benchAttacks(): Promise<BenchRow[]> {
  const shop = await hostileShop();
  const { product, stop } = await startProduct({
    BOWERBIRD_ALLOWED_PRIVATE_HOSTS: shop.host,
    TRUSTED_PROXIES: '127.0.0.1',
  });
  try {
    const attacker = await callsAs(product, product.merchant);
    const image = await largeImage();
    const attacks: Record<string, Attack> = {
      'addresses that are slow to split': (signal) => overAndOver(signal, () => splitAddresses(attacker)),
      'a shop whose pages unpack to 30 MB': (signal) => readShop(attacker, shop.host, signal),
      'uploaded images of 49 megapixels': async (signal) => {
        const token = await signIn(product, product.merchant);
        await overAndOver(signal, () => upload(product, token, image));
      },
    };
    await others(product, 3);
    const quiet = await others(product, seconds);
    const rows: BenchRow[] = [];
    for (const [name, attack] of Object.entries(attacks)) {
      const ended = new AbortController();
      const attacking = attack(ended.signal);
      await sleep(2000);
      const during = await others(product, seconds);
      ended.abort();
      await attacking;
      for (const what of ['list', 'sign-in'] as const) {
        rows.push({
          what: `another person's ${what} at the 95th percentile, during ${name}`,
          ours: `${during[what].toFixed(0)} ms`,
          floor: `${quiet[what].toFixed(0)} ms (without an attack)`,
          ratio: quiet[what] / during[what],
          aim: '0.5',
        });
      }
      // What was begun is let go on to its end, so that it is not counted against the next.
      await sleep(5000);
    }
    return rows;
  } finally {
    await stop();
    shop.server.close();
    shop.server.closeAllConnections();
  }
}

/** Milliseconds at the 95th percentile of what the administrator does, one call after the other. */
async function others(product: Product, forSeconds: number): Promise<{ list: number; 'sign-in': number }> {
  const call = await callsAs(product, product.administrator);
  const times: { list: number[]; 'sign-in': number[] } = { list: [], 'sign-in': [] };
  const until = performance.now() + forSeconds * 1000;
  while (performance.now() < until) {
    times.list.push(await took(() => call('GET', '/audit')));
    await sleep(pauseMs);
    times['sign-in'].push(await took(() => signIn(product, product.administrator)));
    await sleep(pauseMs);
  }
  return { list: p95(times.list), 'sign-in': p95(times['sign-in']) };
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function p95(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
}

/** One machine may sign in so often in a minute; others sign in from many. */
let machine = 0;

async function signIn({ url }: Product, person: SignIn): Promise<string> {
  machine = (machine + 1) % 200;
  const response = await fetch(`${url}/shop-reptile/api/auth/user-name-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${machine}` },
    body: JSON.stringify(person),
  });
  const answer: { data: string } = await response.json();
  if (!response.ok) {
    throw new Error(`nobody was signed in: ${JSON.stringify(answer)}`);
  }
  return answer.data;
}

/** Some calls at once, again and again; what the service refuses of them is its right. */
async function overAndOver(stop: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  const one = async () => {
    while (!stop.aborted) {
      await work().catch(() => sleep(20));
    }
  };
  await Promise.all(Array.from({ length: parallel }, one));
}

async function splitAddresses(call: Call): Promise<void> {
  const addresses = Array.from({ length: 50 }, () => `https://a.example/${')'.repeat(1960)}`);
  await call('POST', '/collect/runs', { platform: 'shopify', scope: 'product', addresses });
}

/** Has its pages recognised, and collects it, as two people of a merchant would. */
async function readShop(call: Call, host: string, stop: AbortSignal): Promise<void> {
  let number = 0;
  await Promise.all([
    overAndOver(stop, () => {
      number += 1;
      return call('POST', '/collect/recognise', { addresses: [`http://${host}/page-${number}`] });
    }),
    (async () => {
      while (!stop.aborted) {
        await call('POST', '/collect/runs', {
          platform: 'shopify',
          scope: 'shop',
          addresses: [`http://${host}/`],
        }).catch(() => undefined);
        await sleep(2000, undefined, { signal: stop }).catch(() => undefined);
      }
    })(),
  ]);
}

/** Answers every path with 29 kB that unpack to 30 MB of opening brackets. */
async function hostileShop(): Promise<{ server: Server; host: string }> {
  const packed = gzipSync(Buffer.alloc(30_000_000, '['));
  const server = createServer((request, reply) => {
    const type = request.url?.includes('.json') ? 'application/json' : 'text/html';
    reply.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(packed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function largeImage(): Promise<Uint8Array<ArrayBuffer>> {
  const create = { width: 7000, height: 7000, channels: 3, background: '#208020' } as const;
  return new Uint8Array(await sharp({ create }).png({ compressionLevel: 6 }).toBuffer());
}

async function upload({ url }: Product, token: string, image: Uint8Array<ArrayBuffer>): Promise<void> {
  const form = new FormData();
  form.set('image', new Blob([image], { type: 'image/png' }), 'image.png');
  const response = await fetch(`${url}/shop-reptile/api/images`, {
    method: 'POST',
    headers: { 'access-token': token },
    body: form,
  });
  await response.arrayBuffer();
}
