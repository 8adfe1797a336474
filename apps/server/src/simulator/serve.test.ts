import { request } from 'node:http';
import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ServedSimulators, serveSimulators } from './serve.ts';

let served: ServedSimulators;
const shop = createShopifyShop({ name: 'glade-home', products: { count: 300 } });
const store = createShopifyShop({ name: 'aster-practice' });

beforeEach(async () => {
  served = await serveSimulators([shop, store], { control: true });
});
afterEach(async () => {
  shop.faults.clear();
  await served.close();
});

interface Got {
  status: number;
  body: string;
  cookies: string[];
}

/** Sends a request by host name without a look-up: the port is on loopback whatever the name. */
function call(host: string, path: string, body?: string): Promise<Got> {
  return new Promise((resolve, reject) => {
    const requested = request(
      {
        host: '127.0.0.1',
        port: served.port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: { host },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const cookies = answer.headers['set-cookie'] ?? [];
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8'), cookies });
        });
      },
    );
    requested.on('error', reject);
    requested.end(body);
  });
}

const names = () => ({
  shop: `glade-home.localhost:${served.port}`,
  store: `aster-practice.localhost:${served.port}`,
});

describe('simulated shops over HTTP', () => {
  it('are chosen by host name, the first one for any other host', async () => {
    const counts = [];
    for (const host of [names().shop, names().store, `127.0.0.1:${served.port}`]) {
      counts.push(JSON.parse((await call(host, '/products.json?limit=250')).body).products.length);
    }

    expect(counts).toEqual([250, 0, 250]);
  });

  it('name their images where they can be fetched', async () => {
    const { body, cookies } = await call(names().shop, '/products.json?limit=1');
    const { src } = JSON.parse(body).products[0].images[0];

    expect(src).toMatch(new RegExp(`^http://glade-home.localhost:${served.port}/cdn/shop/files/`));
    expect((await call(names().shop, new URL(src).pathname)).body).toContain('<svg');
    expect(cookies).toHaveLength(2);
  });

  it('break the connection where an answer is lost or cut', async () => {
    shop.faults.add({ kind: 'dies', value: 0, count: 1 });
    await expect(call(names().shop, '/products.json')).rejects.toThrow(/hang up|ECONNRESET/);

    shop.faults.add({ kind: 'cut-body' });
    await expect(call(names().shop, '/products.json')).rejects.toThrow(/aborted|hang up/);
  });

  it('take faults and show the books by their control address', async () => {
    await call(
      names().shop,
      '/__simulator/faults',
      JSON.stringify({ add: [{ kind: 'status', value: 502 }] }),
    );
    const injected = await call(names().shop, '/products.json');
    const { hits } = JSON.parse((await call(names().shop, '/__simulator/faults')).body);
    const wrong = await call(names().shop, '/__simulator/faults', '{"add":[{"kind":"explode"}]}');
    const state = JSON.parse((await call(names().store, '/__simulator/ledger')).body);

    expect([injected.status, wrong.status]).toEqual([502, 400]);
    expect(hits.status).toBe(1);
    expect(state).toMatchObject({ products: [], duplicates: [], createdByKey: {} });
  });

  it('have no control address unless asked for', async () => {
    const plain = await serveSimulators([shop]);
    const answer = await fetch(`http://127.0.0.1:${plain.port}/__simulator/faults`);
    await plain.close();

    expect(answer.status).toBe(404);
  });

  it('say so when the port is taken', async () => {
    await expect(serveSimulators([shop], { port: served.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});
