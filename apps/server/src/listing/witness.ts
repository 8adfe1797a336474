import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { z } from 'zod';
import { asOwner } from '../db/database.ts';
import type { Services } from '../services.ts';
import { highestAttempt } from './attempts.ts';
import { inLane, type Lane, LaneHeld } from './lane.ts';

/** Whose past it is, and where its witness stands. */
type Place = Pick<Lane, 'ownerId' | 'installationId'> & { services: Pick<Services, 'db' | 'config'> };

const Witness = z.object({ installation: z.string(), highest: z.string() });

/**
 * A witness beside the key file remembers the newest attempt. A database that is older than its witness, or that holds
 * attempts and has none, was put back, moved or copied: what was sent since is forgotten there and may be sent twice.
 * So nothing is sent, and it is said why.
 */
export async function requireOwnPast(lane: Lane): Promise<void> {
  const highest = await inLane(lane, (db) => highestAttempt(db, lane.ownerId));
  const witness = await readWitness(lane);
  const newer =
    witness !== null && (witness.installation !== lane.installationId || witness.highest > (highest ?? ''));
  if (newer || (witness === null && highest !== null)) {
    throw new LaneHeld({ code: 'listing.copied-installation', params: {} }, null);
  }
}

/** Writes the newest committed attempt down: before each run, every half minute within it, and at its end. */
export async function bearWitness(lane: Place): Promise<void> {
  const highest =
    (await asOwner(lane.services.db, lane.ownerId, (db) => highestAttempt(db, lane.ownerId))) ?? '';
  const folder = folderOf(lane);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${lane.ownerId}.json`);
  const fresh = `${path}.${v7()}`;
  const file = await open(fresh, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify({ installation: lane.installationId, highest }));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, path);
}

async function readWitness(lane: Place): Promise<z.infer<typeof Witness> | null> {
  try {
    return Witness.parse(JSON.parse(await readFile(join(folderOf(lane), `${lane.ownerId}.json`), 'utf8')));
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') {
      return null;
    }
    throw thrown;
  }
}

function folderOf(lane: Place): string {
  return join(lane.services.config.dataFolder, 'keys', 'witness');
}
