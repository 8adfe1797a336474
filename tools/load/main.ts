import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../../apps/server/src/db/embedded/start.ts';
import { ownLogins } from '../../apps/server/src/db/logins/own-logins.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { KeyFolder } from '../../apps/server/src/seal/key-folder.ts';
import { sealBy } from '../../apps/server/src/seal/seal.ts';
import { randomBy } from '../bench/lists/products.ts';
import { Client } from './calls.ts';
import { addMerchants } from './merchants.ts';
import { type Places, work } from './person.ts';
import { freePort, type Running, startRole, startShops } from './program.ts';
import { p95Of, report } from './report.ts';
import { Watch } from './watch.ts';

const allPhases = ['normal', 'beyond', 'exports', 'restart'] as const;
type Phase = (typeof allPhases)[number];

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    people: { type: 'string', default: '200' },
    merchants: { type: 'string', default: '20' },
    products: { type: 'string', default: '500' },
    think: { type: 'string', default: '4' },
    seed: { type: 'string', default: '18' },
    phases: { type: 'string', default: allPhases.join(',') },
  },
});
const minutes = Number(values.minutes);
const peopleCount = Number(values.people);
const thinkMs = Number(values.think) * 1000;
const phases = values.phases
  .split(',')
  .filter((each): each is Phase => allPhases.some((known) => known === each));
if (phases.length === 0) {
  console.error(`Choose phases of: ${allPhases.join(', ')}.`);
  process.exit(1);
}

/**
 * `npm run bench:load [-- --minutes 30 --people 200 --merchants 20 --products 500 --think 4 --phases normal,beyond,exports,restart]`:
 * mixed work of many people over HTTP against two API processes and two workers, on `DATABASE_URL` (an empty database)
 * or a PostgreSQL of its own. `--minutes` is the time of normal load, the other phases take a minute or two each.
 */
const folder = mkdtempSync(join(tmpdir(), 'bowerbird-load-'));
chmodSync(folder, 0o755);
const ended: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
let stopping = false;
process.on('SIGINT', () => void stop(1));
process.on('SIGTERM', () => void stop(1));
try {
  await run();
  await stop(0);
} catch (thrown) {
  console.error(thrown);
  await stop(1);
}

async function stop(code: number): Promise<void> {
  if (!stopping) {
    stopping = true;
    for (const each of ended.reverse()) {
      await Promise.resolve(each()).catch(console.error);
    }
    process.exit(code);
  }
}

async function run(): Promise<void> {
  const { url, appUrl } = await database();
  const { people } = await addMerchants(url, appUrl, {
    merchants: Number(values.merchants),
    people: peopleCount,
    products: Array.from({ length: Number(values.merchants) }, () => Number(values.products)),
  });
  const shops = await startShops();
  ended.push(() => shops.stop());
  const environment = {
    DATABASE_URL: url,
    BOWERBIRD_DATA: folder,
    BOWERBIRD_SIMULATOR_PORT: String(shops.port),
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
  };
  const running: Running[] = [];
  ended.push(() => Promise.all(running.map((each) => each.stop())));
  for (const role of ['api', 'api', 'worker', 'worker'] as const) {
    running.push(await startRole(role, environment, role === 'api' ? await freePort() : 0));
  }
  const urls = running.filter(({ role }) => role === 'api').map(({ url: each }) => each);
  const client = new Client(urls);
  const places = await connectStores(client, people, shops);
  const random = randomBy(Number(values.seed));
  /** Everybody's work for a time, with each person several times in different windows where there is to be more. */
  const everybody = async (ms: number, times = 1, mean = thinkMs, over = new AbortController().signal) => {
    const until = AbortSignal.any([AbortSignal.timeout(ms), over]);
    await Promise.all(
      Array.from({ length: peopleCount * times }, (_, at) => {
        const person = people[at % people.length];
        const from = `10.${Math.floor(at / 65_536)}.${Math.floor(at / 256) % 256}.${at % 256}`;
        return person && work(client, person, from, places, { random, thinkMs: mean, until });
      }),
    );
  };
  const timed = async (name: string, doing: () => Promise<unknown>) => {
    const began = performance.now();
    // How late this tool itself is: its people wait as much longer for each answer as they would not elsewhere.
    const late = monitorEventLoopDelay({ resolution: 1 });
    late.enable();
    const watch = new Watch(url, () => running);
    await doing();
    report(name, client, (performance.now() - began) / 1000);
    console.log(
      `This tool was late by p50 ${(late.percentile(50) / 1e6).toFixed(0)} ms, p95 ${(late.percentile(95) / 1e6).toFixed(0)} ms: that is part of each time above.`,
    );
    console.log((await watch.end()).join('\n'));
  };
  for (const phase of phases) {
    console.error(`${new Date().toISOString()} ${phase} ...`);
    if (phase === 'normal') {
      await timed('Normal load', () => everybody(minutes * 60_000));
    } else if (phase === 'beyond') {
      await beyond(client, timed, everybody);
    } else if (phase === 'exports') {
      await timed('Exports of everybody, beside sign-in and listing', () =>
        withExports(client, people, places, everybody),
      );
    } else {
      await timed('Rolling restart of all processes, under load', async () => {
        const over = new AbortController();
        await Promise.all([
          everybody(3_600_000, 1, thinkMs, over.signal),
          restartAll(running, environment).finally(() => over.abort()),
        ]);
      });
    }
  }
}

async function database(): Promise<{ url: string; appUrl: string }> {
  const given = process.env.DATABASE_URL;
  let url = given;
  if (url === undefined || url === '') {
    const embedded = await startEmbedded({ folder, say: () => undefined });
    ended.push(() => embedded.stop());
    url = embedded.url;
  }
  await migrate(url);
  const seal = sealBy(await KeyFolder.open(folder));
  const { app } = await ownLogins({
    ownerUrl: url,
    appUrl: undefined,
    fingerprint: (text) => seal.fingerprint(text),
  });
  return { url, appUrl: app };
}

async function connectStores(
  client: Client,
  people: Awaited<ReturnType<typeof addMerchants>>['people'],
  shops: Awaited<ReturnType<typeof startShops>>,
): Promise<Places> {
  const storeIds: string[] = [];
  for (let merchant = 0; merchant < Number(values.merchants); merchant += 1) {
    const person = people.find((each) => each.merchant === merchant);
    const from = `10.200.0.${merchant % 256}`;
    const { username = '', password = '' } = person ?? {};
    const path = '/auth/user-name-login';
    const token = await client.call({
      method: 'POST',
      path,
      route: 'setup',
      from,
      body: { username, password },
    });
    const call = (at: string, body: object, method: 'POST' | 'PUT' = 'POST') =>
      client.call({ method, path: at, route: `setup ${at}`, from, token: String(token), body });
    await call('/listing/risk/unknown-margin', { confirmed: true }, 'PUT');
    const store = await call('/stores', {
      platform: 'shopify',
      name: 'Load',
      domain: `load-store.localhost:${shops.port}`,
      ...shops.access,
    });
    if (typeof store === 'object' && store !== null && 'id' in store) {
      storeIds.push(String(store.id));
    }
  }
  const failed = client.done.filter(({ status }) => status >= 400 || status === 0);
  if (failed.length > 0) {
    throw new Error(`The merchants could not be set up: ${JSON.stringify(failed[0])}`);
  }
  client.done.length = 0;
  return { shop: `http://load-shop.localhost:${shops.port}/`, storeIds };
}

type Everybody = (ms: number, times?: number, mean?: number) => Promise<void>;

/** Ten times as many people as usual, who do not think; then the usual number, whose calls show when it is over. */
async function beyond(
  client: Client,
  timed: (name: string, doing: () => Promise<unknown>) => Promise<void>,
  everybody: Everybody,
): Promise<void> {
  await timed('Beyond capacity', async () => {
    client.retriesBusy = false;
    await everybody(30_000, 3, 150);
    client.retriesBusy = true;
  });
  for (const second of [2, 4, 6, 8, 10]) {
    const before = client.tries.refused.length;
    await everybody(2000);
    console.log(
      `${second} s after it ended: p95 ${p95Of(client.done.splice(0)).toFixed(0)} ms, ${client.tries.refused.length - before} answers 503`,
    );
  }
}

/** Usual work, while every merchant starts exports without a pause. */
async function withExports(
  client: Client,
  people: Awaited<ReturnType<typeof addMerchants>>['people'],
  _places: Places,
  everybody: Everybody,
): Promise<void> {
  const until = AbortSignal.timeout(30_000);
  await Promise.all([
    everybody(30_000),
    ...people.slice(0, 40).map(async ({ username, password }, at) => {
      const from = `10.201.0.${at}`;
      const sign = { path: '/auth/user-name-login', body: { username, password } };
      const token = String(await client.call({ method: 'POST', route: 'sign in', from, ...sign }));
      while (!until.aborted) {
        const body = { format: 'shopify', selection: { filter: {}, except: [] } };
        await client.call({
          method: 'POST',
          path: '/exports/preview',
          route: 'export preview',
          from,
          token,
          body,
        });
        await sleep(20);
      }
    }),
  ]);
}

/** Replaces one process after the other, as a deployment does. */
async function restartAll(running: Running[], environment: Record<string, string>): Promise<void> {
  for (const [place, { role, url, stop: end }] of [...running.entries()]) {
    await sleep(3000);
    const began = performance.now();
    await end();
    const ended = performance.now();
    running[place] = await startRole(role, environment, role === 'api' ? Number(new URL(url).port) : 0);
    console.log(
      `${role} ${place}: stopped in ${((ended - began) / 1000).toFixed(1)} s, ready after another ${((performance.now() - ended) / 1000).toFixed(1)} s`,
    );
  }
}
