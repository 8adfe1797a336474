import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { programOf } from '../../apps/server/testing/database/pooler.ts';

/**
 * `npm run test:pooler [-- FILES]`: runs the tests of data, jobs and the command line through an installed PgBouncer that
 * pools transactions. Names what to install if there is none.
 */
const files = [
  'apps/server/src/db/database.test.ts',
  'apps/server/src/db/row-security.test.ts',
  'apps/server/src/db/connecting/silence.test.ts',
  'apps/server/src/runs',
  'apps/server/src/collect/saving',
  'apps/server/src/collect/collect.test.ts',
  'apps/server/src/products/claim',
  'apps/server/src/products/list',
  'apps/server/src/products/write',
  'apps/server/src/export',
  'apps/server/src/imports/apply',
  'apps/server/src/listing/job',
  'apps/server/src/account/signing-in',
  'apps/server/src/cli/cli.test.ts',
];

const root = join(import.meta.dirname, '../..');
const requested = process.argv.slice(2);
try {
  programOf();
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : thrown);
  process.exit(1);
}
const child = spawn(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'node',
    ...(requested.length > 0 ? requested : files),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, BOWERBIRD_TEST_POOLER: 'on' } },
);
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
