import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * Result of a test run. `failures` and `unsteady` name tests, `file > test: first line of the error`; unsteady ones
 * failed and then passed when they were run once more by themselves.
 * @typedef {{ passed: number, failed: number, failures: string[], unsteady: string[] }} Outcome
 */

/** Reads the output of Vitest's JSON reporter. A file that failed before its tests began counts as its own failure. */
export function outcomeOfVitest(file, root) {
  const results = readJson(file);
  const failures = (results?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const path = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') {
      return [{ path, text: `${path}: ${firstLine(message)}` }];
    }
    return failed.map((test) => ({
      path,
      text: `${path} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`,
    }));
  });
  return {
    passed: results?.numPassedTests ?? 0,
    failed: failures.length,
    failures: failures.map(({ text }) => text),
    unsteady: [],
    files: [...new Set(failures.map(({ path }) => path))],
  };
}

/** Reads the output of Playwright's JSON reporter. A skipped test counts as failed, because it proved nothing. */
export function outcomeOfPlaywright(file) {
  const report = readJson(file);
  const tests = (report?.suites ?? []).flatMap(testsIn);
  const named = (status) => tests.filter((test) => test.status === status).map(({ text }) => text);
  const stats = report?.stats;
  return {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: (stats?.unexpected ?? 0) + (stats?.skipped ?? 0),
    failures: [...named('unexpected'), ...named('skipped')],
    unsteady: named('flaky'),
  };
}

/** Returns the lines at the end of a run: what failed, what was unsteady, and the count. */
export function closingLines(outcomes) {
  const all = (key) => outcomes.flatMap((outcome) => outcome[key]);
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  return [
    ...all('failures').map((text) => `FAILED ${text}`),
    ...all('unsteady').map((text) => `UNSTEADY (failed, then passed by itself) ${text}`),
    `${sum('passed')} passed, ${sum('failed')} failed`,
  ];
}

function testsIn(suite) {
  return [
    ...(suite.suites ?? []).flatMap(testsIn),
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.map((test) => ({
        status: test.status,
        text: `${spec.file} > ${spec.title}: ${firstLine(test.results.find((result) => result.error)?.error.message)}`,
      })),
    ),
  ];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with one
const colours = /\u001b\[[0-9;]*m/g;

function firstLine(text) {
  return (text ?? 'no message').replace(colours, '').split('\n', 1)[0].slice(0, 300);
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
