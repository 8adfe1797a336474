import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circles, importCycles } from './import-cycles.ts';
import { arrows } from './import-layers.ts';
import { wrongImports } from './import-rules.ts';
import { readSource } from './imports.ts';
import { declared, pathsOf, root } from './testing/repository.ts';

const files = pathsOf('{packages,apps,tools}/**/*.{ts,tsx}').map((path) =>
  readSource(path, readFileSync(join(root, path), 'utf8')),
);

describe('the architecture', () => {
  it('is kept by every import of the repository', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(wrongImports(files, declared)).toEqual([]);
  });

  it('has no files that import each other in a circle', () => {
    expect(importCycles(files)).toEqual([]);
  });

  it.each(Object.entries(arrows))('leads one way in its table: %s', (_name, table) => {
    expect(circles(new Map(Object.entries(table)))).toEqual([]);
  });

  it.each([
    ['apps/server/src', arrows.serverFolders, ['cli', 'program']],
    ['apps/server/src/listing', arrows.listingFolders, []],
    ['apps/console/src', arrows.consoleLayers, ['app']],
    ['apps/plugin/src', arrows.pluginFolders, []],
  ])('has a line for each folder of %s, and for no other', (parent, table, above) => {
    const folders = readdirSync(join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
      .map(({ name }) => name);

    expect(Object.keys(table).concat(above).sort()).toEqual(folders.sort());
  });
});

describe('a circle', () => {
  const found = (...sources: [string, string][]) =>
    importCycles(sources.map(([path, text]) => readSource(path, text)));

  it.each([
    [
      'of two',
      [
        ['a/a.ts', `import { b } from './b.ts'`],
        ['a/b.ts', `import { a } from './a.ts'`],
      ],
    ],
    [
      'of three',
      [
        ['a/a.ts', `import './b.ts'`],
        ['a/b.ts', `export { c } from './c.ts'`],
        ['a/c.ts', `const a = await import('./a.ts')`],
      ],
    ],
    ['of one', [['a/a.ts', `import { a } from './a.ts'`]]],
    [
      'of names, of which one is a type',
      [
        ['a/a.ts', `import { type B, b } from './b.ts'`],
        ['a/b.ts', `import { type A } from './a.ts'`],
      ],
    ],
    [
      'of types across folders',
      [
        ['a/a.ts', `import type { B } from '../b/b.ts'`],
        ['b/b.ts', `type A = import('../a/a.ts').A`],
      ],
    ],
    [
      'closed by a type inside a folder',
      [
        ['a/a.ts', `import { b } from './b.ts'`],
        ['a/b.ts', `import type { A } from './a.ts'`],
      ],
    ],
  ] satisfies [string, [string, string][]][])('%s is found', (_kind, sources) => {
    expect(found(...sources)).toHaveLength(1);
  });
});
