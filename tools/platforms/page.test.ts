import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { platforms } from '@bowerbird/platforms/all';
import { platformFacts } from '@bowerbird/platforms/facts';
import { expect, it } from 'vitest';
import { platformsPage } from './page.ts';

it('says of the platforms what their code says now (npm run platforms)', async () => {
  const written = readFileSync(join(import.meta.dirname, '../../docs/platforms.md'), 'utf8');

  expect(written).toBe(await platformsPage());
});

it('knows the facts of every platform, and of no other', () => {
  expect([...platformFacts.keys()].toSorted()).toEqual([...platforms.keys()].toSorted());
});
