import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { compressFolder } from './compressed.ts';

/** The most JavaScript, in kilobytes (1000 bytes) as the server sends it to a browser (brotli), that each may bring. */
export const budgets = { login: 280, frame: 340, page: 150 };

/** What the login page of React Ant Design Pro 6.0.3 brings, gzipped as it is served. */
export const measuredBeside = { login: 662 };

/** One script of the build: its size, what it needs at once, and what it may ask for later. */
export interface Script {
  file: string;
  /** The source file it begins with; null for what several share. */
  source: string | null;
  bytes: number;
  imports: string[];
}

export interface Measured {
  name: string;
  kilobytes: number;
  most: number;
}

/**
 * What a visitor's browser loads: for the login page the start and that page, for the frame the start and what stands
 * around every page with the texts of all, for each lazy page what it adds. Texts and antd's own come in one language.
 */
export function measure(scripts: readonly Script[]): Measured[] {
  const byFile = new Map(scripts.map((script) => [script.file, script]));
  const reached = (starts: readonly Script[]) => {
    const seen = new Set(starts);
    for (const script of seen) {
      for (const file of script.imports) {
        const next = byFile.get(file);
        if (next) {
          seen.add(next);
        }
      }
    }
    return seen;
  };
  const from = (source: RegExp) => scripts.filter((script) => source.test(script.source ?? ''));
  const start = [
    ...from(/\/index\.html$|\/src\/main\.tsx$/),
    ...from(/virtual:catalogue\/zh-CN$/),
    ...from(/antd\/es\/locale\/zh_CN\.js$/),
  ];
  const login = reached([...start, ...from(/features\/account\/login-page\.tsx$/)]);
  const frame = reached([
    ...start,
    ...from(/virtual:catalogue\/zh-CN\/rest$/),
    ...from(/app\/signed-in\.tsx$/),
  ]);
  const pages = from(/features\/.*-page\.tsx$/)
    .filter(({ source }) => !/account\/login-page\.tsx$/.test(source ?? ''))
    .map((page) => ({
      name: /features\/(.*)\.tsx$/.exec(page.source ?? '')?.[1] ?? page.file,
      kilobytes: kilobytesOf([...reached([page])].filter((script) => !frame.has(script))),
      most: budgets.page,
    }))
    .sort((one, other) => other.kilobytes - one.kilobytes);
  return [
    { name: 'login', kilobytes: kilobytesOf([...login]), most: budgets.login },
    { name: 'frame', kilobytes: kilobytesOf([...frame]), most: budgets.frame },
    ...pages,
  ];
}

function kilobytesOf(scripts: readonly Script[]): number {
  return Math.round(scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 100) / 10;
}

/** One line for login and frame, then the heaviest pages. */
export function tell(measured: readonly Measured[]): string[] {
  const [login, frame, ...pages] = measured;
  const line = (each: Measured | undefined, beside = '') =>
    each
      ? [`  ${each.name}: ${each.kilobytes} kB of JavaScript (brotli), at most ${each.most}${beside}`]
      : [];
  return [
    ...line(login, ` (React Ant Design Pro: ${measuredBeside.login})`),
    ...line(frame),
    ...pages.slice(0, 5).flatMap((page) => line(page)),
  ];
}

/** What is over its budget, one line each. */
export function tooHeavy(measured: readonly Measured[]): string[] {
  return measured
    .filter(({ kilobytes, most }) => kilobytes > most)
    .map(
      ({ name, kilobytes, most }) => `${name} brings ${kilobytes} kB of JavaScript, at most ${most} may be`,
    );
}

/** Bytes that a browser which takes brotli is sent of a built file. */
function sentBytes(file: string): number {
  return statSync(`${file}.br`, { throwIfNoEntry: false })?.size ?? statSync(file).size;
}

/** Names of what only a developer's console holds; no built script may. */
const ofDevelopers = ['settings-drawer', 'app.drawer.'];

/**
 * Compresses what was built, as it will be served. Fails a build that is over a budget or holds what only developers use;
 * keeps the figures beside the build.
 */
export function checkBudgets(report: string): Plugin {
  return {
    name: 'bowerbird:budgets',
    apply: 'build',
    async writeBundle({ dir = 'dist' }, bundle) {
      await compressFolder(dir);
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const measured = measure(
        chunks.map((chunk) => ({
          file: chunk.fileName,
          source: chunk.facadeModuleId,
          bytes: sentBytes(join(dir, chunk.fileName)),
          imports: chunk.imports,
        })),
      );
      writeFileSync(report, `${tell(measured).join('\n')}\n`);
      const strays = chunks.flatMap(({ fileName, code }) =>
        ofDevelopers.filter((name) => code.includes(name)).map((name) => `${fileName} holds ${name}`),
      );
      const wrong = [...tooHeavy(measured), ...strays];
      if (wrong.length > 0) {
        this.error(wrong.join('\n'));
      }
    },
  };
}
