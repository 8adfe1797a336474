import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textValueFiles } from './values.ts';

for (const [path, content] of Object.entries(textValueFiles())) {
  writeFileSync(join(import.meta.dirname, '../..', path), content);
  console.log(`${path} written.`);
}
