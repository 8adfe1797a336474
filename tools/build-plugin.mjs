import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, main, ourNode, root } from './install.mjs';

const plugin = join(root, 'apps', 'plugin');

/** Builds the browser plugin into `apps/plugin/dist` when its sources changed since the last build. */
export async function ensurePlugin(say) {
  await ensureBuilt({
    what: 'browser plugin',
    sources: [
      'apps/plugin',
      'packages/catalog',
      'packages/contract',
      'packages/platforms',
      'package-lock.json',
    ],
    stampName: 'bowerbird-plugin',
    result: join(plugin, 'dist', 'manifest.json'),
    command: [ourNode, [join(plugin, 'build', 'build.ts')], plugin],
    say,
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => {
    await ensureInstalled(console.log);
    await ensurePlugin(console.log);
    return 0;
  });
}
