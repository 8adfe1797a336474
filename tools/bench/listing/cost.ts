import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BenchRow } from '../row.ts';
import { withScratchDatabase } from '../scratch-database.ts';
import { sumOf } from './cost/ledger-size.ts';
import { answerMs, measureStore, type RunCost, type StoreCost } from './cost/measure.ts';
import { freeStores } from './cost/stores.ts';

/** Our target maximums, for each product that is listed for the first time. */
const aims = { statements: 15, transactions: 3, ledgerBytes: 3000, auditShare: 0.02 };

/**
 * Measures what it costs to list a product, to leave it unchanged, and to change its price, on each platform: requests,
 * SQL statements, transactions, bytes of the ledger. The stores take 50 ms for an answer and have no limit; they run in
 * a separate process. A loop that sends the first listing's requests again right after it shows what the machine and the
 * store can do at that moment: on a busy one, the ratio to it counts. The floor is the time of the same requests with as many always in progress as the platform
 * allows. `COST_PRODUCTS` sets the number of products, `COST_PLATFORMS` chooses platforms, `COST_ANSWER_MS` sets the
 * time of an answer: a slow store shows on a busy machine where requests wait for each other.
 */
export async function benchListingCost(): Promise<BenchRow[]> {
  const chosen = process.env.COST_PLATFORMS?.split(',');
  const stores = freeStores.filter(({ platform }) => chosen?.includes(platform) ?? true);
  const served = spawn(process.execPath, [join(import.meta.dirname, 'cost/serve.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [said] = await once(served.stdout, 'data');
    const port = Number(String(said));
    return await withScratchDatabase(async (databaseUrl, folder) => {
      const rows: BenchRow[] = [];
      for (const store of stores) {
        const count = Number(process.env.COST_PRODUCTS ?? store.products);
        const began = performance.now();
        const cost = await measureStore({ databaseUrl, folder, port }, store, count);
        console.error(`  ${store.platform} ${((performance.now() - began) / 1000).toFixed(0)} s`);
        rows.push(rowOf(cost, 'first listing', cost.first));
        rows.push(rowOf(cost, 'unchanged', cost.unchanged));
        rows.push(rowOf(cost, 'one price', cost.repriced));
      }
      return rows;
    });
  } finally {
    served.kill();
  }
}

function rowOf(
  { platform, inFlightMax, replayedPerSecond }: StoreCost,
  what: string,
  run: RunCost,
): BenchRow {
  const { all, untilAudit, products } = run;
  const each = (count: number, digits = 1) => (count / products).toFixed(digits);
  const bestPerSecond = inFlightMax / (answerMs / 1000);
  const perSecond = untilAudit.requests / untilAudit.seconds;
  const isFirst = what === 'first listing';
  return {
    what: `${platform}, ${products} products, ${what}`,
    ours: [
      `${all.seconds.toFixed(1)} s`,
      `${each(all.requests, 2)} requests`,
      `answered in ${(all.answeredMs / all.requests).toFixed(0)} ms`,
      `${perSecond.toFixed(0)} requests/s, ${(products / untilAudit.seconds).toFixed(1)} products/s, ${(untilAudit.answeredMs / 1000 / untilAudit.seconds).toFixed(1)} in flight on average`,
      `${each(all.work)} statements (and ${each(all.control)} begin, commit, set)`,
      `${each(all.transactions)} transactions`,
      `ledger ${bytes(run, sumOf(run.kept))} kept (heap ${bytes(run, run.kept.heap)}, toast ${bytes(run, run.kept.toast)}, indexes ${bytes(run, run.kept.indexes)}), ${bytes(run, sumOf(run.asItLies))} as written`,
      `audit ${auditOf(run)}`,
      run.memory,
      ...(isFirst
        ? [
            `${(perSecond / replayedPerSecond).toFixed(2)} of a loop that sends the same requests again (${replayedPerSecond.toFixed(0)} a second)`,
          ]
        : []),
    ].join('; '),
    floor: `${((untilAudit.requests / products / bestPerSecond) * products).toFixed(1)} s: ${bestPerSecond.toFixed(0)} requests/s, ${inFlightMax} at once`,
    ratio: perSecond / bestPerSecond,
    aim: isFirst
      ? `0.9; ${aims.statements} statements, ${aims.transactions} transactions, ${aims.ledgerBytes / 1000} kB, audit under ${aims.auditShare * 100} %`
      : `audit under ${aims.auditShare * 100} %`,
  };
}

/** Returns the kilobytes of a product. */
function bytes({ products }: RunCost, total: number): string {
  return `${(total / products / 1000).toFixed(1)} kB`;
}

/** Returns the closing audit's share of the run's cost: of its points if the store counts any, else of its requests. */
function auditOf({ all, untilAudit }: RunCost): string {
  const requests = all.requests - untilAudit.requests;
  const points = all.points - untilAudit.points;
  const share = all.points > 0 ? points / all.points : requests / all.requests;
  const unit =
    all.points > 0 ? `of ${Math.round(all.points).toLocaleString('en')} points` : 'of the requests';
  return `${(share * 100).toFixed(1)} % ${unit} (${requests} requests)`;
}
