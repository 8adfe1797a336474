import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coveragePage, openIds } from './coverage.ts';
import { holdingTests } from './holding-tests.ts';
import { open } from './rules.ts';

const root = join(import.meta.dirname, '../..');
const tests = holdingTests(root, 'specification');
writeFileSync(join(root, 'docs/spec-coverage.md'), coveragePage(tests));
for (const id of openIds(tests)) {
  console.log(`open  ${id}  ${open[id] ?? ''}`);
}
console.log(`docs/spec-coverage.md written: ${tests.length} tests hold statements of the specification.`);
