import { join } from 'node:path';
import { ensureInstalled, main, runInOurPlace } from './install.mjs';
import { ensureProgram } from './program.mjs';

main(async () => {
  await ensureInstalled(console.error);
  const program = join(await ensureProgram(console.error), 'command-line.mjs');
  return runInOurPlace([program, ...process.argv.slice(2)], { keepFolder: true });
});
