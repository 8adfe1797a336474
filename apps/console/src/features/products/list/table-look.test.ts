import { describe, expect, it } from 'vitest';
import { firstLook, shownColumns, withMoved } from './table-look.ts';

describe('the columns of the product list', () => {
  it('are moved to where another one is, from either side, over hidden ones', () => {
    expect(shownColumns(withMoved(firstLook, 'stock', 'price')).slice(0, 3)).toEqual([
      'stock',
      'price',
      'margin',
    ]);
    expect(shownColumns(withMoved(firstLook, 'price', 'stock')).slice(0, 3)).toEqual([
      'margin',
      'stock',
      'price',
    ]);
    // The product stays first.
    expect(shownColumns(withMoved(firstLook, 'updated', 'title'))[0]).toBe('updated');
    expect(withMoved(firstLook, 'title', 'price')).toEqual(firstLook);
  });

  it('stay in view before all others, and are let go when they are moved behind one that does not', () => {
    const pinned = { ...firstLook, pinned: ['stock' as const] };

    expect(shownColumns(pinned).slice(0, 2)).toEqual(['stock', 'price']);
    expect(withMoved(pinned, 'margin', 'stock').pinned).toEqual(['stock', 'margin']);
    expect(withMoved(pinned, 'stock', 'updated').pinned).toEqual([]);
    expect(shownColumns({ ...pinned, hidden: ['stock'] })).not.toContain('stock');
  });
});
