import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Rule, rules } from './rules.ts';

/** A test that says which rules it holds. */
export interface HoldingTest {
  /** From the root of the repository. */
  file: string;
  title: string;
  ids: string[];
}

const titles = /\b(?:it|test)(?:\.each\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1/g;
const idsIn = /\[(\d\.[\w-]+)\]/g;

/** Every test of the repository whose title carries the id of a rule. */
export function holdingTests(root: string): HoldingTest[] {
  return globSync(['{apps,packages}/*/src/**/*.test.{ts,tsx}', 'apps/*/e2e/*.e2e.ts'], { cwd: root })
    .sort()
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(titles)].flatMap(([, , title = '']) => {
        const ids = [...title.matchAll(idsIn)].map(([, id = '']) => id);
        return ids.length === 0
          ? []
          : [
              {
                file: relative('.', file),
                title: title.replaceAll(idsIn, '').trim().replaceAll(/\s+/g, ' '),
                ids,
              },
            ];
      }),
    );
}

/** Rules that no test holds. */
export function holes(tests: readonly HoldingTest[]): Rule[] {
  const held = new Set(tests.flatMap(({ ids }) => ids));
  return rules.filter(({ id }) => !held.has(id));
}

/** Ids in titles that no rule has. */
export function unknownIds(tests: readonly HoldingTest[]): string[] {
  const known = new Set(rules.map(({ id }) => id));
  return [...new Set(tests.flatMap(({ ids }) => ids))].filter((id) => !known.has(id));
}

/** The page `docs/spec-coverage.md`, made from the rules and the tests that hold them. */
export function coveragePage(tests: readonly HoldingTest[]): string {
  const open = holes(tests);
  const lines = rules.map(({ id, quote }) => {
    const holding = tests.filter(({ ids }) => ids.includes(id));
    const shown = holding.map(({ file, title }) => `- ${title} (\`${file}\`)`);
    return [
      `### ${id}`,
      '',
      `> ${quote}`,
      '',
      ...(shown.length > 0 ? shown : ['**No test holds this.**']),
      '',
    ].join('\n');
  });
  return [
    '# What the specification says, and the tests that hold it',
    '',
    'Made by `npm run spec`; a test fails when it is out of date. Each rule is in the words of the specification.',
    '',
    `${rules.length} rules, ${rules.length - open.length} held by ${tests.length} tests, ${open.length} open.`,
    '',
    ...lines,
  ].join('\n');
}
