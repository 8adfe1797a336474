import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Product } from '@bowerbird/catalog/product';
import type { ListingRun } from '@bowerbird/contract/listing/listing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { FaultPoint } from '../../apps/server/src/listing/store-job/fault-points.ts';
import type { JobRequest } from '../../apps/server/src/runs/jobs.ts';
import { testDatabase } from '../../apps/server/testing/database/database.ts';
import { record, timed } from './figures.ts';
import { type ImageServer, openImages } from './images.ts';
import { wrongCertificate, wrongIn } from './judge.ts';
import { type Merchant, openMerchant } from './merchant.ts';
import { repriced, sampleProducts } from './products.ts';
import {
  answeredSince,
  givingUpAfter,
  killDatabase,
  killPhpWorkers,
  linesLogged,
  refusing,
  refusingThoughApplied,
  reset,
  setFault,
} from './store/real-store.ts';
import { readStored } from './store/stored.ts';
import { watching } from './watch.ts';

const { db, url } = await testDatabase();
/** Number of products in each run. */
const count = 16;
/** Duration of the proxy's faults, in milliseconds. */
const faultMs = 40_000;

let images: ImageServer;
beforeAll(async () => {
  images = await openImages();
});
afterAll(() => images?.close());

describe.each(inject('stores'))('$label, while things go wrong', (store) => {
  const version = store.installed.woocommerce;
  let merchant: Merchant;
  /** Everything that was listed so far: after each fault the whole store is compared. */
  const wanted = new Map<string, Product>();
  let next = 1000;

  beforeAll(async () => {
    reset(store);
    wanted.clear();
    merchant = await openMerchant(db, store, 'rest-keys');
  });
  afterEach(() => setFault(store, ''));

  async function own(): Promise<string[]> {
    const products = sampleProducts(count, images, 1, next);
    next += count;
    const ids = await merchant.own(products);
    for (const [at, id] of ids.entries()) {
      wanted.set(id, products[at] as Product);
    }
    return ids;
  }

  /** Lists new products during a fault, and compares the whole store afterwards. */
  async function survives(
    what: string,
    ids: readonly string[],
    trouble: (isOver: AbortSignal) => Promise<string>,
    work: (request: JobRequest) => Promise<ListingRun> = (request) => merchant.work(request),
  ): Promise<void> {
    const line = linesLogged(store);
    const over = new AbortController();
    const request = await merchant.start(ids);
    const { result, wrong } = await watching(store, async () => {
      const met = trouble(over.signal);
      const run = await timed(() => work(request)).finally(() => over.abort());
      return { ...run, met: await met };
    });
    const answered = [...answeredSince(store, line)].filter(([status]) => !/^2/.test(status));
    const reported = answered.map(([status, times]) => `${times} × ${status}`);
    record({
      version,
      what,
      products: ids.length,
      seconds: result.seconds,
      met: [result.met, ...reported].filter((each) => each !== '').join(', '),
    });

    expect(wrong).toEqual([]);
    expect(wrongIn({ stored: readStored(store), rows: await merchant.rows(), wanted, images })).toEqual([]);
    expect(wrongCertificate(result.result.certificate, ids.length)).toEqual([]);
  }

  const proxy =
    (lines: string): ((isOver: AbortSignal) => Promise<string>) =>
    async (isOver) => {
      await setFault(store, lines);
      await setTimeout(faultMs, null, { signal: isOver }).catch(() => null);
      await setFault(store, '');
      return '';
    };

  it('PHP workers are killed again and again', async () => {
    await survives('PHP workers killed', await own(), async (isOver) => {
      let killed = 0;
      for (let round = 0; round < 8 && !isOver.aborted; round += 1) {
        await setTimeout(2500, null, { signal: isOver }).catch(() => null);
        killed += isOver.aborted ? 0 : killPhpWorkers(store);
      }
      return `${killed} workers killed`;
    });
  });

  it('the database is killed three times', async () => {
    await survives('MariaDB killed', await own(), async (isOver) => {
      let killed = 0;
      // The store's PHP retries the database for five seconds; one kill lasts longer.
      for (const downMs of [1500, 8000, 1500]) {
        await setTimeout(3000, null, { signal: isOver }).catch(() => null);
        if (!isOver.aborted) {
          await killDatabase(store, downMs);
          killed += 1;
        }
      }
      return `killed ${killed} times`;
    });
  });

  it.each([429, 503] as const)('the proxy answers %i and hands nothing on', async (status) => {
    await survives(`${status}, not applied`, await own(), proxy(refusing(status)));
  });

  it.each([429, 503] as const)('the proxy answers %i to writes that are applied', async (status) => {
    await survives(`${status} to writes, applied`, await own(), proxy(refusingThoughApplied(status)));
  });

  it('the proxy answers 504 while PHP continues to run', async () => {
    await survives('504 after 1 s, PHP goes on', await own(), proxy(givingUpAfter(1)));
  });

  it('a new edition is brought in while the proxy answers 503 to writes that are applied', async () => {
    const ids = [...wanted.keys()].slice(-count);
    const listed = ids.length > 0 ? ids : await own();
    if (ids.length === 0) {
      await merchant.work(await merchant.start(listed));
    }
    for (const id of listed) {
      const product = repriced(wanted.get(id) as Product, 2);
      wanted.set(id, product);
      await merchant.edit(id, product);
    }
    await survives('new edition, 503 to writes, applied', listed, proxy(refusingThoughApplied(503)));
  });

  it('our worker process is killed at the gate, before and after its answers, and anywhere', async () => {
    let killed = 0;
    await survives(
      'our worker killed',
      await own(),
      async () => '',
      async (request) => {
        for (const [point, time] of kills) {
          killed += (await workedIn(merchant, request, `${point}:${time}`)) ? 1 : 0;
        }
        for (const afterMs of [4000, 6000]) {
          killed += (await workedIn(merchant, request, '', afterMs)) ? 1 : 0;
        }
        return await merchant.work(request);
      },
    );
    record({
      version,
      what: 'of these: kills of our worker',
      products: 0,
      seconds: 0,
      met: `${killed} killed`,
    });

    expect(killed).toBeGreaterThanOrEqual(4);
  });
});

const kills: [FaultPoint, number][] = [
  ['gate.after', 1],
  ['answer.parsed', 2],
  ['receipt.before-commit', 3],
  ['intent.after-commit', 2],
  ['publish.before', 1],
  ['publish.after', 1],
];

/** Lets another process work on a run until it ends, kills itself, or is killed. Returns whether it was killed. */
async function workedIn(
  merchant: Merchant,
  request: JobRequest,
  injectFault: string,
  killAfterMs?: number,
): Promise<boolean> {
  const { runId, ownerId, key } = request;
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, 'worker.ts'), runId, ownerId, key, merchant.dataFolder],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DATABASE_URL: url, BOWERBIRD_FAULT: injectFault },
    },
  );
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('exit', (_, signal) => resolve(signal)),
  );
  const kill =
    killAfterMs === undefined ? null : globalThis.setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const signal = await ended;
  if (kill !== null) {
    clearTimeout(kill);
  }
  return signal === 'SIGKILL';
}
