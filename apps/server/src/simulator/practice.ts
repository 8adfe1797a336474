import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LedgerEntry } from '@bowerbird/platforms/shopify/simulate/record';
import { createShopifyShop } from '@bowerbird/platforms/shopify/simulate/shop';
import type { Config } from '../config.ts';
import { openJournal } from './journal.ts';
import { type ServedSimulators, serveSimulators } from './serve.ts';

/** The practice shop and store of this machine. */
export interface Practice {
  port: number;
  close(): Promise<void>;
}

/** How many goods the practice shop has. */
const goodsCount = 500;

/**
 * Serves a source shop (Glade Home) and a store (Aster Practice) on loopback. The store's books lie in the data folder, so that
 * what was listed is still there after any end of the program; the port stays the same from start to start where it can.
 */
export async function openPractice({ dataFolder, simulatorPort }: Config): Promise<Practice> {
  const folder = join(dataFolder, 'practice');
  await mkdir(folder, { recursive: true });
  const journal = openJournal<LedgerEntry>(join(folder, 'store.jsonl'));
  const shop = createShopifyShop({ name: 'glade-home', goods: { count: goodsCount } });
  const store = createShopifyShop({
    name: 'aster-practice',
    entries: journal.entries,
    onChange: (entry) => journal.write(entry),
  });
  const noted = join(folder, 'port');
  const wanted = simulatorPort || Number(await readFile(noted, 'utf8').catch(() => '')) || 8900;
  const served = await serveNear([shop, store], wanted);
  await writeFile(noted, `${served.port}\n`);
  return {
    port: served.port,
    async close() {
      await served.close();
      journal.close();
    },
  };
}

/** At the port wanted, or at any free one where it is taken. */
async function serveNear(
  shops: Parameters<typeof serveSimulators>[0],
  port: number,
): Promise<ServedSimulators> {
  try {
    return await serveSimulators(shops, { port });
  } catch (thrown) {
    if (
      thrown instanceof Error &&
      'code' in thrown &&
      (thrown.code === 'EADDRINUSE' || thrown.code === 'EACCES')
    ) {
      return await serveSimulators(shops, { port: 0 });
    }
    throw thrown;
  }
}
