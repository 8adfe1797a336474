import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HoldingTest } from '../spec/holding-tests.ts';
import type { Requirement } from './requirement.ts';
import { chapters } from './requirements.ts';

/** Hand-written parts that precede the table. */
const written = ['threat-model.md', 'rules.md'];

/** Every requirement, chapter by chapter. */
export const requirements: readonly Requirement[] = chapters.flatMap(({ rows }) => rows);

/** Returns the ids that have neither a test nor a reason, and those that have both. */
export function unsettledIds(tests: readonly HoldingTest[]): string[] {
  const held = new Set(tests.flatMap(({ ids }) => ids));
  return requirements
    .filter(({ id, exception }) => held.has(id) === (exception !== undefined))
    .map(({ id }) => id);
}

/** Builds the page `docs/security.md` from the hand-written parts, the requirements and the tests that prove them. */
export function securityPage(tests: readonly HoldingTest[]): string {
  const count = (kind: 'notApplicable' | 'open') =>
    requirements.filter(({ exception }) => exception && kind in exception).length;
  const met = requirements.filter(({ exception }) => exception === undefined).length;
  return [
    ...written.map((name) => readFileSync(join(import.meta.dirname, 'pages', name), 'utf8')),
    '## OWASP ASVS 5.0.0, levels 1 and 2',
    '',
    `${requirements.length} requirements, in our own wording: ${met} met by ${tests.length} tests, ${count('notApplicable')} not applicable, **${count('open')} open**.`,
    '',
    ...chapters.flatMap(({ name, rows }) => [
      `### ${name}`,
      '',
      '| Id | Level | Requirement | Answer |',
      '|---|---|---|---|',
      ...rows.map((row) => `| ${row.id} | ${row.level} | ${cell(row.demand)} | ${answerOf(row, tests)} |`),
      '',
    ]),
  ].join('\n');
}

function answerOf({ id, exception }: Requirement, tests: readonly HoldingTest[]): string {
  if (exception) {
    return 'open' in exception
      ? `**Open.** ${cell(exception.open)}`
      : `Not applicable. ${cell(exception.notApplicable)}`;
  }
  return tests
    .filter(({ ids }) => ids.includes(id))
    .map(({ file, title }) => `${cell(title)} (\`${file}\`)`)
    .join('; ');
}

/** Returns a table cell, escaped so that no text ends it early. */
function cell(text: string): string {
  return text.replaceAll('\\', '').replaceAll('|', '\\|');
}
