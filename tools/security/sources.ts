import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line of a source file. */
export interface Line {
  /** From the root of the repository. */
  file: string;
  text: string;
}

const isNoProgram = /\.test\.tsx?$|\/testing(\/|\.ts|-)|\/simulat|\/e2e\/|\.d\.ts$/;

/** Returns every line of code of the program, without tests, simulators and comments. */
export function programLines(root: string): Line[] {
  return globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !isNoProgram.test(file))
    .sort()
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((text) => !/^\s*(\/\/|\/?\*)/.test(text))
        .map((text) => ({ file, text })),
    );
}

/** Returns the files with a line that matches the pattern, each once. */
export function filesWith(lines: readonly Line[], pattern: RegExp): string[] {
  return [...new Set(lines.filter(({ text }) => pattern.test(text)).map(({ file }) => file))];
}
