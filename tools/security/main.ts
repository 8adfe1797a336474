import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdingTests } from '../spec/holding-tests.ts';
import { requirements, securityPage, unsettledIds } from './page.ts';

const root = join(import.meta.dirname, '../..');
const tests = holdingTests(root, 'asvs');
writeFileSync(join(root, 'docs/security.md'), securityPage(tests));
for (const { id, exception } of requirements) {
  if (exception && 'open' in exception) {
    console.log(`open  ${id}  ${exception.open}`);
  }
}
for (const id of unsettledIds(tests)) {
  console.error(`wrong  ${id}  needs either a test that carries it or a reason`);
}
console.log(`docs/security.md written: ${tests.length} tests hold requirements of ASVS.`);
process.exitCode = unsettledIds(tests).length === 0 ? 0 : 1;
