import { z } from 'zod/mini';

/** Kinds of errors in product files, from the file as a whole down to one cell. */
export const faultCodes = [
  'file.empty',
  'file.cut-off',
  'file.half-character',
  'file.damaged',
  'file.encrypted',
  'file.old-excel',
  'file.binary-excel',
  'file.open-document',
  'file.numbers',
  'file.web-page',
  'file.xml-table',
  'file.not-a-table',
  'file.no-workbook',
  'file.name-outside',
  'file.expands-too-far',
  'file.too-many-parts',
  'file.parts-overlap',
  'file.texts-too-large',
  'file.too-deep',
  'file.entities',
  'file.cell-too-large',
  'file.changed',
  'sheet.missing',
  'sheet.empty',
  'sheet.chart',
  'header.unknown',
  'header.title-missing',
  'header.part-missing',
  'header.column-twice',
  'header.column-missing',
  'row.too-many-cells',
  'row.handle-missing',
  'row.says-nothing',
  'row.part-without-main',
  'row.parent-missing',
  'cell.text-after-quote',
  'cell.nul',
  'cell.not-in-encoding',
  'cell.formula-error',
  'cell.formula-without-value',
  'cell.external-link',
  'cell.exponent',
  'cell.over-15-digits',
  'cell.became-date',
  'cell.not-boolean',
  'cell.not-y-or-n',
  'cell.not-t-or-f',
  'cell.not-one-or-zero',
  'cell.not-money',
  'cell.not-quantity',
  'cell.not-weight',
  'cell.not-grams',
  'cell.not-unit',
  'cell.not-policy',
  'cell.not-rule',
  'cell.not-status',
  'cell.not-tracker',
  'cell.not-position',
  'cell.not-part',
  'cell.not-type',
  'cell.not-published',
  'cell.not-tax-status',
  'cell.not-url',
  'cell.embedded-image',
  'cell.not-currency',
  'cell.not-options',
  'cell.too-long',
  'product.title-missing',
  'product.handle-twice',
  'product.too-many-variants',
  'product.too-many-pictures',
  'option.name-missing',
  'option.name-changes',
  'option.value-missing',
  'option.count-differs',
  'option.combination-twice',
  'variant.price-missing',
  'variant.picture-unknown',
] as const;
export const FaultCode = z.enum(faultCodes);
export type FaultCode = z.infer<typeof FaultCode>;

/** What a person should know of a cell and is no error: its product is read all the same. */
export const noticeCodes: ReadonlySet<FaultCode> = new Set<FaultCode>(['cell.external-link']);

/** An error in a file with its position: the row as a spreadsheet counts it, the column by the file's own name. */
export const FileFault = z.object({
  row: z.int(),
  /** The column's header, or "58" for a cell beyond the header; null when the error concerns the whole row. */
  column: z.nullable(z.string()),
  /** The cell's value, shortened to 200 characters. */
  value: z.string(),
  code: FaultCode,
});
export type FileFault = z.infer<typeof FileFault>;

/** Errors of one code in one column whose values are written alike. */
export const FaultGroup = z.object({
  code: FaultCode,
  column: z.nullable(z.string()),
  /** How the values are written: digits as `9`, letters as `a`: `9,9` is a decimal comma; "" for a blank cell. */
  shape: z.string(),
  count: z.int(),
  /** The first five, each value once. */
  examples: z.array(z.object({ row: z.int(), value: z.string() })),
});
export type FaultGroup = z.infer<typeof FaultGroup>;
