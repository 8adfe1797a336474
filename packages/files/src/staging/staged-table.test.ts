import type { FileMapping } from '@bowerbird/contract/files/mapping';
import type { Remedy } from '@bowerbird/contract/files/remedies';
import { expect, it } from 'vitest';
import { failedHeader, failedRow } from '../faults/failed-rows.ts';
import type { NotedRow } from '../text/table-row.ts';
import { readStaged } from './staged-table.ts';

const shopify: FileMapping['products'] = { by: 'format', format: 'shopify' };

function tableOf(header: readonly string[], ...rows: readonly (readonly string[])[]) {
  const [first, ...below] = [header, ...rows].map(
    (cells, index): NotedRow => ({ number: index + 1, cells, notes: [] }),
  );
  return [first as NotedRow, ...below] as const;
}

const header = ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Price'];
const good = tableOf(
  header,
  ['lamp', 'Lamp', 'Size', 'S', '0017', '12.50'],
  ['lamp', '', '', 'M', '0018', '13.50'],
  ['chair', 'Chair', 'Title', 'Default Title', '0019', '7'],
);

function broken(row: number, place: number, value: string) {
  const [first, ...rows] = good;
  return [
    first,
    ...rows.map((each) => (each.number === row ? { ...each, cells: each.cells.with(place, value) } : each)),
  ] as const;
}

it.each([
  ['4.00638E+12', 'cell.exponent'],
  ['4,00638E+12', 'cell.exponent'],
  ['5-Mar', 'cell.became-date'],
  ['Mar-25', 'cell.became-date'],
  ['3月5日', 'cell.became-date'],
  ['05-mai', 'cell.became-date'],
  ['#N/A', 'cell.formula-error'],
])('a SKU that a spreadsheet made %s of is named as that, and its product waits', (value, code) => {
  const { products, faults } = readStaged({ products: shopify, remedies: [] }, broken(3, 4, value));

  expect(faults).toEqual([{ row: 3, column: 'Variant SKU', value, code }]);
  expect(products.map(({ product }) => product?.handle)).toEqual([undefined, 'chair']);
});

it.each(['0017', 'E12', '12E5', '1e10', '4E5', 'MAR-2500', '1-2', '2025', 'A 5-Mar'])(
  'the SKU %s is as it was typed',
  (value) => {
    expect(readStaged({ products: shopify, remedies: [] }, broken(3, 4, value)).faults).toEqual([]);
  },
);

it('a value that looks corrupted is taken when a person says that it is right', () => {
  const remedies: Remedy[] = [
    { kind: 'accept', column: 'Variant SKU', shape: '9-a', code: 'cell.became-date' },
  ];
  const { products, faults } = readStaged({ products: shopify, remedies }, broken(3, 4, '5-Mar'));

  expect(faults).toEqual([]);
  expect(products[0]?.product?.variants[1]?.sku).toBe('5-Mar');
});

it('remedies that repaired this week’s file repair next week’s without a question, and touch nothing that is right', () => {
  const remedies: Remedy[] = [{ kind: 'decimal-comma', column: 'Variant Price', shape: '9,9' }];
  const { products, faults } = readStaged({ products: shopify, remedies }, broken(2, 5, '12,50'));

  expect(faults).toEqual([]);
  expect(products).toEqual(readStaged({ products: shopify, remedies: [] }, good).products.map(anyOrigin));
});

it('rows that are alike in every cell are read once when a person says so, and others stay errors', () => {
  const [first, ...rows] = good;
  const repeated = [first, ...rows, { ...(rows[1] as NotedRow), number: 5 }] as const;
  const remedies: Remedy[] = [{ kind: 'drop-repeats', column: null, shape: null }];

  expect(readStaged({ products: shopify, remedies: [] }, repeated).faults).toMatchObject([
    { row: 5, code: 'option.combination-twice' },
  ]);
  expect(readStaged({ products: shopify, remedies }, repeated).products[0]).toMatchObject({
    faults: [],
    product: { variants: [{ sku: '0017' }, { sku: '0018' }] },
  });
  const priced = [
    first,
    ...rows,
    { ...(rows[0] as NotedRow), number: 5, cells: rows[1]?.cells.with(5, '1') ?? [] },
  ] as const;
  expect(readStaged({ products: shopify, remedies }, priced).faults).toMatchObject([{ row: 5 }]);
});

it('a product that cannot be read keeps the title that stands in the file', () => {
  const [lamp] = readStaged({ products: shopify, remedies: [] }, broken(2, 5, 'abc')).products;

  expect(lamp).toMatchObject({ product: null, title: 'Lamp' });
});

function anyOrigin<T extends { origin: { columnOf: unknown } }>(staged: T) {
  return { ...staged, origin: { ...staged.origin, columnOf: expect.any(Function) } };
}

it('the file of failed rows has the original cells, says what is wrong, and comes back in as if it had said nothing', () => {
  const table = broken(3, 5, '13,50');
  const { faults } = readStaged({ products: shopify, remedies: [] }, table);
  const [, ...rows] = table;
  const problemsOf = ({ number }: NotedRow) =>
    faults
      .filter(({ row }) => row === number)
      .map(({ column, code }) => ({
        fault: `${column}: ${code}`,
        reason: 'not an amount',
        remedy: 'write 13.50',
      }));
  const file = tableOf(
    failedHeader(header),
    ...rows.slice(0, 2).map((row) => failedRow(header, row, problemsOf(row))),
  );

  expect(file[2]?.cells).toEqual([
    'lamp',
    '',
    '',
    'M',
    '0018',
    '13,50',
    'Variant Price: cell.not-money',
    'not an amount',
    'write 13.50',
  ]);
  expect(file[1]?.cells.slice(-3)).toEqual(['', '', '']);

  const again = readStaged({ products: shopify, remedies: [] }, file);
  const repaired = readStaged(
    { products: shopify, remedies: [{ kind: 'decimal-comma', column: 'Variant Price', shape: null }] },
    file,
  );
  expect(again.faults).toEqual(faults);
  expect(repaired.faults).toEqual([]);
  expect(repaired.products[0]?.product?.extra).toEqual({});
  expect(failedHeader(failedHeader(header))).toEqual(failedHeader(header));
});
