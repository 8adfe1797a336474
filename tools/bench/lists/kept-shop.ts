import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SignIns, startProductIn } from '../../../apps/console/e2e/product.ts';
import { startEmbedded } from '../../../apps/server/src/db/embedded/start.ts';

/** A filled data folder, used again by the next measurement. */
export interface KeptShop<Marks> {
  folder: string;
  signIns: SignIns;
  /** What the calls of the bench filter by. */
  marks: Marks;
}

/**
 * Returns a merchant with what `fill` writes for one: from the folder of an earlier measurement, or made now, which takes some
 * minutes for a million products and about 5 GB. `LISTS_FOLDER` names another folder; delete it to begin afresh.
 */
export async function keptShop<Marks>(
  name: string,
  fill: (url: string, username: string) => Promise<Marks>,
): Promise<KeptShop<Marks>> {
  const folder = process.env.LISTS_FOLDER ?? join(tmpdir(), `bowerbird-${name}`);
  const file = join(folder, 'bench.json');
  if (existsSync(file)) {
    return JSON.parse(readFileSync(file, 'utf8'));
  }
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const { product, end } = await startProductIn(folder);
  await end();
  const signIns = { administrator: product.administrator, merchant: product.merchant };
  const embedded = await startEmbedded({ folder, fsync: false, say: () => {} });
  try {
    const marks = await fill(embedded.url, signIns.merchant.username);
    const kept: KeptShop<Marks> = { folder, signIns, marks };
    writeFileSync(file, JSON.stringify(kept));
    return kept;
  } finally {
    await embedded.stop();
  }
}
