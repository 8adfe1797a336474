import { z } from 'zod/mini';
import { FaultCode } from './fault-codes.ts';

const text = (max: number) => z.string().check(z.maxLength(max));
const value = text(10_000);

/** Which cells a remedy changes. */
const where = {
  /** A column by its header; null for every column. */
  column: z.nullable(text(1_000)),
  /** Only values written like this (`FaultGroup.shape`); null for all of the column. */
  shape: z.nullable(text(200)),
};

/** Orders in which the parts of a date are written. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
export const DateOrder = z.enum(dateOrders);
export type DateOrder = z.infer<typeof DateOrder>;

/**
 * An edit of a file's cells before they are read, kept with the mapping so that next week's file is repaired in the same
 * way. The file itself is never changed. Remedies are applied in their order; a value that a remedy is not made for stays.
 */
export const Remedy = z.discriminatedUnion('kind', [
  /**
   * `'-Red` becomes `-Red`: the apostrophe goes that an export for people puts before what a spreadsheet would run. Columns of HTML
   * never get one.
   */
  z.object({
    kind: z.literal('formula-guard'),
    ...where,
    htmlColumns: z.array(text(1_000)).check(z.maxLength(100)),
  }),
  /** `12,50` becomes `12.50`, `1.234,50` becomes `1234.50`. */
  z.object({ kind: z.literal('decimal-comma'), ...where }),
  /** `1,234.50` becomes `1234.50`: the separator is taken out where it stands before groups of three digits (or four: 1,2345). */
  z.object({ kind: z.literal('thousands'), ...where, separator: z.enum([',', '.', ' ', "'"]) }),
  /** `¥12.50`, `12.50 USD` and `R$ 12.50` become `12.50`. */
  z.object({ kind: z.literal('currency-sign'), ...where }),
  /** `05/03/2025` becomes `2025-03-05`, by the order in which the file writes dates. */
  z.object({ kind: z.literal('date-order'), ...where, order: DateOrder }),
  /** White space at both ends goes, runs of it become one space; line ends inside stay. */
  z.object({ kind: z.literal('trim'), ...where }),
  /** `17` becomes `0000017`: digits alone are filled up to a width. */
  z.object({
    kind: z.literal('leading-zeros'),
    ...where,
    width: z.int().check(z.minimum(2), z.maximum(40)),
  }),
  /** The check digit is added to 7, 11, 12 or 13 digits of a barcode that lacks it. */
  z.object({ kind: z.literal('check-digit'), ...where }),
  /** A value, whole, becomes another; `from` "" is a blank cell. */
  z.object({ kind: z.literal('replace'), ...where, from: value, to: value }),
  /** Whole values become others, whatever their case and padding: 是 → true, 上架 → active. */
  z.object({ kind: z.literal('map-values'), ...where, values: z.record(text(1_000), value) }),
  /** A blank cell gets the value above it, as in sheets with merged cells. */
  z.object({ kind: z.literal('fill-down'), ...where }),
  /** `Red / M` becomes two cells, in columns of these names; columns that the file lacks are added. */
  z.object({
    kind: z.literal('split'),
    ...where,
    separator: z.string().check(z.minLength(1), z.maxLength(10)),
    into: z.array(text(1_000)).check(z.minLength(1), z.maxLength(10)),
  }),
  /** Rows whose cell is of this value are left out; `value` null: all of the shape. */
  z.object({ kind: z.literal('drop-row'), ...where, value: z.nullable(value) }),
  /** Of a product's rows that are alike in every cell, the first is read; `column` and `shape` say nothing here. */
  z.object({ kind: z.literal('drop-repeats'), ...where }),
  /** A cell becomes blank. */
  z.object({ kind: z.literal('clear'), ...where }),
  /** `1.5kg` and `1,5 公斤` become a number in this unit; a number without a unit is in `from`. */
  z.object({
    kind: z.literal('weight-unit'),
    ...where,
    from: z.enum(['g', 'kg', 'oz', 'lb']),
    to: z.enum(['g', 'kg', 'oz', 'lb']),
  }),
  /** Full-width digits, letters and signs become usual ones: `１２．５０` becomes `12.50`. */
  z.object({ kind: z.literal('half-width'), ...where }),
  /** `Tom &amp; Jerry` becomes `Tom & Jerry`. */
  z.object({ kind: z.literal('html-entities'), ...where }),
  /** `4.0` becomes `4`, `12.50.` stays: a decimal part of a quantity goes. */
  z.object({ kind: z.literal('whole-number'), ...where }),
  /** `//shop/a.jpg` and `shop.com/a.jpg` become `https://…`; white space in an address is written as %20. */
  z.object({ kind: z.literal('address'), ...where }),
  /** The cells are right as they are: errors of this code in them are none. */
  z.object({ kind: z.literal('accept'), ...where, code: FaultCode }),
]);
export type Remedy = z.infer<typeof Remedy>;
export type RemedyKind = Remedy['kind'];

/** Reports whether a remedy only writes a value in another way: nothing is left out, assumed, or believed as it is. */
export function isRepair(remedy: Remedy): boolean {
  switch (remedy.kind) {
    case 'drop-row':
    case 'clear':
    case 'fill-down':
    case 'accept':
      return false;
    case 'replace':
      return remedy.to !== '';
    default:
      return true;
  }
}

/** What a remedy changes: counted, and shown for the first few. */
export const RemedyPreview = z.object({
  cells: z.int(),
  rowsDropped: z.int(),
  /** How many of the file's rows were counted, where those are not all; null for all. */
  countedRows: z.nullable(z.int()),
  examples: z.array(
    z.object({
      row: z.int(),
      column: z.nullable(z.string()),
      before: z.string(),
      after: z.nullable(z.string()),
    }),
  ),
});
export type RemedyPreview = z.infer<typeof RemedyPreview>;
