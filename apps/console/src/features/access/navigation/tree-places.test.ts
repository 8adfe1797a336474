import { describe, expect, it } from 'vitest';
import { foundIn, placeAfter, placeAt, rowsOf } from './tree-places.ts';

/** a(b, c(d)), e */
const nodes = [
  { id: 'a', parentId: null },
  { id: 'b', parentId: 'a' },
  { id: 'c', parentId: 'a' },
  { id: 'd', parentId: 'c' },
  { id: 'e', parentId: null },
];

describe('the places of a tree', () => {
  it('are reached step by step, and no step leads out of the tree', () => {
    expect(placeAfter(nodes, 'c', 'up')).toEqual({ parentId: 'a', before: 'b' });
    expect(placeAfter(nodes, 'b', 'down')).toEqual({ parentId: 'a', before: null });
    expect(placeAfter(nodes, 'c', 'in')).toEqual({ parentId: 'b', before: null });
    expect(placeAfter(nodes, 'd', 'out')).toEqual({ parentId: 'a', before: null });
    expect(placeAfter(nodes, 'c', 'out')).toEqual({ parentId: null, before: 'e' });
    expect(placeAfter(nodes, 'a', 'up')).toBeNull();
    expect(placeAfter(nodes, 'a', 'out')).toBeNull();
    expect(placeAfter(nodes, 'b', 'in')).toBeNull();
    expect(placeAfter(nodes, 'e', 'down')).toBeNull();
  });

  it('are reached by dragging, and never below the dragged one itself', () => {
    expect(placeAt(nodes, 'e', 'b', 'after')).toEqual({ parentId: 'a', before: 'c' });
    expect(placeAt(nodes, 'e', 'c', 'in')).toEqual({ parentId: 'c', before: null });
    expect(placeAt(nodes, 'b', 'e', 'before')).toEqual({ parentId: null, before: 'e' });
    expect(placeAt(nodes, 'a', 'd', 'in')).toBeNull();
    expect(placeAt(nodes, 'a', 'a', 'before')).toBeNull();
  });

  it('are seen unless they lie below what is closed', () => {
    expect(rowsOf(nodes, new Set(['c'])).map(({ node, level }) => `${level}${node.id}`)).toEqual([
      '1a',
      '2b',
      '2c',
      '1e',
    ]);
  });

  it('are found by name, each with what it stands in', () => {
    const named = nodes.map((node) => ({ ...node, name: `Team ${node.id.toUpperCase()}` }));

    expect(foundIn(named, ' team d').map(({ id }) => id)).toEqual(['a', 'c', 'd']);
    expect(foundIn(named, '').map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(foundIn(named, 'x')).toEqual([]);
  });
});
