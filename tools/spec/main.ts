import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coveragePage, holdingTests, holes } from './coverage.ts';

const root = join(import.meta.dirname, '../..');
const tests = holdingTests(root);
writeFileSync(join(root, 'docs/spec-coverage.md'), coveragePage(tests));
for (const { id, quote } of holes(tests)) {
  console.log(`open  ${id}  ${quote}`);
}
console.log(`docs/spec-coverage.md written: ${tests.length} tests hold rules.`);
