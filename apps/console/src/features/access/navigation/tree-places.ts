/** One node of a tree stored as a flat list, in which siblings are in their order. */
export interface TreeNode {
  id: string;
  parentId: string | null;
}

/** Target position of a node: under a parent, before a sibling or at the end. */
export interface Place {
  parentId: string | null;
  before: string | null;
}

export type Step = 'up' | 'down' | 'in' | 'out';

export interface TreeRow<Node extends TreeNode> {
  node: Node;
  level: number;
  /** Position among its siblings, from 1. */
  position: number;
  siblings: number;
  hasChildren: boolean;
}

/** Returns the visible rows, without those below a collapsed node. */
export function rowsOf<Node extends TreeNode>(
  nodes: readonly Node[],
  closed: ReadonlySet<string>,
): TreeRow<Node>[] {
  const byParent = Map.groupBy(nodes, ({ parentId }) => parentId);
  const walk = (parentId: string | null, level: number): TreeRow<Node>[] => {
    const siblings = byParent.get(parentId) ?? [];
    return siblings.flatMap((node, index) => {
      const row = {
        node,
        level,
        position: index + 1,
        siblings: siblings.length,
        hasChildren: byParent.has(node.id),
      };
      return [row, ...(closed.has(node.id) ? [] : walk(node.id, level + 1))];
    });
  };
  return walk(null, 1);
}

/** Returns where one step moves a node; null if it cannot move there. */
export function placeAfter(nodes: readonly TreeNode[], id: string, step: Step): Place | null {
  const node = nodes.find((one) => one.id === id);
  if (node === undefined) {
    return null;
  }
  const siblings = nodes.filter(({ parentId }) => parentId === node.parentId).map((one) => one.id);
  const at = siblings.indexOf(id);
  const { parentId } = node;
  switch (step) {
    case 'up':
      return at === 0 ? null : { parentId, before: siblings[at - 1] ?? null };
    case 'down':
      return at === siblings.length - 1 ? null : { parentId, before: siblings[at + 2] ?? null };
    case 'in': {
      const above = siblings[at - 1];
      return above === undefined ? null : { parentId: above, before: null };
    }
    case 'out': {
      const parent = nodes.find((one) => one.id === parentId);
      if (parent === undefined) {
        return null;
      }
      const uncles = nodes.filter((one) => one.parentId === parent.parentId).map((one) => one.id);
      return { parentId: parent.parentId, before: uncles[uncles.indexOf(parent.id) + 1] ?? null };
    }
  }
}

/**
 * Returns where a node goes that is dropped on another: before it, into it or after it; null if the target is the node
 * itself or below it.
 */
export function placeAt(
  nodes: readonly TreeNode[],
  id: string,
  over: string,
  part: 'before' | 'in' | 'after',
): Place | null {
  const target = nodes.find((one) => one.id === over);
  if (target === undefined || isBelow(nodes, over, id)) {
    return null;
  }
  if (part === 'in') {
    return { parentId: over, before: null };
  }
  const siblings = nodes
    .filter(({ parentId }) => parentId === target.parentId)
    .map((one) => one.id)
    .filter((one) => one !== id);
  const at = siblings.indexOf(over);
  return {
    parentId: target.parentId,
    before: part === 'before' ? over : (siblings[at + 1] ?? null),
  };
}

/** Reports whether a node is `above` itself or anywhere below it. */
function isBelow(nodes: readonly TreeNode[], id: string, above: string): boolean {
  for (let at: string | null = id; at !== null; ) {
    if (at === above) {
      return true;
    }
    const current: string = at;
    at = nodes.find((one) => one.id === current)?.parentId ?? null;
  }
  return false;
}

/** Returns the nodes whose name contains the text, together with all their ancestors. */
export function foundIn<Node extends TreeNode & { name: string }>(
  nodes: readonly Node[],
  words: string,
): Node[] {
  const wanted = words.trim().toLowerCase();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const kept = new Set<string>();
  for (const node of nodes) {
    if (node.name.toLowerCase().includes(wanted)) {
      for (let at: Node | undefined = node; at !== undefined; at = byId.get(at.parentId ?? '')) {
        kept.add(at.id);
      }
    }
  }
  return nodes.filter(({ id }) => kept.has(id));
}
