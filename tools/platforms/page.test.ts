import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { platforms } from '@bowerbird/platforms/all';
import { platformFacts } from '@bowerbird/platforms/facts';
import { expect, it } from 'vitest';
import { fieldsPart } from './coverage.ts';
import { faults } from './faults.ts';
import { platformsPage, runAll } from './page.ts';
import { simulatedReadings } from './readings.ts';
import { withPlatformTable } from './readme.ts';
import { recordedReadings } from './testing/recorded.ts';

const root = join(import.meta.dirname, '../..');
const written = (file: string) => readFileSync(join(root, file), 'utf8');

it('says of the platforms what their code says now, in docs and README (npm run platforms)', {
  tags: ['slow'],
}, async () => {
  const simulated = await runAll();
  const page = written('docs/platforms.md');
  const recorded = recordedReadings();
  if (recorded === null) {
    process.stdout.write(
      'Recorded answers are not here; what docs/platforms.md says of them was not checked.\n',
    );
  }
  const fields = fieldsPart(await simulatedReadings(), recorded, page);

  expect(page).toBe(platformsPage(simulated, fields));
  expect(written('README.md')).toBe(withPlatformTable(written('README.md'), simulated));
});

it('says of every platform that is listed to that it is', () => {
  const rows = written('README.md').split('\n');
  const listedTo = [...platforms.values()].filter(({ lister }) => lister).map(({ name }) => name);

  expect(listedTo.length).toBeGreaterThan(4);
  for (const name of listedTo) {
    expect(rows.find((row) => row.startsWith(`| ${name} |`))).toContain('create, update');
  }
});

it('names no test of a fault that is gone', () => {
  const named = faults.flatMap(({ tests }) => tests);
  const gone = named.filter(([file, name]) => name === '' || !written(file).includes(name));

  expect(named.length).toBeGreaterThan(30);
  expect(gone).toEqual([]);
});

it('knows the facts of every platform, and of no other', () => {
  expect([...platformFacts.keys()].toSorted()).toEqual([...platforms.keys()].toSorted());
});
