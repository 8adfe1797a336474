import type { CategoryNode } from '@bowerbird/contract/collect';

/** A node with how deep it stands and everything below it. */
export interface TreeRow {
  node: CategoryNode;
  depth: number;
  /** Its own id and those of all below it. */
  family: string[];
}

/** The tree in the order it is read, top to bottom. */
export function rowsOf(categories: CategoryNode[], depth = 0): TreeRow[] {
  return categories.flatMap((node) => {
    const below = rowsOf(node.children, depth + 1);
    const own = { node, depth, family: [node.id, ...below.map((row) => row.node.id)] };
    return [own, ...below];
  });
}

/** Nodes whose name holds the text, with the ones they stand under. */
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

/** A node is ticked when all of its family is, half when some of it is. */
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

/** What is to be collected: addresses of everything ticked, and how many goods their sources say that is. */
export function chosenOf(rows: TreeRow[], chosen: ReadonlySet<string>) {
  const ticked = rows.filter(({ node }) => chosen.has(node.id));
  const told = ticked.filter(({ node }) => node.promised !== null);
  return {
    count: ticked.length,
    addresses: [...new Set(ticked.map(({ node }) => node.address))],
    promised: told.reduce((sum, { node }) => sum + (node.promised ?? 0), 0),
    /** Some did not say how many they hold. */
    promisedIsLeast: told.length < ticked.length,
  };
}
