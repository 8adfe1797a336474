import { parseArgs } from 'node:util';
import { addressesOf } from '../../apps/server/src/db/embedded/logins.ts';
import { withScratchDatabase } from '../bench/scratch-database.ts';
import { proveCollect } from './kill-collect.ts';
import { Coverage } from './listing/coverage.ts';
import { openInstallation } from './listing/installations.ts';
import { shopify } from './listing/stores/shopify.ts';
import { runKills } from './listing/workers/kills.ts';

/**
 * `npm run proof:kill [-- --kills 50 --seed 1]`: kills workers inside collecting and listing runs, half each, and
 * afterwards compares the database with the simulated store's own state. Exits with 1 when anything is wrong.
 */
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
});
const kills = Number(values.kills);
const seed = Number(values.seed);
if (!Number.isInteger(kills) || kills < 2 || !Number.isInteger(seed)) {
  console.error('--kills is a whole number from 2 on, --seed a whole number.');
  process.exit(1);
}

const say = (line: string) => console.log(line);
const startedMs = performance.now();
const wrong = await withScratchDatabase(async (ownerUrl) => {
  const databaseUrl = addressesOf(ownerUrl).app;
  say(`Collecting: ${Math.floor(kills / 2)} kills, seed ${seed}`);
  const collecting = await proveCollect({ databaseUrl, kills: Math.floor(kills / 2), seed, say });
  say(`Listing: ${Math.ceil(kills / 2)} kills, seed ${seed}`);
  const installation = openInstallation(databaseUrl, 10);
  const share = Math.ceil(kills / 2);
  const listing = await runKills(shopify, {
    installation,
    seed,
    kills: share,
    coverage: new Coverage(),
    say,
  });
  await installation.close();

  say('');
  say(`Collecting: ${collecting.kills} kills in ${collecting.runs} runs`);
  say(
    `Listing, to Shopify; to every platform by proof:listing: ${listing.kills} kills in ${listing.runs} runs`,
  );
  const back = [...listing.backMs].sort((one, other) => one - other);
  if (back.length > 0) {
    say(
      `  back at work after a kill: median ${seconds(back[Math.floor(back.length / 2)])}, longest ${seconds(back.at(-1))}`,
    );
  }
  return [...collecting.wrong, ...listing.wrong];
});

for (const line of wrong) {
  say(`WRONG: ${line}`);
}
say(
  wrong.length === 0
    ? `The proof holds: every product exactly once, ${((performance.now() - startedMs) / 1000).toFixed(0)} s, seed ${seed}.`
    : `The proof does NOT hold: ${wrong.length} faults, seed ${seed}.`,
);
process.exit(wrong.length === 0 ? 0 : 1);

function seconds(ms: number | undefined): string {
  return `${((ms ?? 0) / 1000).toFixed(1)} s`;
}
