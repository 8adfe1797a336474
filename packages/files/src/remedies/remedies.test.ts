import type { FaultCode } from '@bowerbird/contract/files/fault-codes';
import { Remedy } from '@bowerbird/contract/files/remedies';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupFaults } from '../faults/groups.ts';
import { shapeOf } from '../faults/shape.ts';
import type { NotedRow } from '../text/table-row.ts';
import { type CellRemedy, editedCell } from './edit-cell.ts';
import { previewRemedy } from './preview.ts';
import { RemediedTable } from './remedied-table.ts';
import { suggestRemedies } from './suggest.ts';
import { inWorkingOrder } from './working-order.ts';

const all = { column: null, shape: null };
const row = (number: number, ...cells: string[]): NotedRow => ({ number, cells, notes: [] });

it.each<[CellRemedy, string, string]>([
  [{ kind: 'decimal-comma', ...all }, '12,50', '12.50'],
  [{ kind: 'decimal-comma', ...all }, '1.234.567,5', '1234567.5'],
  [{ kind: 'decimal-comma', ...all }, '1 234,50', '1234.50'],
  [{ kind: 'decimal-comma', ...all }, '12.50', '12.50'],
  [{ kind: 'decimal-comma', ...all }, 'S,M', 'S,M'],
  [{ kind: 'thousands', ...all, separator: ',' }, '1,234.50', '1234.50'],
  [{ kind: 'thousands', ...all, separator: ',' }, '1,2345', '12345'],
  [{ kind: 'thousands', ...all, separator: ',' }, '12,50', '12,50'],
  [{ kind: 'thousands', ...all, separator: '.' }, '1.234,50', '1234.50'],
  [{ kind: 'thousands', ...all, separator: "'" }, "1'234", '1234'],
  [{ kind: 'currency-sign', ...all }, '¥12.50', '12.50'],
  [{ kind: 'currency-sign', ...all }, 'R$ 12,50', '12,50'],
  [{ kind: 'currency-sign', ...all }, '12.50 USD', '12.50'],
  [{ kind: 'currency-sign', ...all }, '12.5元/件', '12.5'],
  [{ kind: 'currency-sign', ...all }, '$', '$'],
  [{ kind: 'date-order', ...all, order: 'dmy' }, '5/3/25', '2025-03-05'],
  [{ kind: 'date-order', ...all, order: 'mdy' }, '03.05.2025', '2025-03-05'],
  [{ kind: 'date-order', ...all, order: 'ymd' }, '2025年3月5日', '2025-03-05'],
  [{ kind: 'date-order', ...all, order: 'mdy' }, '31/05/2025', '31/05/2025'],
  [{ kind: 'date-order', ...all, order: 'dmy' }, '30/02/2025', '30/02/2025'],
  [{ kind: 'trim', ...all }, ' Red  shirt\u200B ', 'Red shirt'],
  [{ kind: 'leading-zeros', ...all, width: 7 }, '17', '0000017'],
  [{ kind: 'leading-zeros', ...all, width: 3 }, 'A17', 'A17'],
  [{ kind: 'check-digit', ...all }, '400638133393', '4006381333931'],
  [{ kind: 'check-digit', ...all }, '4006381333931', '4006381333931'],
  [{ kind: 'replace', ...all, from: 'n/a', to: '' }, 'n/a', ''],
  [{ kind: 'map-values', ...all, values: { 是: 'true', NO: 'false' } }, ' no ', 'false'],
  [{ kind: 'weight-unit', ...all, from: 'kg', to: 'g' }, '1.5', '1500'],
  [{ kind: 'weight-unit', ...all, from: 'kg', to: 'kg' }, '280g', '0.28'],
  [{ kind: 'weight-unit', ...all, from: 'kg', to: 'g' }, '1,5 公斤', '1500'],
  [{ kind: 'weight-unit', ...all, from: 'kg', to: 'g' }, '2斤', '1000'],
  [{ kind: 'formula-guard', ...all, htmlColumns: [] }, "'-Red", '-Red'],
  [{ kind: 'formula-guard', ...all, htmlColumns: [] }, "'tis", "'tis"],
  [{ kind: 'half-width', ...all }, '１２．５０　ＵＳＤ，好', '12.50 USD，好'],
  [{ kind: 'html-entities', ...all }, 'Tom &amp; Jerry&nbsp;&#39;s', "Tom & Jerry\u00a0's"],
  [{ kind: 'whole-number', ...all }, '4.50', '4'],
  [{ kind: 'address', ...all }, '//a.test/my shirt.jpg', 'https://a.test/my%20shirt.jpg'],
  [{ kind: 'address', ...all }, 'a.test/1.jpg', 'https://a.test/1.jpg'],
  [{ kind: 'address', ...all }, 'see catalogue', 'see catalogue'],
])('%o makes of %j %j', (remedy, before, after) => {
  expect(editedCell(before, remedy)).toBe(after);
  expect(Remedy.parse(remedy)).toEqual(remedy);
});

it('a remedy applied twice is the same as once, so that a repaired file passes untouched', () => {
  const kinds: readonly CellRemedy[] = [
    { kind: 'currency-sign', ...all },
    { kind: 'trim', ...all },
    { kind: 'leading-zeros', ...all, width: 6 },
    { kind: 'half-width', ...all },
    { kind: 'date-order', ...all, order: 'dmy' },
    { kind: 'whole-number', ...all },
  ];
  const text = fc.string({
    unit: fc.constantFrom('1', '2', '0', ',', '.', ' ', '¥', '$', '/', 'a', '０', '-'),
    maxLength: 12,
  });
  fc.assert(
    fc.property(text, fc.constantFrom(...kinds), (value, remedy) => {
      const once = editedCell(value, remedy);
      const twice = editedCell(once, remedy);

      // A sign may stand twice; each pass takes one.
      expect(remedy.kind === 'currency-sign' ? twice.length : twice).toEqual(
        remedy.kind === 'currency-sign' ? expect.any(Number) : once,
      );
    }),
  );
});

it('remedies change the cells they name, in order, and report what the file has', () => {
  const table = new RemediedTable(
    ['Title', 'Price', 'Option'],
    [
      { kind: 'currency-sign', column: 'price', shape: null },
      { kind: 'decimal-comma', column: 'Price', shape: '9,9' },
      { kind: 'fill-down', column: 'Title', shape: null },
      { kind: 'split', column: 'Option', shape: null, separator: '/', into: ['Colour', 'Size'] },
      { kind: 'drop-row', column: 'Price', shape: null, value: 'Total' },
    ],
  );

  expect(table.header).toEqual(['Title', 'Price', 'Option', 'Colour', 'Size']);
  expect(table.row(row(2, 'Lamp', '€12,50', 'Red / M / L'))).toEqual({
    number: 2,
    cells: ['Lamp', '12.50', 'Red / M / L', 'Red', 'M/L'],
    notes: [],
    before: new Map([
      [1, '€12,50'],
      [3, ''],
      [4, ''],
    ]),
  });
  expect(table.row(row(3, '', '7', ''))?.cells).toEqual(['Lamp', '7', '']);
  expect(table.row(row(4, '', 'Total', ''))).toBeNull();
});

it('a remedy says before it is applied how many cells it changes, and which', () => {
  const rows = [row(2, 'Lamp', '12,50'), row(3, 'Chair', '7.00'), row(4, 'Table', '13,50')];

  expect(
    previewRemedy(['Title', 'Price'], rows, [], { kind: 'decimal-comma', column: 'Price', shape: '9,9' }),
  ).toEqual({
    cells: 2,
    rowsDropped: 0,
    countedRows: null,
    examples: [
      { row: 2, column: 'Price', before: '12,50', after: '12.50' },
      { row: 4, column: 'Price', before: '13,50', after: '13.50' },
    ],
  });
  expect(
    previewRemedy(['Title', 'Price'], rows, [], {
      kind: 'drop-row',
      column: 'Price',
      shape: '9.9',
      value: null,
    }),
  ).toEqual({
    cells: 0,
    rowsDropped: 1,
    countedRows: null,
    examples: [{ row: 3, column: null, before: 'Chair | 7.00', after: null }],
  });
});

it.each([
  ['12,50', '9,9'],
  ['1.234,50', '9.9,9'],
  ['R$ 12.50', 'a$ 9.9'],
  ['红色 XL', '字 a'],
  ['１２', '９'],
  ['', ''],
  ['x'.repeat(61), '…'],
])('%j is of the shape %j', (value, shape) => {
  expect(shapeOf(value)).toBe(shape);
});

it('3,412 prices with a decimal comma are one group, with five examples', () => {
  const faults = Array.from({ length: 3_412 }, (_, at) => ({
    row: at + 2,
    column: 'Price',
    value: `${at},50`,
    code: 'cell.not-money' as const,
  }));
  const [group, ...others] = groupFaults([
    ...faults,
    { row: 9, column: 'Price', value: 'ask', code: 'cell.not-money' },
  ]);

  expect(group).toMatchObject({ count: 3_412, shape: '9,9', examples: { length: 5 } });
  expect(others).toMatchObject([{ count: 1, shape: 'a' }]);
  expect(group && suggestRemedies(group)[0]).toEqual([
    { kind: 'decimal-comma', column: 'Price', shape: null },
  ]);
});

it('in a column with decimal commas, points stand before thousands: 1.234 is no price of 1.23', () => {
  const table = new RemediedTable(
    ['Price'],
    [
      { kind: 'decimal-comma', column: 'Price', shape: null },
      { kind: 'decimal-comma', column: 'Price', shape: '9,9' },
    ],
  );
  const read = (value: string) => table.row(row(2, value))?.cells[0];

  expect(['12,50', '1.234', '1.234,50', '1,234', '12.50', '7'].map(read)).toEqual([
    '12.50',
    '1234',
    '1234.50',
    '1.234',
    '12.50',
    '7',
  ]);
});

it('remedies that are added one by one come in the order in which they work', () => {
  const sign: Remedy = { kind: 'currency-sign', column: 'Price', shape: 'a$ 9,9' };
  const comma: Remedy = { kind: 'decimal-comma', column: 'Price', shape: null };
  const remedies = inWorkingOrder([comma, { ...comma, shape: '9,9' }, sign, sign]);
  const table = new RemediedTable(['Price'], remedies);

  expect(remedies).toEqual([sign, comma]);
  expect(table.row(row(2, 'R$ 12,50'))?.cells).toEqual(['12.50']);
  expect(inWorkingOrder([sign, { ...sign, shape: '¥9' }])).toHaveLength(2);
});

const suggestions: [FaultCode, string, string[]][] = [
  ['cell.not-money', '12,50', ['decimal-comma']],
  ['cell.not-money', '1,234', ['thousands']],
  ['cell.not-money', '1,234.50', ['thousands']],
  ['cell.not-money', '1.234,50', ['decimal-comma']],
  ['cell.not-money', '¥12.50', ['currency-sign']],
  ['cell.not-money', 'R$ 12,50', ['currency-sign', 'decimal-comma']],
  ['cell.not-money', '１２．５０', ['half-width']],
  ['cell.not-money', '￥１２．５０', ['half-width', 'currency-sign']],
  ['cell.not-money', 'US$ 1,234.50', ['currency-sign', 'thousands']],
  ['cell.not-money', 'R$ 1.234', ['currency-sign']],
  ['cell.not-quantity', '1,234', ['thousands']],
  ['cell.not-quantity', '3.5', ['whole-number']],
  ['cell.not-weight', '1.5kg', ['weight-unit']],
  ['cell.not-grams', '0,28 kg', ['weight-unit']],
  ['cell.not-unit', '公斤', ['map-values']],
  ['cell.not-boolean', '是', ['map-values']],
  ['cell.not-y-or-n', 'yes', ['map-values']],
  ['cell.not-status', '上架', ['map-values']],
  ['cell.not-status', 'publicado', ['map-values']],
  ['cell.not-url', '//a.test/1.jpg', ['address']],
  ['option.value-missing', '', ['fill-down']],
  ['option.combination-twice', 'M', ['drop-repeats']],
  // A code whose digits are lost is never believed by default.
  ['cell.exponent', '4.00638E+12', ['replace']],
];
it.each(suggestions)('%s of %j is answered by %j', (code, value, kinds) => {
  const [group] = groupFaults([{ row: 2, column: 'C', value, code }]);
  const [first] = group ? suggestRemedies(group) : [];

  expect(first?.map(({ kind }) => kind)).toEqual(kinds);
});

it('what may be a thousand or one and a bit is offered both ways', () => {
  const [group] = groupFaults([{ row: 2, column: 'C', value: 'R$ 1.234', code: 'cell.not-money' }]);
  const offered = (group ? suggestRemedies(group) : []).map((steps) => steps.map(({ kind }) => kind));

  expect(offered).toContainEqual(['currency-sign']);
  expect(offered).toContainEqual(['currency-sign', 'decimal-comma']);
});
