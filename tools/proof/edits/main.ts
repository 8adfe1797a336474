import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { z } from 'zod';
import { withScratchDatabase } from '../../bench/scratch-database.ts';
import { editFiles } from '../mutants/edited-files.ts';
import { smallPages, switches } from './switches.ts';

/**
 * `npm run proof:edits [-- --kills 30 --seed 1 --into FILE --minutes 20 --broken SWITCH]`: kills workers inside bulk
 * edits, undos and changes of rules while two editors, a source and a listing change the same products, and judges what
 * is there afterwards. With a file, rounds are added to those in it, until its kills are enough. `--broken` switches a
 * protection off (`switches.ts`; `all`: one after the other); then the proof has to find something wrong. Exits with 1
 * otherwise.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    into: { type: 'string' },
    minutes: { type: 'string', default: '600' },
    broken: { type: 'string' },
  },
});
const kills = Number(values.kills);
const seed = Number(values.seed);
const wanted = values.broken === 'all' ? Object.keys(switches) : values.broken ? [values.broken] : [];
if (!Number.isInteger(kills) || !Number.isInteger(seed) || wanted.some((name) => !(name in switches))) {
  console.error(
    `--kills and --seed are whole numbers, --broken is all or one of ${Object.keys(switches).join(', ')}.`,
  );
  process.exit(1);
}
editFiles('small pages', smallPages);
const { openDatabase } = await import('../../../apps/server/src/db/database.ts');
const { addressesOf } = await import('../../../apps/server/src/db/embedded/logins.ts');
const { runRound } = await import('./round.ts');

const Line = z.object({ seed: z.int(), round: z.int(), kills: z.int(), wrong: z.array(z.string()) });
type Line = z.infer<typeof Line>;
const killsEach = 3;
/** Rounds in which a broken protection has to be noticed. */
const brokenRounds = 4;
const startedMs = performance.now();
const endsMs = startedMs + Number(values.minutes) * 60_000;

process.exitCode = await withScratchDatabase(async (url) => {
  const { db, close } = openDatabase(addressesOf(url).app);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const round = async (number: number, broken: string): Promise<Line> => {
    const killing = {
      client,
      databaseUrl: addressesOf(url).app,
      broken,
      random: randomFrom(seed * 100_003 + number),
    };
    const result = await runRound(db, killing, { killsEach, isNumbered: number % 2 === 1 });
    return { seed, round: number, ...result };
  };
  try {
    return wanted.length > 0 ? await proveBroken(round) : await prove(round);
  } finally {
    await client.end();
    await close();
  }
});
process.exit();

async function prove(round: (number: number, broken: string) => Promise<Line>): Promise<number> {
  const { into } = values;
  const lines =
    into !== undefined && existsSync(into)
      ? readFileSync(into, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => Line.parse(JSON.parse(line)))
      : [];
  const sum = () => lines.reduce((total, line) => total + line.kills, 0);
  const next = () =>
    Math.max(-1, ...lines.filter((line) => line.seed === seed).map((line) => line.round)) + 1;
  while (sum() < kills && performance.now() < endsMs) {
    const line = await round(next(), '');
    lines.push(line);
    if (into !== undefined) {
      appendFileSync(into, `${JSON.stringify(line)}\n`);
    }
    console.log(
      `seed ${seed}, round ${line.round}: ${line.kills} kills, ${line.wrong.length} wrong; ${sum()} of ${kills}`,
    );
    for (const what of line.wrong.slice(0, 10)) {
      console.log(`  WRONG: ${what}`);
    }
  }
  const wrong = lines.flatMap((line) => line.wrong).length;
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  console.log(`${lines.length} rounds, ${sum()} SIGKILLs of ${kills}, ${wrong} wrong; ${seconds} s`);
  return wrong === 0 && sum() >= kills ? 0 : 1;
}

/** Reports whether each broken protection is noticed. */
async function proveBroken(round: (number: number, broken: string) => Promise<Line>): Promise<number> {
  let missed = 0;
  for (const name of wanted) {
    let found: Line | null = null;
    for (let number = 0; number < brokenRounds && found === null; number += 1) {
      const line = await round(number, name);
      found = line.wrong.length > 0 ? line : null;
    }
    missed += found ? 0 : 1;
    console.log(
      found
        ? `${name}: noticed in round ${found.round} (${found.wrong.length} wrong, the first: ${found.wrong[0]})`
        : `${name}: NOT noticed in ${brokenRounds} rounds (${switches[name]?.breaks})`,
    );
  }
  return missed === 0 ? 0 : 1;
}

/** Mulberry32: returns the same numbers for the same seed. */
function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
