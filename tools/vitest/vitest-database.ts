import { existsSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopEmbedded } from '../../apps/server/src/db/embedded/start.ts';
import { stopPooler } from '../../apps/server/testing/database/pooler.ts';

const name = /^bowerbird-tests-(?<pid>\d+)$/;

/**
 * Names the folder in which the first test that needs a database starts the one server of this run, and ends that
 * server when the run is over. Servers of killed runs are ended, too.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = join(tmpdir(), `bowerbird-tests-${process.pid}`);
  process.env.BOWERBIRD_TEST_DATABASE = folder;
  for (const left of readdirSync(tmpdir()).filter((entry) => ownerIsDead(entry))) {
    await remove(join(tmpdir(), left));
  }
  return () => remove(folder);
}

function ownerIsDead(entry: string): boolean {
  const pid = Number(name.exec(entry)?.groups?.pid ?? Number.NaN);
  if (Number.isNaN(pid) || pid === process.pid) {
    return false;
  }
  try {
    process.kill(pid, 0);
    return false;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH';
  }
}

async function remove(folder: string): Promise<void> {
  if (existsSync(folder)) {
    stopPooler(folder);
    await stopEmbedded({ folder, say: () => {} }).catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  }
}
