import { join } from 'node:path';
import { ensureConsole } from './build.mjs';
import { ensurePlugin } from './build-plugin.mjs';
import { ensureInstalled, main, runInOurPlace } from './install.mjs';
import { ensureProgram } from './program.mjs';

/**
 * Collecting and claiming make much that is garbage at once. With young generations of 8 MB instead of 16, a worker that
 * collects holds 80 to 120 MB less and is as fast (`docs/benchmarks.md`).
 */
const youngGenerations = ['--max-semi-space-size=8'];

main(async () => {
  await ensureInstalled(console.log);
  await ensureConsole(console.log);
  await ensurePlugin(console.log);
  const program = join(await ensureProgram(console.log), 'server.mjs');
  return runInOurPlace([...youngGenerations, program, ...process.argv.slice(2)]);
});
