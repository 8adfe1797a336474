import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { simulators } from '@bowerbird/simulators/all';
import { describe, expect, it } from 'vitest';
import { platforms } from './all.ts';
import { collectors } from './collectors.ts';
import { platformFacts } from './facts.ts';

const here = import.meta.dirname;
/** Folders that contain what platforms share. Every other folder is a platform's. */
const shared = ['capturing', 'collecting', 'listing', 'net', 'reading', 'testing'];
/** The files in folders, each as the names of its path. An empty folder, which git does not know, does not count. */
const files = globSync('*/**/*.*', { cwd: here }).map((path) => path.split(sep));
const folders = [...new Set(files.map(([folder = '']) => folder))].filter((name) => !shared.includes(name));
/** What a platform's folder may contain. */
const parts = ['collect', 'csv', 'fixtures', 'index.ts', 'list', 'readme.md', 'testing'];
const read = (file: string) => readFileSync(`${here}/${file}`, 'utf8');

it('knows every platform by its id', () => {
  for (const [id, platform] of platforms) {
    expect(platform.id).toBe(id);
    expect(platform.letters).toHaveLength(2);
    expect(platform.hue).toMatch(/^#[0-9A-F]{6}$/i);
    expect(platform.collector ?? platform.lister).toBeDefined();
  }
  expect([...platforms.keys()]).toContain('shopify');
});

/** The simulators: a folder of the same name for each platform. */
const simulated = join(here, '../../simulators/src');

describe('a platform’s folder', () => {
  it.each(folders)('%s has the parts that every platform has, under the same names', (folder) => {
    const inside = files.filter(([first]) => first === folder).map(([, part]) => part ?? '');
    expect(inside).toEqual(expect.arrayContaining(['index.ts', 'readme.md']));
    expect(inside.filter((name) => !parts.includes(name))).toEqual([]);
  });

  it.each(folders)('%s is registered in all.ts', (folder) => {
    expect(read('all.ts')).toContain(`from './${folder}/index.ts'`);
  });

  it.each([...new Set(files.filter(([, part]) => part === 'collect').map(([folder]) => folder))])(
    'the collector of %s is registered in collectors.ts',
    (folder) => {
      expect(read('collectors.ts')).toContain(`from './${folder}/collect/collector.ts'`);
    },
  );

  it('has the same collector in collectors.ts, for browsers, as in all.ts, in the same order', () => {
    const inAll = [...platforms.values()].filter(({ collector }) => collector !== undefined);
    expect([...collectors.values()]).toEqual(
      inAll.map(({ id, collector, lastResort }) => ({
        id,
        collector,
        ...(lastResort && { lastResort }),
      })),
    );
    for (const { id, collector } of inAll) {
      expect(collectors.get(id)?.collector).toBe(collector);
    }
  });

  it.each(folders.filter((folder) => folder !== 'unknown'))(
    '%s has a simulator, which is registered',
    (folder) => {
      expect(readFileSync(join(simulated, 'all.ts'), 'utf8')).toContain(`from './${folder}/`);
    },
  );

  it('has facts for the documentation, and a simulator unless it is that of unknown shops', () => {
    expect([...platformFacts.keys()].sort()).toEqual([...platforms.keys()].sort());
    expect([...simulators.keys(), 'unknown'].sort()).toEqual([...platforms.keys()].sort());
  });
});
