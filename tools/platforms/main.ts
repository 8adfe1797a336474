import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { platformsPage, playAll } from './page.ts';
import { withPlatformTable } from './readme.ts';

const root = join(import.meta.dirname, '../..');
const readme = join(root, 'README.md');
const played = await playAll();
writeFileSync(join(root, 'docs/platforms.md'), platformsPage(played));
writeFileSync(readme, withPlatformTable(readFileSync(readme, 'utf8'), played));
console.log('docs/platforms.md and the table in README.md written.');
