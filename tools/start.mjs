import { join } from 'node:path';
import { ensureConsole } from './build.mjs';
import { ensurePlugin } from './build-plugin.mjs';
import { ensureInstalled, main, runInOurPlace } from './install.mjs';
import { ensureProgram } from './program.mjs';

main(async () => {
  await ensureInstalled(console.log);
  await ensureConsole(console.log);
  await ensurePlugin(console.log);
  const program = join(await ensureProgram(console.log), 'server.mjs');
  return runInOurPlace([program, ...process.argv.slice(2)]);
});
