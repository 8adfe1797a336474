import type { HoldingTest } from './holding-tests.ts';
import { open, rules } from './rules.ts';
import { idsOf, type Statement } from './statement.ts';

/** Every id that a test must have: one of each statement, and one of each screen that a statement lists. */
export const requiredIds: readonly string[] = rules.flatMap(idsOf);

/** Returns the ids that no test has, whether that is known or not. */
export function openIds(tests: readonly HoldingTest[]): string[] {
  const held = new Set(tests.flatMap(({ ids }) => ids));
  return requiredIds.filter((id) => !held.has(id));
}

/** Returns ids in titles of tests that no statement has. */
export function unknownIds(tests: readonly HoldingTest[]): string[] {
  const known = new Set(requiredIds);
  return [...new Set(tests.flatMap(({ ids }) => ids))].filter((id) => !known.has(id));
}

/** Builds the page `docs/spec-coverage.md` from the statements and the tests that prove them. */
export function coveragePage(tests: readonly HoldingTest[]): string {
  const missing = openIds(tests);
  return [
    '# What the specification says, and the tests that hold it',
    '',
    'Made by `npm run spec`; a test fails when it is out of date. Each statement is in the words of the specification; where it lists',
    'screens, each screen has a test of its own that opens the screen and does its main work. A screen that is missing on purpose',
    'counts as open.',
    '',
    `${requiredIds.length} requirements in ${rules.length} statements: ${requiredIds.length - missing.length} held by ${tests.length} tests, **${missing.length} open**.`,
    '',
    ...missing.map((id) => `- open: \`${id}\`. ${open[id] ?? 'No test holds this.'}`),
    ...(missing.length > 0 ? [''] : []),
    ...rules.map((rule) => statementPart(rule, tests)),
  ].join('\n');
}

function statementPart(rule: Statement, tests: readonly HoldingTest[]): string {
  const shownOf = (id: string) => {
    const holding = tests.filter(({ ids }) => ids.includes(id));
    return holding.length === 0
      ? [`- **Open.** ${open[id] ?? 'No test holds this.'}`]
      : holding.map(({ file, title }) => `- ${title} (\`${file}\`)`);
  };
  const lines = rule.parts
    ? rule.parts.flatMap((part) => [`#### ${part}`, '', ...shownOf(`${rule.id}.${part}`), ''])
    : [...shownOf(rule.id), ''];
  return [`### ${rule.id}`, '', `> ${rule.quote}`, '', ...lines].join('\n');
}
