import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Product } from '@bowerbird/catalog/product';
import { randomFrom } from '@bowerbird/simulators/practice/random';
import { sql } from 'kysely';
import { asOwner } from '../../../../apps/server/src/db/database.ts';
import { guardedFetch } from '../../../../apps/server/src/fetch/guarded-fetch.ts';
import type { FaultPoint } from '../../../../apps/server/src/listing/store-job/fault-points.ts';
import type { JobRequest } from '../../../../apps/server/src/runs/jobs.ts';
import { serveSimulators } from '../../../../apps/server/src/simulator/serve.ts';
import type { Coverage } from '../coverage.ts';
import { tuned } from '../disable-rule.ts';
import type { Installation } from '../installations.ts';
import { judge } from '../judge/judge.ts';
import type { SimulatedPlatform, SimulatedStore } from '../judge/simulated-view.ts';
import { connectMerchant, type ProofMerchant, servicesFor } from '../merchant.ts';
import { pointsOf } from '../plan.ts';
import { imageAt, proofProduct } from '../products.ts';
import { killClock, killSpeed, killTimes } from './kill-times.ts';

export interface KillOptions {
  installation: Installation;
  seed: number;
  /** Number of workers to kill on this platform. */
  kills: number;
  /** Number of products that each run lists; 30 by default. */
  products?: number;
  coverage: Coverage;
  say(line: string): void;
}

export interface KillResult {
  kills: number;
  runs: number;
  /** Milliseconds from each kill until another worker had written an intent or reported the state of the store job. */
  backMs: number[];
  /** Milliseconds from the last kill of a run until no attempt of it was open. */
  decidedMs: number[];
  wrong: string[];
}

/** Milliseconds that a worker may take to reach its kill point; then it is killed wherever it is. */
const patienceMs = 3500;
const killsPerRun = 9;
/** A kill that came too late does not count; after this many runs per kill, something is wrong with the proof. */
const runsPerKill = 4;
const endedStates = ['complete', 'partial', 'failed', 'cancelled'];

/**
 * Kills worker processes by SIGKILL inside listing runs, at fault points and at any moment, while the store loses
 * answers and applies late; starts a replacement for each. A kill counts only when the run was in progress and did not
 * end by it.
 */
export async function runKills(simulated: SimulatedPlatform, options: KillOptions): Promise<KillResult> {
  const { installation, seed, kills, products: perRun = 30 } = options;
  const { db, dataFolder } = installation;
  const random = randomFrom(seed * 31 + simulated.platform.id.length);
  const clock = killClock();
  const store = simulated.open(`kills-${simulated.platform.id}`, {
    now: clock.now,
    random,
    sleep: (ms) => clock.sleep(ms),
  });
  const served = await serveSimulators([store.simulation]);
  const fetch = guardedFetch({ allowedPrivateHosts: [], simulatorPort: served.port, userAgent: 'Bowerbird' });
  const services = servicesFor({
    db,
    platform: tuned(simulated.platform, killTimes, null),
    clock,
    dataFolder,
    fetch: (input, init) => {
      const address = String(input instanceof Request ? input.url : input);
      return new URL(address).hostname.endsWith('.localhost')
        ? fetch(input, init)
        : Promise.resolve(imageAt(address));
    },
  });
  const result: KillResult = { kills: 0, runs: 0, backMs: [], decidedMs: [], wrong: [] };
  try {
    const merchant = await connectMerchant(
      services,
      store,
      `${store.simulation.name}.localhost:${served.port}`,
    );
    store.plant('of-the-merchant');
    const planted = store.products();
    const wanted = new Map<string, Product>();
    while (result.kills < kills && result.runs < kills * runsPerKill) {
      const from = 1 + result.runs * perRun;
      const products = Array.from({ length: perRun }, (_, at) => proofProduct(from + at));
      const ids = await merchant.own(products);
      for (const [at, product] of products.entries()) {
        wanted.set(ids[at] ?? '', product);
      }
      const request = await merchant.start(ids);
      troubleStore(simulated, store, random);
      result.runs += 1;
      const run = new KillRun(simulated, merchant, request, {
        ...options,
        port: served.port,
        random,
        result,
      });
      await run.kill(Math.min(killsPerRun, kills - result.kills));
      store.simulation.faults.clear();
      await run.finish();
    }
    // Anything sent late arrives within twelve seconds.
    await clock.sleep(15_000);
    for (const [kind, times] of store.simulation.faults.hits) {
      options.coverage.add(simulated.platform.id, kind, times);
    }
    result.wrong.push(
      ...judge({
        simulated,
        products: store.products(),
        planted,
        files: store.files(),
        rows: await merchant.rows(),
        wanted,
        hits: store.simulation.faults.hits,
        unconfirmed:
          result.kills + [...store.simulation.faults.hits.values()].reduce((all, times) => all + times, 0),
      }).map((sentence) => `${simulated.platform.id}, kills, --seed ${seed}: ${sentence}`),
    );
    return result;
  } finally {
    await fetch.close();
    await served.close();
  }
}

/** Injects faults into the store: answers lost, requests applied late or twice, or refused although applied. */
function troubleStore(
  { creates }: SimulatedPlatform,
  { simulation }: SimulatedStore,
  random: () => number,
): void {
  simulation.faults.clear();
  const some = { matching: creates, probability: 0.15, count: 2 };
  simulation.faults.add(
    { kind: 'lost-after', ...some },
    { kind: 'lost-before', ...some },
    { kind: 'late', value: Math.round(2000 + random() * 10_000), ...some },
    { kind: 'twice', value: Math.round(random() * 5000), ...some },
    { kind: 'status-though-applied', value: random() < 0.5 ? 429 : 502, ...some },
    { kind: 'slow', value: 60 * killSpeed, probability: 0.5, count: null },
  );
}

interface KillRunParts extends KillOptions {
  port: number;
  random: () => number;
  result: KillResult;
}

/** One run whose workers are killed. */
class KillRun {
  readonly #simulated: SimulatedPlatform;
  readonly #merchant: ProofMerchant;
  readonly #request: JobRequest;
  readonly #parts: KillRunParts;
  #lastKill: number | null = null;

  constructor(
    simulated: SimulatedPlatform,
    merchant: ProofMerchant,
    request: JobRequest,
    parts: KillRunParts,
  ) {
    this.#simulated = simulated;
    this.#merchant = merchant;
    this.#request = request;
    this.#parts = parts;
  }

  async kill(kills: number): Promise<void> {
    const { random, result, coverage, say } = this.#parts;
    const { points } = pointsOf(this.#simulated);
    const { id } = this.#simulated.platform;
    for (let left = kills, tries = 0; left > 0 && tries < kills * 4; tries += 1) {
      const point = points[Math.floor(random() * points.length)] ?? 'row.read';
      const outside = random() < 0.35;
      const at = outside ? 'any moment' : `${point}:${1 + Math.floor(random() * 2)}`;
      const mark = await this.#mark();
      const worker = this.#employ(outside ? null : at);
      const gone = once(worker, 'exit');
      await once(createInterface(worker.stdout ?? process.stdin), 'line');
      const back = this.#noteBack(mark, worker);
      let isAtPoint = !outside;
      const hurry = setTimeout(
        () => {
          isAtPoint = false;
          worker.kill('SIGKILL');
        },
        outside ? 150 + random() * 1500 : patienceMs,
      );
      const [, signal] = (await gone) as [number | null, string | null];
      clearTimeout(hurry);
      const killedAt = performance.now();
      await back;
      const { run, counts } = await this.#merchant.view(this.#request);
      if (endedStates.includes(run.state)) {
        return;
      }
      if (signal !== 'SIGKILL' || run.state === 'waiting') {
        continue;
      }
      this.#lastKill = killedAt;
      left -= 1;
      result.kills += 1;
      if (isAtPoint) {
        coverage.add(id, point as FaultPoint);
      }
      const { waiting, sent, verifying, listed } = counts;
      say(
        `  ${id}, kill ${result.kills} at ${isAtPoint ? at : 'any moment'}: run ${result.runs} ${run.state}, ${listed} listed, ${sent} sent, ${verifying} verifying, ${waiting} waiting`,
      );
    }
  }

  /** Lets workers work until the run has ended and its after-checks are made. */
  async finish(): Promise<void> {
    const { result } = this.#parts;
    for (let tries = 1; tries <= 6; tries += 1) {
      const mark = await this.#mark();
      const worker = this.#employ(null);
      worker.stdout?.resume();
      const gone = once(worker, 'exit');
      await Promise.all([this.#noteBack(mark, worker), this.#noteDecided(worker), gone]);
      const { run } = await this.#merchant.view(this.#request);
      if (endedStates.includes(run.state)) {
        if (run.state !== 'complete') {
          result.wrong.push(
            `${this.#simulated.platform.id}: run ${result.runs} of the kills is ${run.state}`,
          );
        }
        return;
      }
    }
    result.wrong.push(`${this.#simulated.platform.id}: run ${result.runs} of the kills does not end`);
  }

  #employ(injectFault: string | null): ChildProcess {
    const { port, installation } = this.#parts;
    const { dataFolder, databaseUrl } = installation;
    const { runId, ownerId, key } = this.#request;
    const args = [this.#simulated.platform.id, runId, ownerId, key, String(port), dataFolder];
    return spawn(process.execPath, [join(import.meta.dirname, 'kill-worker.ts'), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, DATABASE_URL: databaseUrl, BOWERBIRD_FAULT: injectFault ?? '' },
    });
  }

  /** Returns a mark that changes whenever a worker writes to a row or an attempt of this merchant. */
  async #mark(): Promise<string> {
    const { ownerId } = this.#request;
    const { rows } = await asOwner(this.#parts.installation.db, ownerId, (owned) =>
      sql<{ mark: string }>`
        select concat((select max(id::text) from listing_attempt where owner_id = ${ownerId}), ' ',
                      (select max(updated_at) from listing where owner_id = ${ownerId})) as mark`.execute(
        owned,
      ),
    );
    return rows[0]?.mark ?? '';
  }

  /** Notes how long after the last kill another worker wrote to the ledger. */
  async #noteBack(before: string, worker: ChildProcess): Promise<void> {
    const since = this.#lastKill;
    while (since !== null && worker.exitCode === null && worker.signalCode === null) {
      if ((await this.#mark()) !== before) {
        this.#parts.result.backMs.push(Math.round(performance.now() - since));
        this.#lastKill = null;
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Notes how long after the last kill of the run nothing of it was in doubt. */
  async #noteDecided(worker: ChildProcess): Promise<void> {
    const since = this.#lastKill;
    while (since !== null && worker.exitCode === null && worker.signalCode === null) {
      const rows = await this.#merchant.rows();
      if (rows.length > 0 && rows.every(({ open_attempt }) => open_attempt === null)) {
        const { counts } = await this.#merchant.view(this.#request);
        if (counts.verifying + counts.sent + counts.intended + counts.waiting === 0) {
          this.#parts.result.decidedMs.push(Math.round(performance.now() - since));
          return;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
