import pg from 'pg';
import { openDatabase } from '../../../../apps/server/src/db/database.ts';
import { addressesOf } from '../../../../apps/server/src/db/embedded/logins.ts';
import { guardedFetch } from '../../../../apps/server/src/fetch/guarded-fetch.ts';
import { workOnStoreJob } from '../../../../apps/server/src/listing/job/store-job-work.ts';
import type { JobRequest } from '../../../../apps/server/src/runs/jobs.ts';
import type { Services } from '../../../../apps/server/src/services/services.ts';
import { realClock } from '../../../../apps/server/src/time/clock.ts';
import { connectMerchant, endedStates, servicesFor } from '../../../proof/listing/merchant.ts';
import { imageAt } from '../../../proof/listing/products.ts';
import { watchMemory } from '../../memory.ts';
import { grown, type LedgerSize, ledgerSize, packLedger, partsOfLedger } from './ledger-size.ts';
import { costProduct, repricedOnce } from './product.ts';
import { countStatements, type Statements } from './statements.ts';
import { type FreeStore, withoutLimit } from './stores.ts';

/** Time that a store takes for an answer, in milliseconds. */
export const answerMs = Number(process.env.COST_ANSWER_MS ?? 50);
/**
 * Milliseconds after which a measurement is invalid: such a run has a write in doubt, whose settle period must pass.
 */
const stuckMs = 240_000;

/** Cost up to a given moment. */
export interface Spent extends Statements {
  seconds: number;
  requests: number;
  /** Points, if the store counts any. */
  points: number;
  /** Total milliseconds that the store's answers took. */
  answeredMs: number;
}

/** Requests made to the store so far, with their cost. */
type Outside = Pick<Spent, 'requests' | 'points' | 'answeredMs'>;

export interface RunCost {
  products: number;
  /** Peak memory of this process, as text. */
  memory: string;
  /** Of the whole run. */
  all: Spent;
  /** Until the closing audit began. */
  untilAudit: Spent;
  /** Growth of the ledger on disk, dead rows included. */
  asItLies: LedgerSize;
  /** Growth of the ledger's live data. */
  kept: LedgerSize;
}

export interface StoreCost {
  platform: string;
  inFlightMax: number;
  first: RunCost;
  unchanged: RunCost;
  repriced: RunCost;
  /** Requests a second of a loop that sends the first listing's own requests again, measured right after it. */
  replayedPerSecond: number;
}

export interface Place {
  databaseUrl: string;
  folder: string;
  port: number;
}

/** Lists the store's products, lists them again unchanged, and once more with another price each. */
export async function measureStore(place: Place, store: FreeStore, count: number): Promise<StoreCost> {
  const platform = withoutLimit(store.platform);
  const { db, pool, close } = openDatabase(addressesOf(place.databaseUrl).app);
  const { taken, byText } = countStatements(pool);
  const guarded = guardedFetch({
    allowedPrivateHosts: [],
    simulatorPort: place.port,
    userAgent: 'Bowerbird',
  });
  const outside: Outside = { requests: 0, points: 0, answeredMs: 0 };
  const sent: Sent[] = [];
  const services = servicesFor({
    db,
    platform,
    clock: realClock,
    fetch: slowly(guarded, outside, sent),
    // One for all stores of the database: with another one it would count as a copy.
    dataFolder: `${place.folder}/files`,
  });
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  const { inFlightMax } = platform.lister.features;
  try {
    const merchant = await connectMerchant(
      services,
      store.open(),
      `${store.platform}.localhost:${place.port}`,
    );
    const products = Array.from({ length: count }, (_, index) => costProduct(index + 1));
    const ids = await merchant.own(products);
    const measure = async (): Promise<RunCost> => {
      const request = await merchant.start(ids);
      await packLedger(client);
      const before = await ledgerSize(client);
      Object.assign(taken, { control: 0, work: 0, transactions: 0 });
      Object.assign(outside, { requests: 0, points: 0, answeredMs: 0 });
      byText.clear();
      const watched = watchMemory();
      const spent = await work(services, client, request, () => ({ ...taken, ...outside }));
      const memory = watched.end();
      await requireListed(client, request, count);
      explain(store, byText, count);
      const asItLies = grown(before, await ledgerSize(client));
      await packLedger(client);
      if (process.env.BENCH_STATEMENTS === '1') {
        console.error(
          (await partsOfLedger(client, count)).map((line) => `${store.platform} ${line}`).join('\n'),
        );
      }
      return { products: count, memory, ...spent, asItLies, kept: grown(before, await ledgerSize(client)) };
    };
    sent.length = 0;
    const first = await measure();
    const replayedPerSecond = await replayRate(services.fetch, sent.splice(0), inFlightMax);
    sent.length = 0;
    const unchanged = await measure();
    for (const [index, product] of products.entries()) {
      await merchant.edit(ids[index] ?? '', repricedOnce(product));
    }
    const repriced = await measure();
    return {
      platform: store.platform,
      inFlightMax,
      replayedPerSecond,
      first,
      unchanged,
      repriced,
    };
  } finally {
    await client.end();
    await guarded.close();
    await close();
  }
}

/** Works until the run has ended; its later after-checks are not counted. */
async function work(
  services: Services,
  client: pg.Client,
  request: JobRequest,
  counted: () => Omit<Spent, 'seconds'>,
): Promise<Pick<RunCost, 'all' | 'untilAudit'>> {
  const begun = performance.now();
  const now = (): Spent => ({ seconds: (performance.now() - begun) / 1000, ...counted() });
  let untilAudit: Spent | null = null;
  const stop = new AbortController();
  const working = workOnStoreJob(
    services,
    (point) => {
      if (point === 'audit.before') {
        untilAudit ??= now();
      }
    },
    request,
    stop.signal,
  ).catch(() => undefined);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { rows } = await client.query<{ state: string; fault: unknown }>(
      'select state, fault from run where id = $1',
      [request.runId],
    );
    if (rows[0]?.fault || performance.now() - begun > stuckMs) {
      stop.abort();
      throw new Error(
        `The run stopped: ${JSON.stringify(rows[0]?.fault ?? (await statesOf(client, request)))}`,
      );
    }
    if (endedStates.includes(rows[0]?.state ?? '')) {
      const all = now();
      stop.abort();
      await working;
      return { all, untilAudit: untilAudit ?? all };
    }
  }
}

async function statesOf(client: pg.Client, { runId }: JobRequest) {
  const { rows } = await client.query<{ state: string; fault: unknown; count: string }>(
    'select state, fault, count(*) from listing_item where run_id = $1 group by state, fault order by 3 desc',
    [runId],
  );
  return rows;
}

async function requireListed(client: pg.Client, request: JobRequest, count: number): Promise<void> {
  const rows = await statesOf(client, request);
  if (rows.length !== 1 || rows[0]?.state !== 'listed' || Number(rows[0].count) !== count) {
    throw new Error(`The run did not go through: ${JSON.stringify(rows.slice(0, 5))}`);
  }
}

/** With `BENCH_STATEMENTS=1`: prints which statements there were, by how many of each a product took. */
function explain({ platform }: FreeStore, byText: ReadonlyMap<string, number>, count: number): void {
  if (process.env.BENCH_STATEMENTS !== '1') {
    return;
  }
  const most = [...byText].sort(([, one], [, other]) => other - one).slice(0, 40);
  for (const [text, times] of most) {
    console.error(`${platform} ${(times / count).toFixed(2)} ${text.replace(/\s+/g, ' ').slice(0, 160)}`);
  }
}

/** Delays answers of the store; images are stored elsewhere and are available at once. */
function slowly(fetch: Services['fetch'], outside: Outside, sent: Sent[]): Services['fetch'] {
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (!new URL(address).hostname.endsWith('.localhost')) {
      return imageAt(address);
    }
    outside.requests += 1;
    sent.push({
      input,
      init: { method: init?.method ?? 'GET', headers: new Headers(init?.headers), body: init?.body ?? null },
    });
    const requested = performance.now();
    const [answer] = await Promise.all([
      fetch(input, init),
      new Promise((resolve) => setTimeout(resolve, answerMs)),
    ]);
    outside.answeredMs += performance.now() - requested;
    if (address.endsWith('/graphql.json')) {
      const text = await answer.clone().text();
      outside.points += Number(/"actualQueryCost":(\d+)/.exec(text)?.[1] ?? 0);
    }
    return answer;
  };
}

/** A request as it was sent, without its gate. */
interface Sent {
  input: Parameters<Services['fetch']>[0];
  init: {
    method: string;
    headers: Headers;
    body: BodyInit | null;
  };
}

/**
 * Returns the requests a second of a loop that sends these requests again, as many at once as the platform allows, by the
 * same `fetch` to the same store, and reads their answers: what this machine and its store can do at this moment with the
 * requests that listing needs. Each product is written over by itself, so the store's work is the same.
 */
async function replayRate(
  fetch: Services['fetch'],
  sent: readonly Sent[],
  inFlightMax: number,
): Promise<number> {
  const waiting = [...sent];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: inFlightMax }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const answer = await fetch(next.input, next.init);
        await answer.text();
      }
    }),
  );
  return sent.length / ((performance.now() - began) / 1000);
}
