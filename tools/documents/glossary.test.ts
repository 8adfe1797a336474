import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
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

/** Words that were replaced by those of docs/glossary.md, or by plain ones, and must not come back in names of ours. */
const replaced =
  /^(lanes?|fates?|told|untold|befalls?|befell|twins?|strangers?|shel(f|ves)|played|hurried|strikes?|struck|blows?|census|besides|witness(es)?|manners?|piles?|pictures?|goods|alike|likeness|tempo|(un)?heal(s|ed)?|(un)?mend(s|ed)?|anew|reckons?|desks?|rungs?|ladders?|spoils?|spoilt|cripples?|crippled)$/;

/** Names that others chose, and a word of HTML: where each may stand. */
const allowed: readonly { word: string; in: RegExp; because: string }[] = [
  {
    word: 'ladder',
    in: /^packages\/(platforms|simulators)\/src\/alibaba\/|^apps\/plugin\/src\/page\/reading\/read-open-page\.test\.ts$/,
    because: 'Alibaba calls its fields ladderPeriodList, ladder_price and productLadderPrices',
  },
  {
    word: 'strike',
    in: /^apps\/console\/src\/ui\/text\/html-loss\.ts$|^apps\/server\/src\/news\/clean-article\.ts$/,
    because: 'HTML has an element of this name',
  },
  {
    word: 'struck',
    in: /^packages\/platforms\/src\/wordpress\//,
    because: 'a former price that is struck through in the text of a post',
  },
  {
    word: 'alike',
    in: /^docs\/decisions\/(00(10|15)-|README)/,
    because: 'titles of decisions that were taken',
  },
  { word: 'pictures', in: /^docs\/pictures\//, because: 'the folder that the README links' },
];

/** Returns the words of a name in camelCase, snake_case or kebab-case. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

function replacedIn(names: Iterable<string>, file: string): string[] {
  return [...new Set(names)].flatMap((name) =>
    wordsOf(name)
      .filter((word) => replaced.test(word))
      .filter((word) => !allowed.some((each) => each.word === word && each.in.test(file)))
      .map((word) => `${file}: ${name} (${word})`),
  );
}

/** Returns the identifiers of a source file. */
function identifiersOf(file: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      names.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    false,
    kind,
  );
  ts.forEachChild(source, visit);
  return names;
}

describe('words that were replaced', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const files = tracked.split('\0').filter((file) => file !== '');

  it('are in no name of a file', () => {
    expect(files.length).toBeGreaterThan(1000);
    expect(files.flatMap((file) => replacedIn(file.split('/'), file))).toEqual([]);
  });

  it('are in no identifier', { tags: ['slow'] }, () => {
    const sources = files.filter((file) => /^(apps|packages|tools)\/.*\.(ts|tsx|mts)$/.test(file));

    expect(sources.length).toBeGreaterThan(1000);
    expect(sources.flatMap((file) => replacedIn(identifiersOf(file), file))).toEqual([]);
  });

  it('are allowed only where they stand', () => {
    for (const { word, in: place } of allowed) {
      const where = files.filter((file) => place.test(file));
      const names = where.flatMap((file) => [file, ...(/\.tsx?$/.test(file) ? identifiersOf(file) : [])]);
      expect(
        names.some((name) => wordsOf(name).includes(word)),
        word,
      ).toBe(true);
    }
  });
});
