import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { holdingTests } from '../spec/holding-tests.ts';
import { requirements, securityPage, unsettledIds } from './page.ts';

const root = join(import.meta.dirname, '../..');
const tests = holdingTests(root, 'asvs');

/**
 * The sections of ASVS 5.0.0 and the numbers of their requirements of level 1 (a) and 2 (b); a number that is left out
 * is of level 3.
 */
const standard = {
  '1.1': '1b 2b',
  '1.2': '1a 2a 3a 4a 5a 6b 7b 8b 9b',
  '1.3': '1a 2a 3b 4b 5b 6b 7b 8b 9b 10b 11b',
  '1.4': '1b 2b 3b',
  '1.5': '1a 2b',
  '2.1': '1a 2b 3b',
  '2.2': '1a 2a 3b',
  '2.3': '1a 2b 3b 4b',
  '2.4': '1b',
  '3.2': '1a 2a',
  '3.3': '1a 2b 3b 4b',
  '3.4': '1a 2a 3b 4b 5b 6b',
  '3.5': '1a 2a 3a 4b 5b',
  '3.7': '1b 2b',
  '4.1': '1a 2b 3b',
  '4.2': '1b',
  '4.3': '1b 2b',
  '4.4': '1a 2b 3b 4b',
  '5.1': '1b',
  '5.2': '1a 2a 3b',
  '5.3': '1a 2a',
  '5.4': '1b 2b 3b',
  '6.1': '1a 2b 3b',
  '6.2': '1a 2a 3a 4a 5a 6a 7a 8a 9b 10b 11b 12b',
  '6.3': '1a 2a 3b 4b',
  '6.4': '1a 2a 3b 4b',
  '6.5': '1b 2b 3b 4b 5b',
  '6.6': '1b 2b 3b',
  '6.8': '1b 2b 3b 4b',
  '7.1': '1b 2b 3b',
  '7.2': '1a 2a 3a 4a',
  '7.3': '1b 2b',
  '7.4': '1a 2a 3b 4b 5b',
  '7.5': '1b 2b',
  '7.6': '1b 2b',
  '8.1': '1a 2b',
  '8.2': '1a 2a 3b',
  '8.3': '1a',
  '8.4': '1b',
  '9.1': '1a 2a 3a',
  '9.2': '1a 2b 3b 4b',
  '10.1': '1b 2b',
  '10.2': '1b 2b',
  '10.3': '1b 2b 3b 4b',
  '10.4': '1a 2a 3a 4a 5a 6b 7b 8b 9b 10b 11b',
  '10.5': '1b 2b 3b 4b 5b',
  '10.6': '1b 2b',
  '10.7': '1b 2b 3b',
  '11.1': '1b 2b',
  '11.2': '1b 2b 3b',
  '11.3': '1a 2a 3b',
  '11.4': '1a 2b 3b 4b',
  '11.5': '1b',
  '11.6': '1b',
  '12.1': '1a 2b 3b',
  '12.2': '1a 2a',
  '12.3': '1b 2b 3b 4b',
  '13.1': '1b',
  '13.2': '1b 2b 3b 4b 5b',
  '13.3': '1b 2b',
  '13.4': '1a 2b 3b 4b 5b',
  '14.1': '1b 2b',
  '14.2': '1a 2b 3b 4b',
  '14.3': '1a 2b 3b',
  '15.1': '1a 2b 3b',
  '15.2': '1a 2b 3b',
  '15.3': '1a 2b 3b 4b 5b 6b 7b',
  '16.1': '1b',
  '16.2': '1b 2b 3b 4b 5b',
  '16.3': '1b 2b 3b 4b',
  '16.4': '1b 2b 3b',
  '16.5': '1b 2b 3b',
  '17.1': '1b',
  '17.2': '1b 2b 3b 4b',
  '17.3': '1b 2b',
};

it('answers each of the 253 requirements of levels 1 and 2, each once, in the order of the standard', () => {
  const requested = Object.entries(standard).flatMap(([section, numbers]) =>
    numbers.split(' ').map((each) => `${section}.${each.slice(0, -1)} ${each.endsWith('a') ? 1 : 2}`),
  );

  expect(requested).toHaveLength(253);
  expect(requirements.map(({ id, level }) => `${id} ${level}`)).toEqual(requested);
});

it('has for each a test that carries its id, or a reason, and never both', () => {
  expect(unsettledIds(tests)).toEqual([]);
});

it('notices a test that is gone, and one for what is named as open', () => {
  const [gone] = tests;
  const open = requirements.find(({ exception }) => exception && 'open' in exception)?.id ?? '';

  expect(unsettledIds([])).toContain(gone?.ids[0]);
  expect(unsettledIds([...tests, { file: 'a.test.ts', title: 'holds it', ids: [open] }])).toEqual([open]);
});

it('knows every id that a test carries', () => {
  const known = new Set(requirements.map(({ id }) => id));

  expect(tests.flatMap(({ ids }) => ids).filter((id) => !known.has(id))).toEqual([]);
});

it('says in few words what each asks, and why it is not held', () => {
  for (const { id, demand, exception } of requirements) {
    expect(demand.split(/\s+/).length, id).toBeLessThanOrEqual(15);
    expect(exception === undefined || Object.values(exception).every((why) => why.length > 10), id).toBe(
      true,
    );
  }
});

it('keeps docs/security.md as requirements, tests and texts have it', () => {
  expect(readFileSync(join(root, 'docs/security.md'), 'utf8')).toBe(securityPage(tests));
});
