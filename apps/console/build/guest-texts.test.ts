import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { partsOf } from './catalogues.ts';

const sources = join(import.meta.dirname, '../src');
const imports = /(?:from|import\()\s*'(\.[^']+\.tsx?)'/g;
const withAllTexts = /withAllTexts\(\s*\(\) => import\('([^']+)'\)/g;

/** Returns every source file that is loaded before all texts are; `text-values.ts` holds types of all of them. */
function guestSources(): Set<string> {
  const seen = new Set([join(sources, 'main.tsx')]);
  for (const file of seen) {
    const source = readFileSync(file, 'utf8');
    const later = new Set([...source.matchAll(withAllTexts)].map(([, name]) => name)).add('./signed-in.tsx');
    for (const [, name = ''] of source.matchAll(imports)) {
      const next = join(dirname(file), name);
      if (!later.has(name) && name !== './text-values.ts' && existsSync(next)) {
        seen.add(next);
      }
    }
  }
  return seen;
}

it('gives the guest pages every text they name', () => {
  const { guest, first, rest } = partsOf(join(sources, 'locales'), 'zh-CN');
  // A failure without a message here is shown with a general message.
  const others = Object.keys({ ...first, ...rest }).filter((key) => !key.startsWith('fault.'));
  const files = [...guestSources()];
  const missing = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const prefixes = [...source.matchAll(/`([\w-]+(?:\.[\w-]+)*\.)\$\{/g)].map(([, prefix = '']) => prefix);
    return others
      .filter((key) => source.includes(`'${key}'`) || prefixes.some((prefix) => key.startsWith(prefix)))
      .map((key) => `${file.slice(sources.length + 1)}: ${key}`);
  });

  expect(files.some((file) => file.endsWith('features/account/guest/register/register-page.tsx'))).toBe(true);
  expect(Object.keys(guest)).toContain('user.login.login');
  expect(missing).toEqual([]);
});
