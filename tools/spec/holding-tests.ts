import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A test whose title names the requirements that it proves. */
export interface HoldingTest {
  /** From the root of the repository. */
  file: string;
  /** Without the ids. */
  title: string;
  ids: string[];
}

/**
 * Ids in the form of test titles: of the specification, `[5.email-required]`, and of OWASP ASVS 5.0.0, `[asvs 6.2.1]`.
 */
export const idsOf = {
  specification: /\[(\d\.[\w.-]+)\]/g,
  asvs: /\[asvs (\d+\.\d+\.\d+)\]/g,
};

const folders = [
  '{apps,packages}/*/{src,testing}/**/*.test.{ts,tsx}',
  'apps/*/build/**/*.test.ts',
  'apps/*/e2e/**/*.e2e.ts',
  'tools/**/*.test.ts',
];
const titles = /\b(?:it|test)(?:\.each\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1/g;

/** Finds every test of the repository whose title has an id of this kind, in the order of their files. */
export function holdingTests(root: string, kind: keyof typeof idsOf): HoldingTest[] {
  return globSync(folders, { cwd: root })
    .sort()
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(titles)].flatMap(([, , title = '']) => {
        const ids = [...title.matchAll(idsOf[kind])].map(([, id = '']) => id);
        return ids.length === 0 ? [] : [{ file: relative('.', file), title: withoutIds(title), ids }];
      }),
    );
}

function withoutIds(title: string): string {
  return Object.values(idsOf)
    .reduce((text, ids) => text.replaceAll(ids, ''), title)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
