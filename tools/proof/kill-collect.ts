import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { asOwner, type Db, openDatabase } from '../../apps/server/src/db/database.ts';
import { feedShop } from '../../apps/server/testing/collect/feed-shop.ts';
import { openCollecting } from '../bench/collecting/server-part.ts';

export interface ProveCollectOptions {
  /** A migrated database, connected to as its owner. */
  databaseUrl: string;
  /** Number of workers to kill inside a run. */
  kills: number;
  /** The same seed kills at the same moments, as far as a machine allows. */
  seed: number;
  say(line: string): void;
}

export interface CollectProof {
  kills: number;
  runs: number;
  /** What is wrong; empty when the proof holds. */
  wrong: string[];
}

const pages = 12;
const products = pages * 250 - 60;
const killsPerRun = 4;

/**
 * Kills workers at random moments inside collecting runs and starts others in their place. Afterwards the database must
 * contain the shop's products exactly once, and the certificate must say so. A kill counts only when the run was in
 * progress before and did not end by it.
 */
export async function proveCollect({
  databaseUrl,
  kills,
  seed,
  say,
}: ProveCollectOptions): Promise<CollectProof> {
  const { db, close } = openDatabase(databaseUrl);
  const collecting = openCollecting(db);
  const random = randomFrom(seed);
  const shop = await serveShop();
  const proof: CollectProof = { kills: 0, runs: 0, wrong: [] };
  try {
    while (proof.kills < kills) {
      const ownerId = await collecting.merchant();
      const runId = await collecting.start(ownerId, shop.address);
      proof.runs += 1;
      let left = Math.min(killsPerRun, kills - proof.kills);
      while (left > 0) {
        const killed = await killOne({ db, databaseUrl, ownerId, runId, afterMs: 20 + random() * 700 });
        if (!killed) {
          break;
        }
        left -= 1;
        proof.kills += 1;
        say(
          `kill ${proof.kills}: run ${proof.runs} ${killed.state}, ${killed.batches} batches and ${killed.got} products saved`,
        );
      }
      await finish(databaseUrl, ownerId, runId);
      proof.wrong.push(...(await whatIsWrong(db, ownerId, runId, shop.ids)));
    }
    return proof;
  } finally {
    shop.stop();
    await collecting.close();
    await close();
  }
}

interface Where {
  db: Db;
  databaseUrl: string;
  ownerId: string;
  runId: string;
}

/** Starts a worker and kills it this long after it began; null when the run had ended by then. */
async function killOne({ db, databaseUrl, ownerId, runId, afterMs }: Where & { afterMs: number }) {
  const worker = startWorker(databaseUrl, ownerId, runId);
  const gone = once(worker, 'exit');
  await once(createInterface(worker.stdout), 'line');
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  worker.kill('SIGKILL');
  const [, signal] = (await gone) as [number | null, string | null];
  const after = await look(db, ownerId, runId);
  const counts = signal === 'SIGKILL' && after.state === 'running';
  return counts ? after : null;
}

async function finish(databaseUrl: string, ownerId: string, runId: string): Promise<void> {
  const worker = startWorker(databaseUrl, ownerId, runId);
  worker.stdout.resume();
  const [code] = (await once(worker, 'exit')) as [number | null];
  if (code !== 0) {
    throw new Error(`The last worker ended with ${code}`);
  }
}

function startWorker(databaseUrl: string, ownerId: string, runId: string) {
  return spawn(process.execPath, [join(import.meta.dirname, 'collect-worker.ts'), ownerId, runId], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
}

async function look(db: Db, ownerId: string, runId: string) {
  const { rows } = await asOwner(db, ownerId, (owned) =>
    sql<{ state: string; got: number; batches: number; certificate: unknown }>`
      select state, got, certificate, (select count(*)::integer from collect_batch where run_id = id) as batches
      from run join collect_run on run_id = id where id = ${runId}`.execute(owned),
  );
  const [row] = rows;
  if (!row) {
    throw new Error(`run ${runId} is not there`);
  }
  return row;
}

async function whatIsWrong(
  db: Db,
  ownerId: string,
  runId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { state, certificate } = await look(db, ownerId, runId);
  const { rows } = await asOwner(db, ownerId, (owned) =>
    sql<{
      source_id: string;
    }>`select source_id from collected where owner_id = ${ownerId} order by source_id`.execute(owned),
  );
  const held = rows.map((row) => row.source_id);
  const wrong = [];
  if (JSON.stringify(held) !== JSON.stringify(ids)) {
    wrong.push(`run ${runId}: ${held.length} held, ${new Set(held).size} distinct, of ${ids.length}`);
  }
  const reported = JSON.stringify(certificate, ['complete', 'promised', 'got', 'unchanged', 'skippedCount']);
  const right = JSON.stringify({
    complete: true,
    promised: ids.length,
    got: ids.length,
    unchanged: 0,
    skippedCount: 0,
  });
  if (state !== 'complete' || reported !== right) {
    wrong.push(`run ${runId}: ${state} with ${reported}`);
  }
  return wrong;
}

/** Serves a shop whose pages take a moment each, so that a run lasts long enough to be killed. */
async function serveShop() {
  const shop = feedShop(products, {
    instead: async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return undefined;
    },
  });
  const server = createServer((request, reply) => {
    void shop.fetch(`http://127.0.0.1${request.url}`).then(async (answer) => {
      reply
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(Buffer.from(await answer.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    ids: shop.products.map(({ id }) => String(id)).sort(),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Mulberry32: returns the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
