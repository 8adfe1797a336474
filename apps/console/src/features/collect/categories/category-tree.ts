import type { CategoryNode } from '@bowerbird/contract/collect/collect';

/** A node with its depth and all its descendants. */
export interface TreeRow {
  node: CategoryNode;
  depth: number;
  /** Its own id and those of all its descendants. */
  family: string[];
}

/** Returns the tree's rows from top to bottom. */
export function rowsOf(categories: CategoryNode[], depth = 0): TreeRow[] {
  return categories.flatMap((node) => {
    const below = rowsOf(node.children, depth + 1);
    const own = { node, depth, family: [node.id, ...below.map((row) => row.node.id)] };
    return [own, ...below];
  });
}

/** Returns the nodes whose name contains the text, with their ancestors. */
export function rowsMatching(rows: TreeRow[], text: string): TreeRow[] {
  const sought = text.trim().toLowerCase();
  if (sought === '') {
    return rows;
  }
  const hits = new Set(
    rows.filter(({ node }) => node.name.toLowerCase().includes(sought)).map(({ node }) => node.id),
  );
  return rows.filter(({ family }) => family.some((id) => hits.has(id)));
}

export type Tick = 'on' | 'off' | 'some';

/** Returns a node's tick state: ticked if all of its family is ticked, half if part of it is. */
export function tickOf(chosen: ReadonlySet<string>, family: string[]): Tick {
  const ticked = family.filter((id) => chosen.has(id)).length;
  return ticked === 0 ? 'off' : ticked === family.length ? 'on' : 'some';
}

export function withTick(chosen: ReadonlySet<string>, family: string[], on: boolean): Set<string> {
  const next = new Set(chosen);
  for (const id of family) {
    if (on) {
      next.add(id);
    } else {
      next.delete(id);
    }
  }
  return next;
}

/** Returns what is to be collected: addresses of everything ticked, and how many products their sources announce. */
export function chosenOf(rows: TreeRow[], chosen: ReadonlySet<string>) {
  const ticked = rows.filter(({ node }) => chosen.has(node.id));
  const reported = ticked.filter(({ node }) => node.promised !== null);
  return {
    count: ticked.length,
    addresses: [...new Set(ticked.map(({ node }) => node.address))],
    promised: reported.reduce((sum, { node }) => sum + (node.promised ?? 0), 0),
    /** Some sources did not announce a count. */
    promisedIsLeast: reported.length < ticked.length,
  };
}
