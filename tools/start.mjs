import { ensureConsole } from './build.mjs';
import { ensurePlugin } from './build-plugin.mjs';
import { ensureInstalled, main, runInOurPlace } from './install.mjs';

main(async () => {
  await ensureInstalled(console.log);
  await ensureConsole(console.log);
  await ensurePlugin(console.log);
  return runInOurPlace(['apps/server/src/main.ts', ...process.argv.slice(2)]);
});
