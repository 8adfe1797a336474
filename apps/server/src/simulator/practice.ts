import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { LedgerEntry } from '@bowerbird/simulators/shopify/admin/record';
import type { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import type { Simulation } from '@bowerbird/simulators/simulation';
import type { Config } from '../config/config.ts';
import { isAlive } from '../db/embedded/start-lock.ts';
import { openJournal } from './journal.ts';
import { type ServedShop, type ServedSimulators, serveSimulators } from './serve.ts';

/** The practice shop and store of this machine. */
export interface Practice {
  port: number;
  close(): Promise<void>;
}

/** Number of products in the practice shop. */
const productsCount = 500;

/**
 * Serves a source shop (Glade Home) and a store (Aster Practice) on loopback. The store's state is in the data folder,
 * so that what was listed is still there however the program ends; the port stays the same across starts if possible.
 * The state has one writer: a program started beside one that serves this folder uses that one's shop and store.
 */
export async function openPractice({ dataFolder, simulatorPort }: Config): Promise<Practice> {
  const folder = join(dataFolder, 'practice');
  await mkdir(folder, { recursive: true });
  const noted = join(folder, 'port');
  const notedPort = Number(await readFile(noted, 'utf8').catch(() => '')) || 0;
  const letGo = await takeState(join(folder, 'served-by'), notedPort);
  if (letGo === null) {
    return { port: notedPort, close: async () => undefined };
  }
  const journal = openJournal<LedgerEntry>(join(folder, 'store.jsonl'));
  const shop = whenAsked('glade-home', (create, name) =>
    create({ name, products: { count: productsCount } }),
  );
  const store = whenAsked('aster-practice', (create, name) =>
    create({ name, entries: journal.entries, onChange: (entry) => journal.write(entry) }),
  );
  const served = await serveNear([shop, store], simulatorPort || notedPort || 8900);
  await writeFile(noted, `${served.port}\n`);
  return {
    port: served.port,
    async close() {
      await served.close();
      journal.close();
      await letGo();
    },
  };
}

/** Returns a shop that is made with its first request: most installations never use theirs. */
function whenAsked(
  name: string,
  make: (create: typeof createShopifyShop, name: string) => Simulation,
): ServedShop {
  let made: Promise<Simulation> | undefined;
  return {
    name,
    async answer(request) {
      made ??= import('@bowerbird/simulators/shopify/shop').then((shops) =>
        make(shops.createShopifyShop, name),
      );
      return (await made).answer(request);
    },
  };
}

/** Claims the simulator state for this process. Null if another live process has it and answers at its port. */
async function takeState(path: string, notedPort: number): Promise<(() => Promise<void>) | null> {
  const mine = `${process.pid} ${hostname()}`;
  for (;;) {
    try {
      await writeFile(path, mine, { flag: 'wx' });
      return () => rm(path, { force: true });
    } catch (thrown) {
      if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) {
        throw thrown;
      }
    }
    const [pid, host] = (await readFile(path, 'utf8').catch(() => '')).split(' ');
    const lives = host === hostname() && Number(pid) !== process.pid && isAlive(Number(pid));
    if (lives && (await answers(notedPort))) {
      return null;
    }
    await rm(path, { force: true });
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.setTimeout(2000, () => socket.destroy());
    socket.once('connect', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}

/** Serves at the wanted port, or at any free one if it is taken. */
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
