import type { ProductRow } from '@bowerbird/contract/products/products';
import { describe, expect, it } from 'vitest';
import { cellText, editFromText, isEditable, reverseEdit } from './row-edit.ts';

const row: ProductRow = {
  id: '0199aaaa-0000-7000-8000-0000000000a1',
  revision: 1,
  title: 'Lamp',
  status: 'active',
  imageUrl: null,
  sku: '0017',
  variantCount: 1,
  price: '19.90',
  priceMax: '19.90',
  currency: 'USD',
  margin: null,
  stock: 3,
  category: null,
  tags: [],
  platform: null,
  sourceHost: null,
  sourceUrl: null,
  imageCount: 1,
  compareAt: null,
  cost: '8.00',
  vendor: 'Glade Home',
  productType: null,
  marks: { group: null, colour: null, assignee: null, note: null },
  listings: [],
  createdAt: '2026-11-18T08:00:00Z',
  updatedAt: '2026-11-18T08:00:00Z',
  collectedAt: null,
};

describe('the stock in a row of the list', () => {
  it.each([
    ['1,200', 1200],
    ['1.200', 1200],
    ['0', 0],
    ['', null],
  ])('is read from %j as %j', (entered, stock) => {
    expect(editFromText(row, 'stock', entered)).toEqual({
      row,
      edits: [{ kind: 'set-stock', stock }],
      shown: { stock },
    });
  });

  it.each(['a dozen', '1e3', '--1'])('is refused when it is %j', (entered) => {
    expect(editFromText(row, 'stock', entered)).toBe('invalid');
  });

  it('says nothing new when it stands as it was, and comes back as it was, known or not', () => {
    expect(editFromText(row, 'stock', ' 3 ')).toBeNull();
    expect(reverseEdit(row, 'stock').edits).toEqual([{ kind: 'set-stock', stock: 3 }]);
    const unknown = { ...row, stock: null };
    expect(cellText(unknown, 'stock')).toBe('');
    expect(reverseEdit(unknown, 'stock').edits).toEqual([{ kind: 'set-stock', stock: null }]);
  });

  it('cannot be edited where it is the sum of several variants', () => {
    expect(isEditable(row, 'stock')).toBe(true);
    expect(isEditable({ ...row, variantCount: 2 }, 'stock')).toBe(false);
  });
});
