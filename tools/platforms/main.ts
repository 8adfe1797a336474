import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { platformsPage } from './page.ts';

writeFileSync(join(import.meta.dirname, '../../docs/platforms.md'), await platformsPage());
console.log('docs/platforms.md written.');
