import { join } from 'node:path';
import { ensureInstalled, main, root, runInOurPlace } from './install.mjs';

main(async () => {
  await ensureInstalled(console.error);
  const program = join(root, 'apps', 'server', 'src', 'cli', 'main.ts');
  return runInOurPlace([program, ...process.argv.slice(2)], { keepFolder: true });
});
