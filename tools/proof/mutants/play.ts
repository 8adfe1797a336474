import { z } from 'zod';
import { Coverage } from '../listing/coverage.ts';
import { openInstallation } from '../listing/installations.ts';
import type { Met } from '../listing/plan.ts';
import { playedPlatforms } from '../listing/played-platforms.ts';
import { playRounds } from '../listing/rounds.ts';
import { filesToLoad } from './hook.ts';

/** What one round showed, as a line of JSON on standard output. */
export const Played = z.object({ at: z.int(), wrong: z.array(z.string()), tookMs: z.number() });
export type Played = z.infer<typeof Played>;

const Ask = z.object({
  urls: z.tuple([z.string(), z.string()]),
  /** Whether the first wrong thing is enough. */
  stops: z.boolean(),
  rounds: z.array(
    z.object({ platform: z.string(), seed: z.int(), round: z.int(), focus: z.string().nullable() }),
  ),
});
export type Ask = z.infer<typeof Ask>;

if (import.meta.main) {
  await play(Ask.parse(JSON.parse(process.argv[2] ?? '')));
  process.exit(0);
}

async function play({ urls, stops, rounds }: Ask): Promise<void> {
  const missing = filesToLoad();
  if (missing.length > 0) {
    throw new Error(`nothing here loads ${missing.join(', ')}: the mutant is not at work`);
  }
  const [one, spare] = urls.map((url) => openInstallation(url, 16));
  if (!one || !spare) {
    throw new Error('two databases are needed');
  }
  for (const [at, { platform, seed, round, focus }] of rounds.entries()) {
    const played = playedPlatforms.get(platform);
    if (!played) {
      throw new Error(`${platform} has no played store`);
    }
    const began = performance.now();
    const { wrong } = await playRounds({
      installations: [{ ...one, spare }],
      seed,
      platforms: [played],
      rounds: 1,
      only: round,
      // What is no point, fault or way leads nowhere.
      focus: focus as Met | null,
      without: null,
      enough: 1,
      coverage: new Coverage(),
      say: () => undefined,
    });
    const told: Played = { at, wrong, tookMs: performance.now() - began };
    console.log(JSON.stringify(told));
    if (stops && wrong.length > 0) {
      break;
    }
  }
  await one.close();
  await spare.close();
}
