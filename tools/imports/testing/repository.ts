import { globSync } from 'node:fs';
import { join, sep } from 'node:path';
import { declaredPackages } from '../declared-packages.ts';

export const root = join(import.meta.dirname, '../../..');

/** Returns the paths from the root that a pattern names, with slashes. */
export function pathsOf(pattern: string): string[] {
  return globSync(pattern, { cwd: root, exclude: (path) => /node_modules|dist/.test(path) }).map((path) =>
    path.split(sep).join('/'),
  );
}

/** The packages that the workspaces of this repository declare. */
export const declared = declaredPackages(root, pathsOf('{packages,apps}/*'));
