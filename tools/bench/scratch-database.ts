import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Addresses } from '../../apps/server/src/db/connecting/addresses.ts';
import { startEmbedded } from '../../apps/server/src/db/embedded/start.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';

/** Passes a new migrated database, with fsync on by default, to a measurement or proof, and deletes it afterwards. */
export async function withScratchDatabase<T>(
  work: (url: string, folder: string, addresses: Addresses) => Promise<T>,
  { fsync = true }: { fsync?: boolean } = {},
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bowerbird-scratch-'));
  chmodSync(folder, 0o755);
  const embedded = await startEmbedded({ folder, fsync, say: () => {} });
  try {
    await migrate(embedded.url);
    return await work(embedded.url, folder, embedded.addresses);
  } finally {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
