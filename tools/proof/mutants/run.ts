import { z } from 'zod';
import { Coverage } from '../listing/coverage.ts';
import { openInstallation } from '../listing/installations.ts';
import type { Met } from '../listing/plan.ts';
import { runRounds } from '../listing/rounds.ts';
import { simulatedPlatforms } from '../listing/simulated-platforms.ts';
import { filesToLoad } from './hook.ts';

/** Result of one round, as a line of JSON on standard output. */
export const Simulated = z.object({ at: z.int(), wrong: z.array(z.string()), tookMs: z.number() });
export type Simulated = z.infer<typeof Simulated>;

const Params = z.object({
  urls: z.tuple([z.string(), z.string()]),
  /** Whether to stop at the first problem. */
  stops: z.boolean(),
  rounds: z.array(
    z.object({ platform: z.string(), seed: z.int(), round: z.int(), focus: z.string().nullable() }),
  ),
});
export type Params = z.infer<typeof Params>;

if (import.meta.main) {
  await run(Params.parse(JSON.parse(process.argv[2] ?? '')));
  process.exit(0);
}

async function run({ urls, stops, rounds }: Params): Promise<void> {
  const missing = filesToLoad();
  if (missing.length > 0) {
    throw new Error(`nothing here loads ${missing.join(', ')}: the mutant is not at work`);
  }
  const [one, spare] = urls.map((url) => openInstallation(url, 16));
  if (!one || !spare) {
    throw new Error('two databases are needed');
  }
  for (const [at, { platform, seed, round, focus }] of rounds.entries()) {
    const simulated = simulatedPlatforms.get(platform);
    if (!simulated) {
      throw new Error(`${platform} has no simulated store`);
    }
    const began = performance.now();
    const { wrong } = await runRounds({
      installations: [{ ...one, spare }],
      seed,
      platforms: [simulated],
      rounds: 1,
      only: round,
      // A name that is no point, fault or way leads nowhere.
      focus: focus as Met | null,
      without: null,
      enough: 1,
      coverage: new Coverage(),
      say: () => undefined,
    });
    const reported: Simulated = { at, wrong, tookMs: performance.now() - began };
    console.log(JSON.stringify(reported));
    if (stops && wrong.length > 0) {
      break;
    }
  }
  await one.close();
  await spare.close();
}
