import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { simulators } from '@bowerbird/simulators/all';
import { describe, expect, it } from 'vitest';
import { platforms } from './all.ts';
import { platformFacts } from './facts.ts';

const here = import.meta.dirname;
/** A platform's folder has an `index.ts`, which is the only file of it that others import. */
const folders = globSync('*/index.ts', { cwd: here }).map((file) => dirname(file));
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
  it.each(folders)('%s is registered in all.ts, and says what it does in a readme', (folder) => {
    expect(read('all.ts')).toContain(`from './${folder}/index.ts'`);
    expect(globSync(`${folder}/readme.md`, { cwd: here })).toHaveLength(1);
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
