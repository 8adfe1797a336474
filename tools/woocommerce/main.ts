import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { isNothingNamed, whatIsNeeded } from './install/sources.ts';

/**
 * `npm run e2e:woocommerce`: tests our listing against real WooCommerce stores on this machine. Arguments go to vitest,
 * such as `-t NAME` or the name of a file.
 */
if (isNothingNamed(process.env)) {
  console.error(whatIsNeeded);
  process.exitCode = 1;
} else {
  const root = join(import.meta.dirname, '../..');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const config = join(import.meta.dirname, 'vitest.config.ts');
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
