import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openDatabase } from '../../../apps/server/src/db/database.ts';
import { addressesOf } from '../../../apps/server/src/db/embedded/logins.ts';
import { withScratchDatabase } from '../../bench/scratch-database.ts';
import { runRound } from './round.ts';

/**
 * `npm run proof:imports [-- --kills 30]`: kills workers while they store, check and apply product files, as a supplier's
 * and as edits, and then judges what is there: nothing twice, nothing lost, nothing half. Exits with 1 otherwise.
 */
const { values } = parseArgs({ options: { kills: { type: 'string', default: '30' } } });
const wanted = Number(values.kills);
if (!Number.isInteger(wanted)) {
  console.error('--kills is a whole number.');
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'bowerbird-proof-'));
process.exitCode = await withScratchDatabase(async (url) => {
  const databaseUrl = addressesOf(url).app;
  const { db, close } = openDatabase(databaseUrl);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let kills = 0;
  let wrong = 0;
  try {
    for (let round = 0; kills < wanted; round += 1) {
      const result = await runRound({ db, client, databaseUrl, folder }, round, wanted - kills);
      kills += result.kills;
      wrong += result.wrong.length;
      console.log(
        `round ${round}: ${result.kills} kills, ${result.wrong.length} wrong; ${kills} of ${wanted}`,
      );
      for (const what of result.wrong.slice(0, 10)) {
        console.log(`  WRONG: ${what}`);
      }
    }
  } finally {
    await client.end();
    await close();
  }
  console.log(`${kills} SIGKILLs, ${wrong} wrong`);
  return wrong === 0 ? 0 : 1;
});
rmSync(folder, { recursive: true, force: true });
process.exit();
