import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Product } from '@bowerbird/catalog/product';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recognised } from '../formats/all.ts';
import { CsvReader, type CsvRow } from '../text/csv-reader.ts';
import { detectDialect } from '../text/detect-dialect.ts';
import { type Dialect, readingOf, withCell, writtenRow } from '../text/dialect.ts';
import { bytesOf, Carrier, carriedMark } from '../text/encoding.ts';
import { type EditedValue, editedCell } from './edited-product.ts';
import { StagedTable } from './staged-table.ts';

const folder = join(import.meta.dirname, '../../../../../shared/fixtures');
const recorded = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.csv(\.gz)?$/.test(file))
  : [];

function opened(bytes: Buffer, given?: Dialect) {
  const dialect = given ?? detectDialect(bytes).dialect;
  const reader = new CsvReader(readingOf(dialect));
  const mark = dialect.mark ? carriedMark(dialect.encoding) : '';
  const text = new Carrier(dialect.encoding).push(bytes).slice(mark.length);
  return { dialect, mark, rows: reader.push(text).concat(reader.end()) };
}

/** Opens the products of a file as they are staged. */
function staged(rows: readonly CsvRow[]) {
  const [header] = rows;
  const format = header && recognised(header.cells);
  if (!header || !format) {
    return null;
  }
  const reading = new StagedTable({ products: { by: 'format', format: format.id }, remedies: [] }, header);
  const groups = new Map<string, CsvRow[]>();
  for (const row of rows) {
    const remedied = reading.remedied(row);
    const key = remedied && reading.keyOf(remedied);
    if (remedied && key !== null) {
      groups.set(key, [...(groups.get(key) ?? []), { ...remedied, text: row.text }]);
    }
  }
  return { reading, groups: [...groups.values()] };
}

/** An edit of each kind, and whether the product has something to edit. */
const edits: readonly { value: EditedValue; edit(product: Product): Product | null }[] = [
  {
    value: { of: 'product', field: 'title' },
    edit: (product) => ({ ...product, title: `${product.title}, new "2"` }),
  },
  {
    value: { of: 'product', field: 'descriptionHtml' },
    edit: (product) => ({ ...product, descriptionHtml: '<p>First, line\nsecond</p>' }),
  },
  {
    value: { of: 'variant', variant: 'v1', field: 'price' },
    edit: (product) => withFirst(product, { price: '987.65' }),
  },
  {
    value: { of: 'variant', variant: 'v1', field: 'sku' },
    edit: (product) => withFirst(product, { sku: '00017-A' }),
  },
  {
    value: { of: 'variant', variant: 'v1', field: 'weight' },
    edit: (product) =>
      product.variants[0]?.weight?.unit === 'g'
        ? withFirst(product, { weight: { value: '28', unit: 'g' } })
        : null,
  },
];

function withFirst(product: Product, change: Partial<Product['variants'][number]>): Product | null {
  return product.variants[0]?.id === 'v1'
    ? { ...product, variants: product.variants.map((each, at) => (at === 0 ? { ...each, ...change } : each)) }
    : null;
}

const cellsOf = (rows: readonly CsvRow[], dialect: Dialect) => {
  const reader = new CsvReader(readingOf(dialect));
  return reader
    .push(rows.map(({ text }) => text).join(''))
    .concat(reader.end())
    .map(({ cells }) => cells);
};

describe.runIf(recorded.length > 0)('every recorded CSV file', () => {
  it.each(recorded)(
    '%s has one other cell for one edited value, and the same bytes without',
    { tags: ['slow'] },
    (file) => {
      const content = readFileSync(join(folder, file));
      const bytes = file.endsWith('.gz') ? gunzipSync(content) : content;
      const { dialect, mark, rows } = opened(bytes);
      const table = staged(rows);

      expect(bytesOf(mark + rows.map(({ text }) => text).join(''), dialect.encoding).equals(bytes)).toBe(
        true,
      );
      const written = new Map(rows.map((row) => [row.number, row]));
      const before = cellsOf(rows, dialect);
      const found = { written: 0, unwritten: [] as string[] };
      // The first products of a file are enough: each is read and written by the same rules.
      for (const own of table?.groups.slice(0, 40) ?? []) {
        const product = table?.reading.read(own).product;
        for (const { value, edit } of product ? edits : []) {
          const edited = product && edit(product);
          if (!table || !product || !edited) {
            continue;
          }
          const cell = editedCell(table.reading, { rows: own, written, staged: product, own: edited }, value);
          const row = cell && written.get(cell.row);
          const text = cell && row ? withCell(row.text, cell.place, cell.text, dialect) : null;
          if (!cell || text === null) {
            found.unwritten.push(`${own[0]?.number} ${value.field}`);
            continue;
          }
          found.written += 1;
          const after = cellsOf(
            rows.map((each) => (each.number === cell.row ? { ...each, text } : each)),
            dialect,
          );
          const differing = after.flatMap((cells, at) =>
            cells.flatMap((each, place) => (each === before[at]?.[place] ? [] : [[at + 1, place, each]])),
          );
          const same = product === edited || JSON.stringify(product) === JSON.stringify(edited);
          expect(differing).toEqual(same ? [] : [[cell.row, cell.place, cell.text]]);
        }
      }
      expect(found.unwritten).toEqual([]);
      expect(found.written > 0).toBe((table?.groups ?? []).some((own) => table?.reading.read(own).product));
    },
  );
});

const dialects = fc.record({
  encoding: fc.constantFrom<Dialect['encoding']>('utf-8', 'utf-16le'),
  separator: fc.constantFrom<Dialect['separator']>(',', ';', '\t'),
  lineEnd: fc.constantFrom<Dialect['lineEnd']>('\n', '\r\n'),
  quoting: fc.constantFrom<Dialect['quoting']>('needed', 'all'),
  mark: fc.constant(false),
});

it('whatever the title and the dialect, it is read back, and no other row is another', () => {
  fc.assert(
    fc.property(dialects, fc.string({ minLength: 1, unit: 'grapheme', maxLength: 80 }), (dialect, title) => {
      const table = [
        ['Handle', 'Title', 'Variant Price', 'Variant Grams', 'Shelf'],
        ['lamp', 'Lamp', '30.00', '28', '=A1'],
        ['mug', 'Mug', '9.5', '28.0', ''],
      ];
      const text = table.map((cells) => writtenRow(cells, dialect)).join('');
      const { rows, ...file } = opened(bytesOf(text, dialect.encoding), dialect);
      const { reading, groups } = staged(rows) ?? {};
      const [own = []] = groups ?? [];
      const product = reading?.read(own).product;
      if (!reading || !product) {
        throw new Error('the file was not read');
      }
      const written = new Map(rows.map((row) => [row.number, row]));
      const edited = { ...product, title };
      const cell = editedCell(
        reading,
        { rows: own, written, staged: product, own: edited },
        { of: 'product', field: 'title' },
      );
      if (cell === null) {
        // The reader trims; a title that is not read back as itself is named, not written.
        expect(title.trim()).not.toBe(title);
        return;
      }
      const changed = withCell(rows[1]?.text ?? '', cell.place, cell.text, file.dialect) ?? '';
      const again = cellsOf([{ ...own[0], text: changed } as CsvRow], file.dialect);
      expect(again).toEqual([['lamp', title, '30.00', '28', '=A1']]);
      const back = reading.read([{ number: 2, cells: again[0] ?? [], notes: [] }]).product;
      expect(back?.title).toBe(title);
    }),
    { numRuns: 300 },
  );
});

describe('a value of a product of two rows', () => {
  const text = [
    'Handle,Title,Option1 Name,Option1 Value,Variant Price,Variant Grams,Variant Weight Unit',
    'lamp,Lamp,Size,S,30.00,28,g',
    'lamp,,,M,32.00,1000,kg',
  ].join('\n');
  const { rows } = opened(Buffer.from(text));
  const { reading, groups } = staged(rows) ?? {};
  const own = groups?.[0] ?? [];
  const product = reading?.read(own).product;
  const cellOf = (edited: Partial<Product>, value: EditedValue) =>
    reading && product
      ? editedCell(
          reading,
          {
            rows: own,
            written: new Map(rows.map((row) => [row.number, row])),
            staged: product,
            own: { ...product, ...edited },
          },
          value,
        )
      : undefined;
  const second = (change: Partial<Product['variants'][number]>) => ({
    variants: product?.variants.map((each) => (each.id === 'v2' ? { ...each, ...change } : each)) ?? [],
  });

  it('is written in the row of its variant, in the unit of its column', () => {
    const price = cellOf(second({ price: '35.00' }), { of: 'variant', variant: 'v2', field: 'price' });
    const weight = cellOf(second({ weight: { value: '2', unit: 'kg' } }), {
      of: 'variant',
      variant: 'v2',
      field: 'weight',
    });

    expect(price).toEqual({ row: 3, place: 4, text: '35.00' });
    expect(weight).toEqual({ row: 3, place: 5, text: '2000' });
  });

  it('is not written where it would make another product, or be read as something else', () => {
    const unit = second({ weight: { value: '2', unit: 'lb' } });

    expect(cellOf({ handle: 'lantern' }, { of: 'product', field: 'handle' })).toBeNull();
    expect(cellOf({ vendor: 'Acme' }, { of: 'product', field: 'vendor' })).toBeNull();
    expect(cellOf({ title: '' }, { of: 'product', field: 'title' })).toBeNull();
    expect(cellOf(unit, { of: 'variant', variant: 'v2', field: 'weight' })).toBeNull();
  });

  it('is not written where the variants are other ones', () => {
    const other = second({ optionValues: ['XL'], price: '1.00' });

    expect(cellOf(other, { of: 'variant', variant: 'v2', field: 'price' })).toBeNull();
  });
});

describe('a value that rows below take over', () => {
  const text = [
    'Handle,Title,Vendor,Option1 Name,Option1 Value,Variant Price',
    'lamp,Lamp,Glade,Size,S,30.00',
    'lamp,,,,M,',
    'mug,Mug,,,,9.50',
  ];
  const { rows } = opened(Buffer.from(text.join('\n')));
  const [header, ...below] = rows;
  const fill = (column: string) => ({ kind: 'fill-down' as const, column, shape: null });
  const remedies = [fill('Vendor'), fill('Variant Price')];
  const reading = new StagedTable(
    { products: { by: 'format', format: 'shopify' }, remedies },
    header ?? { number: 1, cells: [] },
  );
  const own = below.flatMap((row) => reading.remedied(row) ?? []).slice(0, 2);
  const product = reading.read(own).product;
  const cellOf = (
    edited: (product: Product) => Product,
    value: EditedValue,
    page = rows,
    next = null as CsvRow | null,
  ) =>
    product &&
    editedCell(
      reading,
      {
        rows: own,
        written: new Map(page.map((row) => [row.number, row])),
        next,
        staged: product,
        own: edited(product),
      },
      value,
    );
  const dearer =
    (...ids: string[]) =>
    (given: Product) => ({
      ...given,
      variants: given.variants.map((each) => (ids.includes(each.id) ? { ...each, price: '35.00' } : each)),
    });

  it('is not written where it would change another product, also behind the page', () => {
    const edited = (given: Product) => ({ ...given, vendor: 'Other' });

    expect(product?.variants.map(({ price }) => price)).toEqual(['30.00', '30.00']);
    expect(cellOf(edited, { of: 'product', field: 'vendor' })).toBeNull();
    expect(cellOf(edited, { of: 'product', field: 'vendor' }, rows.slice(0, 3), rows[3])).toBeNull();
    expect(cellOf(edited, { of: 'product', field: 'vendor' }, rows.slice(0, 3))).toEqual({
      row: 2,
      place: 2,
      text: 'Other',
    });
  });

  it('is not written where it would change another variant alone', () => {
    expect(cellOf(dearer('v1'), { of: 'variant', variant: 'v1', field: 'price' })).toBeNull();
    expect(cellOf(dearer('v2'), { of: 'variant', variant: 'v2', field: 'price' })).toEqual({
      row: 3,
      place: 5,
      text: '35.00',
    });
  });
});
