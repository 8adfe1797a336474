import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closingLines, outcomeOfPlaywright, outcomeOfVitest } from './outcome.mjs';

describe('the end of a run of tests', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'outcome-'));
    file = join(folder, 'results.json');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('names each test that failed, and each file that broke before its tests', () => {
    writeFileSync(
      file,
      JSON.stringify({
        numPassedTests: 7,
        testResults: [
          {
            name: join(folder, 'a.test.ts'),
            status: 'failed',
            assertionResults: [
              { status: 'passed', fullName: 'holds' },
              {
                status: 'failed',
                fullName: 'lists once',
                failureMessages: ['expected 2 to be 1\nat line 3'],
              },
            ],
          },
          {
            name: join(folder, 'b.test.ts'),
            status: 'failed',
            message: 'no such module',
            assertionResults: [],
          },
        ],
      }),
    );
    const outcome = outcomeOfVitest(file, folder);
    expect(outcome.files).toEqual(['a.test.ts', 'b.test.ts']);
    expect(closingLines([outcome])).toEqual([
      'FAILED a.test.ts > lists once: expected 2 to be 1',
      'FAILED b.test.ts: no such module',
      '7 passed, 2 failed',
    ]);
  });

  it('names browser tests that passed only the second time, and counts a skipped one as failed', () => {
    const spec = (title: string, status: string) => ({
      file: 'way.e2e.ts',
      title,
      tests: [{ status, results: [{ error: { message: `${title} broke\nmore` } }, {}] }],
    });
    writeFileSync(
      file,
      JSON.stringify({
        stats: { expected: 3, flaky: 1, unexpected: 0, skipped: 1 },
        suites: [{ suites: [{ specs: [spec('signs in', 'flaky')] }], specs: [spec('lists', 'skipped')] }],
      }),
    );
    expect(closingLines([outcomeOfPlaywright(file)])).toEqual([
      'FAILED way.e2e.ts > lists: lists broke',
      'UNSTEADY (failed, then passed by itself) way.e2e.ts > signs in: signs in broke',
      '4 passed, 1 failed',
    ]);
  });

  it('holds nothing where no results were written', () => {
    expect(outcomeOfVitest(file, folder)).toMatchObject({ passed: 0, failed: 0 });
  });
});
