import type { SourceFile } from './imports.ts';

/**
 * Returns the groups of files that import each other in a circle, one line each, whether values or only types: what two
 * files need of each other stands in a third.
 */
export function importCycles(files: readonly SourceFile[]): string[] {
  const targets = files.map(({ path, imports }): [string, string[]] => [
    path,
    imports.flatMap(({ file }) => (file === undefined ? [] : [file])),
  ]);
  return circles(new Map(targets)).map((group) => `${group.join(', ')}: import each other in a circle`);
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
