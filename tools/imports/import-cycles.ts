import { posix } from 'node:path';
import type { Import, SourceFile } from './imports.ts';

/**
 * Returns the groups of files that import each other in a circle, one line each: when the program runs, where the file
 * that loads first finds the other unfinished; and, types included, across folders, which are then one folder in two
 * places. Inside a folder a file may take the type of its argument from the file that calls it.
 */
export function importCycles(files: readonly SourceFile[]): string[] {
  const running = circles(targetsOf(files, ({ typeOnly }) => !typeOnly));
  const acrossFolders = circles(targetsOf(files, () => true)).filter(
    (group) => new Set(group.map((path) => posix.dirname(path))).size > 1,
  );
  return [...new Set([...running, ...acrossFolders].map((group) => group.join(', ')))].map(
    (group) => `${group}: import each other in a circle`,
  );
}

function targetsOf(files: readonly SourceFile[], counts: (each: Import) => boolean): Map<string, string[]> {
  return new Map(
    files.map(({ path, imports }) => [
      path,
      imports.filter(counts).flatMap(({ file }) => (file === undefined ? [] : [file])),
    ]),
  );
}

/** Returns the strongly connected groups of more than one node, and nodes that lead to themselves (Tarjan 1972). */
export function circles(targets: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const open: string[] = [];
  const visit = (node: string): number => {
    const place = order.size;
    order.set(node, place);
    let low = place;
    open.push(node);
    for (const next of targets.get(node) ?? []) {
      if (!order.has(next)) {
        low = Math.min(low, visit(next));
      } else if (open.includes(next)) {
        low = Math.min(low, order.get(next) ?? low);
      }
    }
    if (low === place) {
      const group = open.splice(open.indexOf(node));
      if (group.length > 1 || targets.get(node)?.includes(node)) {
        found.push(group.sort());
      }
    }
    return low;
  };
  for (const node of targets.keys()) {
    if (!order.has(node)) {
      visit(node);
    }
  }
  return found.sort();
}
