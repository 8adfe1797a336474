import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldsPart } from './coverage.ts';
import { platformsPage, runAll } from './page.ts';
import { simulatedReadings } from './readings.ts';
import { withPlatformTable } from './readme.ts';
import { recordedReadings } from './testing/recorded.ts';

const root = join(import.meta.dirname, '../..');
const readme = join(root, 'README.md');
const page = join(root, 'docs/platforms.md');
const simulated = await runAll();
const recorded = recordedReadings();
if (recorded === null) {
  console.log('Recorded answers are not here: what the page says of them is kept.');
}
const fields = fieldsPart(await simulatedReadings(), recorded, readFileSync(page, 'utf8'));
writeFileSync(page, platformsPage(simulated, fields));
writeFileSync(readme, withPlatformTable(readFileSync(readme, 'utf8'), simulated));
console.log('docs/platforms.md and the table in README.md written.');
