import { z } from 'zod';
import type { Person, RunSeen } from './person.ts';
import type { Shop } from './shop.ts';
import type { Database } from './stage.ts';
import { until } from './until.ts';

type Rows = Database['rows'];

/** Waits until a run has saved batches and is delayed by its shop. */
export function underWay(rows: Rows, runId: string, shop: Shop): Promise<boolean> {
  return until('the run to be under way', async () => {
    const [row] = await rows<{ got: number }>('select got from collect_run where run_id = $1', [runId]);
    return (row?.got ?? 0) > 0 && shop.held > 0;
  });
}

const Certified = z.object({
  certificate: z
    .object({
      complete: z.boolean(),
      promised: z.int().nullable(),
      got: z.int(),
      unchanged: z.int(),
      skippedCount: z.int(),
    })
    .nullable(),
});

/**
 * Returns what is wrong after a run over the whole shop: each product must exist once, and a certificate must say so.
 */
export async function wrongAfter(rows: Rows, merchant: Person, run: RunSeen, shop: Shop): Promise<string[]> {
  const wrong: string[] = [];
  const held = await rows<{ source_id: string }>('select source_id from collected order by source_id');
  const ids = held.map(({ source_id }) => source_id);
  if (JSON.stringify(ids) !== JSON.stringify(shop.ids)) {
    wrong.push(`${ids.length} products are held, ${new Set(ids).size} distinct, of ${shop.ids.length}`);
  }
  if (run.state !== 'complete') {
    wrong.push(`the run is ${run.state}${run.fault ? ` (${run.fault.code})` : ''}`);
  }
  const { certificate } = Certified.parse(await merchant.call('GET', `/collect/runs/${run.id}`));
  const { length } = shop.ids;
  const right = { complete: true, promised: length, got: length, unchanged: 0, skippedCount: 0 };
  if (JSON.stringify(certificate) !== JSON.stringify(right)) {
    wrong.push(`the certificate says ${JSON.stringify(certificate)}`);
  }
  return wrong;
}
