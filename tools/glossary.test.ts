import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const languages = ['en-US', 'zh-CN', 'zh-TW', 'pt-BR'] as const;

function textsOf(language: string): ReadonlyMap<string, string> {
  const files = globSync(`apps/console/src/locales/${language}/*.json`, { cwd: root });
  const texts = new Map<string, string>();
  for (const file of files) {
    const read: unknown = JSON.parse(readFileSync(join(root, file), 'utf8'));
    for (const [key, text] of Object.entries(read ?? {})) {
      texts.set(key, String(text));
    }
  }
  return texts;
}

it('docs/glossary.md has the names that stand on the screens', () => {
  const page = readFileSync(join(root, 'docs/glossary.md'), 'utf8');
  const rows = page.split('\n').flatMap((line) => {
    const [, key, names] = /^\| `([\w.-]+\.[\w.-]+)` \| (.+) \|$/.exec(line) ?? [];
    return key === undefined || names === undefined ? [] : [{ key, names: names.split(' | ') }];
  });
  const texts = languages.map(textsOf);
  const onScreens = rows.map(({ key }) => ({ key, names: texts.map((each) => each.get(key)) }));

  expect(rows.length).toBeGreaterThan(80);
  expect(rows).toEqual(onScreens);
});
