import type { CategoryNode } from '@bowerbird/contract/collect/collect';
import { expect, it } from 'vitest';
import { chosenOf, rowsMatching, rowsOf, tickOf, withTick } from './category-tree.ts';

const node = (id: string, promised: number | null, children: CategoryNode[] = []): CategoryNode => ({
  id,
  name: `Name of ${id}`,
  promised,
  address: `https://shop.example/collections/${id}`,
  children,
});
const rows = rowsOf([node('home', 10, [node('lamps', 6), node('vases', null)]), node('garden', 4)]);

it('ticks a category with everything below it, and shows half a tick where only some is', () => {
  const home = rows[0]?.family ?? [];
  const all = withTick(new Set(), home, true);
  const some = withTick(all, ['vases'], false);

  expect([tickOf(all, home), tickOf(some, home), tickOf(some, ['vases'])]).toEqual(['on', 'some', 'off']);
});

it('collects exactly what is ticked and says when a category did not give its number', () => {
  const chosen = withTick(new Set(), ['lamps', 'vases'], true);

  expect(chosenOf(rows, chosen)).toEqual({
    count: 2,
    addresses: ['https://shop.example/collections/lamps', 'https://shop.example/collections/vases'],
    promised: 6,
    promisedIsLeast: true,
  });
});

it('finds a category by a part of its name and keeps what it stands under', () => {
  expect(rowsMatching(rows, 'VASE').map((row) => row.node.id)).toEqual(['home', 'vases']);
});
