import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import type { FromAttacker, ToAttacker, Victim } from './messages.ts';

/**
 * One merchant's calls against the service, and the hostile shop that they point to: a separate process, because they
 * come from elsewhere.
 */

/** Number of concurrent calls of an attack. */
const parallel = 4;
/** Pause after a refusal, in milliseconds. */
const restMs = 20;

type Call = (path: string, body?: object | FormData) => Promise<boolean>;
type Attack = (call: Call, stop: AbortSignal) => Promise<unknown>;

const shop = await hostileShop();
const image = await largeImage();
const attacks: Record<string, Attack> = {
  refused: (call, stop) => overAndOver(stop, () => call('/collect/no-such-call', {})),
  addresses: (call, stop) => overAndOver(stop, () => call('/collect/runs', slowAddresses())),
  shop: readShop,
  images: (call, stop) => overAndOver(stop, () => call('/images', formWith(image))),
};
let current: { ended: AbortController; over: Promise<unknown>; sent: number; refused: number } | undefined;

process.on('message', (message: ToAttacker) => void obey(message));
process.on('disconnect', () => process.exit());
report({ kind: 'ready', shop });

async function obey(message: ToAttacker): Promise<void> {
  if (message.kind === 'begin') {
    const ended = new AbortController();
    const begun = { ended, over: Promise.resolve<unknown>(undefined), sent: 0, refused: 0 };
    const call: Call = async (path, body) => {
      const answer = await send(message, path, body).catch(() => null);
      begun.sent += 1;
      begun.refused += answer?.ok ? 0 : 1;
      return answer?.ok === true;
    };
    begun.over = Promise.resolve(attacks[message.attack]?.(call, ended.signal));
    current = begun;
  } else if (current) {
    const { ended, over } = current;
    ended.abort();
    await over;
    report({ kind: 'ended', sent: current.sent, refused: current.refused });
  }
}

function report(message: FromAttacker): void {
  process.send?.(message);
}

async function send({ url, token }: Victim, path: string, body: object | FormData = {}): Promise<Response> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${url}/shop-reptile/api${path}`, {
    method: 'POST',
    headers: { 'access-token': token, ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response;
}

/** Makes several calls at once, repeatedly; the service may refuse them. */
async function overAndOver(stop: AbortSignal, work: () => Promise<boolean>): Promise<void> {
  const one = async () => {
    while (!stop.aborted) {
      if (!(await work())) {
        await sleep(restMs);
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, one));
}

function slowAddresses(): object {
  const addresses = Array.from({ length: 50 }, () => `https://a.example/${')'.repeat(1960)}`);
  return { platform: 'shopify', scope: 'product', addresses };
}

/** Has the shop's pages recognized and collects it, as two people of a merchant would. */
async function readShop(call: Call, stop: AbortSignal): Promise<void> {
  let number = 0;
  await Promise.all([
    overAndOver(stop, () => {
      number += 1;
      return call('/collect/recognise', { addresses: [`http://${shop}/page-${number}`] });
    }),
    (async () => {
      while (!stop.aborted) {
        await call('/collect/runs', { platform: 'shopify', scope: 'shop', addresses: [`http://${shop}/`] });
        await sleep(2000, undefined, { signal: stop }).catch(() => undefined);
      }
    })(),
  ]);
}

/** Serves every path with 29 kB that unpack to 30 MB of opening brackets; returns its host. */
async function hostileShop(): Promise<string> {
  const packed = gzipSync(Buffer.alloc(30_000_000, '['));
  const server = createServer((request, reply) => {
    const type = request.url?.includes('.json') ? 'application/json' : 'text/html';
    reply.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(packed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function largeImage(): Promise<Uint8Array<ArrayBuffer>> {
  const create = { width: 7000, height: 7000, channels: 3, background: '#208020' } as const;
  return new Uint8Array(await sharp({ create }).png({ compressionLevel: 6 }).toBuffer());
}

function formWith(file: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  form.set('image', new Blob([file], { type: 'image/png' }), 'image.png');
  return form;
}
