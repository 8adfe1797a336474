import { join } from 'node:path';
import { ensureConsole } from './build.mjs';
import { ensurePlugin } from './build-plugin.mjs';
import { ensureInstalled, main, runInOurPlace } from './install.mjs';
import { ensureProgram } from './program.mjs';

/**
 * Collecting and claiming make much that is garbage at once. With semi-spaces of 8 MB at most, a worker that collects
 * and claims held 80 to 120 MB less than with Node's own and was as fast (`docs/benchmarks.md`).
 */
const semiSpaces = ['--max-semi-space-size=8'];

main(async () => {
  await ensureInstalled(console.log);
  await ensureConsole(console.log);
  await ensurePlugin(console.log);
  const program = join(await ensureProgram(console.log), 'server.mjs');
  return runInOurPlace([...semiSpaces, program, ...process.argv.slice(2)]);
});
