import type { StoreCategories } from '@bowerbird/contract/listing/store-categories';
import { describe, expect, it } from 'vitest';
import type { PickerRow } from './picker-rows.ts';
import { indexOf, pathMeant, rowsFound, rowsToBrowse } from './picker-rows.ts';

function treeOf(paths: string[][], more: Partial<StoreCategories> = {}): StoreCategories {
  return {
    shape: 'tree',
    creates: true,
    categories: paths.map((path) => ({ path, productCount: null })),
    isComplete: true,
    asOf: '2026-11-20T08:00:00Z',
    reading: null,
    failure: null,
    chosen: [],
    ...more,
  };
}

const home = [
  ['Home'],
  ['Home', 'Décor'],
  ['Home', 'Décor', 'Vases'],
  ['Home', 'Table lamps'],
  ['Outlet'],
  ['Outlet', 'Vases'],
  ['厨房'],
  ['厨房', '保温杯'],
];
const wordsOf = (rows: PickerRow[]) =>
  rows.map((row) =>
    row.kind === 'heading' ? `# ${row.group}` : row.kind === 'more' ? `+${row.count}` : row.path.join('/'),
  );

describe('the list of a category picker', () => {
  it('opens with what is suggested, what was chosen before, and the top of the tree', () => {
    const index = indexOf(treeOf(home));
    const lists = { suggested: [['Home', 'Table lamps']], chosen: [['Home', 'Table lamps'], ['Outlet']] };

    const closed = wordsOf(rowsToBrowse(index, { ...lists, expanded: new Set() }));
    const unfolded = wordsOf(rowsToBrowse(index, { ...lists, expanded: new Set(['["home"]']) }));

    const first = ['# suggested', 'Home/Table lamps', '# chosen', 'Outlet', '# all'];
    expect(closed).toEqual([...first, 'Home', 'Outlet', '厨房']);
    expect(unfolded).toEqual([...first, 'Home', 'Home/Décor', 'Home/Table lamps', 'Outlet', '厨房']);
  });

  it('finds by any part of name or path, without accents or case, what was chosen before first among equals', () => {
    const index = indexOf(treeOf(home, { chosen: [{ path: ['Outlet', 'Vases'], times: 3 }] }));
    const found = (typed: string) => wordsOf(rowsFound(index, typed));

    expect(found('vase')).toEqual(['Outlet/Vases', 'Home/Décor/Vases', 'vase']);
    expect(found('DECOR')).toEqual(['Home/Décor', 'Home/Décor/Vases', 'DECOR']);
    expect(found('home lamps')).toEqual(['Home/Table lamps', 'home lamps']);
    expect(found('温杯')).toEqual(['厨房/保温杯', '温杯']);
  });

  it('offers a new path as levels and as one name, and none where the store takes no new ones', () => {
    const closed = treeOf(home, { creates: false });

    expect(wordsOf(rowsFound(indexOf(treeOf(home)), 'Tops/Tees'))).toEqual(['Tops/Tees', 'Tops/Tees']);
    expect(
      rowsFound(indexOf(treeOf(home)), 'Tops/Tees').map((row) => row.kind === 'new' && row.path),
    ).toEqual([['Tops', 'Tees'], ['Tops/Tees']]);
    expect(rowsFound(indexOf(treeOf([['Sale']], { shape: 'list' })), 'Tops/Tees')).toMatchObject([
      { kind: 'new', path: ['Tops/Tees'] },
    ]);
    expect(rowsFound(indexOf(closed), 'Tops')).toEqual([]);
    // The store's categories are unknown: any name may be typed.
    expect(rowsFound(indexOf(treeOf([], { creates: false, asOf: null })), 'Tops')).toHaveLength(1);
  });

  it('draws the first of very many, and says how many more there are', () => {
    const many = treeOf(Array.from({ length: 5000 }, (_, at) => [`Shelf ${at}`]));

    expect(
      wordsOf(rowsToBrowse(indexOf(many), { suggested: [], chosen: [], expanded: new Set() })).at(-1),
    ).toBe('+4850');
    expect(wordsOf(rowsFound(indexOf(many), 'shelf 4999'))[0]).toBe('Shelf 4999');
  });
});

it('takes text that was typed and left for a category only where it is clear which', () => {
  const index = indexOf(treeOf(home));

  expect(pathMeant(index, 'home / table lamps')).toEqual(['Home', 'Table lamps']);
  expect(pathMeant(index, 'Table Lamps')).toEqual(['Home', 'Table lamps']);
  expect(pathMeant(index, 'vases')).toBeNull();
  expect(pathMeant(index, 'lam')).toBeNull();
  expect(pathMeant(index, 'Garden > Pots')).toEqual(['Garden', 'Pots']);
  expect(pathMeant(indexOf(treeOf(home, { creates: false })), 'Garden')).toBeNull();
});
