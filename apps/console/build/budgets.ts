import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { compressFolder } from './compressed.ts';

/** JavaScript budget of each part, in kilobytes (1000 bytes) as the server sends it to a browser (brotli). */
export const budgets = { login: 280, frame: 340, 'after sign-in': 100, texts: 60, page: 110 };

/** For comparison: the login page of React Ant Design Pro 6.0.3, gzipped as served. */
export const measuredBeside = { login: 662 };

/** One script of the build: its size, the scripts it needs at once, and the scripts it may load later. */
export interface Script {
  file: string;
  /** The source file that is its entry; null for a script shared by several. */
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
 * Computes what a visitor's browser loads: for the login page, the start and that page; for the frame, the start and
 * what surrounds every page, the first page and the texts of both, and what of it a visitor of the login page does not have yet; the texts of all other pages; for each lazy
 * page, what it adds. Texts and antd's own locale are counted in one language.
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
  const login = reached([...start, ...from(/features\/account\/guest\/login-page\.tsx$/)]);
  const frame = reached([
    ...start,
    ...from(/virtual:catalogue\/zh-CN\/first$/),
    ...from(/app\/signed-in\.tsx$/),
  ]);
  const pages = from(/features\/.*-page\.tsx$/)
    .filter(({ source }) => !/account\/guest\/login-page\.tsx$/.test(source ?? ''))
    .map((page) => ({
      name: /features\/(.*)\.tsx$/.exec(page.source ?? '')?.[1] ?? page.file,
      kilobytes: kilobytesOf([...reached([page])].filter((script) => !frame.has(script))),
      most: budgets.page,
    }))
    .sort((one, other) => other.kilobytes - one.kilobytes);
  return [
    { name: 'login', kilobytes: kilobytesOf([...login]), most: budgets.login },
    { name: 'frame', kilobytes: kilobytesOf([...frame]), most: budgets.frame },
    {
      name: 'after sign-in',
      kilobytes: kilobytesOf([...frame].filter((script) => !login.has(script))),
      most: budgets['after sign-in'],
    },
    {
      name: 'texts',
      kilobytes: kilobytesOf(from(/virtual:catalogue\/zh-CN\/rest$/)),
      most: budgets.texts,
    },
    ...pages,
  ];
}

function kilobytesOf(scripts: readonly Script[]): number {
  return Math.round(scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 100) / 10;
}

/** Formats one line for login and frame, then the heaviest pages. */
export function lines(measured: readonly Measured[]): string[] {
  const [login, frame, afterSignIn, texts, ...pages] = measured;
  const line = (each: Measured | undefined, beside = '') =>
    each
      ? [`  ${each.name}: ${each.kilobytes} kB of JavaScript (brotli), at most ${each.most}${beside}`]
      : [];
  return [
    ...line(login, ` (React Ant Design Pro: ${measuredBeside.login})`),
    ...line(frame),
    ...line(afterSignIn),
    ...line(texts),
    ...pages.slice(0, 5).flatMap((page) => line(page)),
  ];
}

/** Returns what is over its budget, one line each. */
export function tooHeavy(measured: readonly Measured[]): string[] {
  return measured
    .filter(({ kilobytes, most }) => kilobytes > most)
    .map(
      ({ name, kilobytes, most }) => `${name} brings ${kilobytes} kB of JavaScript, at most ${most} may be`,
    );
}

/** Returns how many bytes of a built file the server sends to a browser that accepts brotli. */
function sentBytes(file: string): number {
  return statSync(`${file}.br`, { throwIfNoEntry: false })?.size ?? statSync(file).size;
}

/** Names that only a development console may contain; no built script may contain them. */
export const developersOnly = ['settings-drawer', 'app.drawer.', 'gallery-state'];

/**
 * Compresses the build as it will be served. Fails a build that is over a budget or contains development-only code.
 * Writes the figures next to the build.
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
      writeFileSync(report, `${lines(measured).join('\n')}\n`);
      const strays = chunks.flatMap(({ fileName, code }) =>
        developersOnly.filter((name) => code.includes(name)).map((name) => `${fileName} holds ${name}`),
      );
      const wrong = [...tooHeavy(measured), ...strays];
      if (wrong.length > 0) {
        this.error(wrong.join('\n'));
      }
    },
  };
}
