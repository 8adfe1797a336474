import { z } from 'zod/mini';
import { ExportFormat } from '../products/export.ts';
import { Remedy } from './remedies.ts';

const header = z.string().check(z.maxLength(1_000));

/** The fields that a column of any file can be mapped to. */
export const mappedFields = [
  'title',
  'handle',
  'descriptionHtml',
  'vendor',
  'productType',
  'tags',
  'categories',
  'status',
  'seo.title',
  'seo.description',
  'images',
  'sku',
  'barcode',
  'price',
  'compareAtPrice',
  'cost',
  'stock',
  'weight',
  'weightUnit',
  'variantImage',
  'requiresShipping',
  'taxable',
  'currency',
  /** The name of option `option`. */
  'optionName',
  /** A value of option `option`; several in a file with a row for each product. */
  'optionValue',
  /** All options and values of a variant in one cell: `Colour: Red; Size: M`. */
  'options',
  'attribute',
] as const;
export const MappedField = z.enum(mappedFields);
export type MappedField = z.infer<typeof MappedField>;

/** What a column of the file is. */
export const MappedColumn = z.object({
  column: header,
  /** Which of several columns of the same name, counted from 1; left out: the first. */
  nth: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
  field: MappedField,
  /** The number of the option, from 1: needed for `optionName` and `optionValue`. */
  option: z.optional(z.int().check(z.minimum(1), z.maximum(10))),
  /** The name of the option or attribute; left out: the column's own name. */
  name: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  /** What separates several values in a cell; left out: `,` `;` `|`, their Chinese forms and line ends. */
  separators: z.optional(
    z.array(z.string().check(z.minLength(1), z.maxLength(5))).check(z.minLength(1), z.maxLength(10)),
  ),
});
export type MappedColumn = z.infer<typeof MappedColumn>;

/** How a table that is in no platform's format becomes products. */
export const ColumnMapping = z.object({
  by: z.literal('columns'),
  /** A row is one variant, or one product with all its variants. */
  rows: z.enum(['variants', 'products']),
  /**
   * Columns whose values together name the product of a variant; [] where each row is a product. Rows in which they are
   * blank belong to the product above, unless they have a title of their own.
   */
  key: z.array(header).check(z.maxLength(5)),
  columns: z.array(MappedColumn).check(z.minLength(1), z.maxLength(500)),
  /** What the file does not say. */
  defaults: z.object({
    status: z.enum(['draft', 'active', 'archived']),
    weightUnit: z.enum(['g', 'kg', 'oz', 'lb']),
    currency: z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/))),
  }),
});
export type ColumnMapping = z.infer<typeof ColumnMapping>;

/**
 * How a file is read, from its sheet to its products, with what repairs its cells. A plain value: remembered per source,
 * shared in the team, and applied to next week's file unchanged.
 */
export const FileMapping = z.object({
  version: z.literal(1),
  /** The sheet by its name; null for the first with a table, and for CSV. */
  sheet: z.nullable(z.string().check(z.maxLength(255))),
  /** The row of the header; null for the first row that is not blank. */
  headerRow: z.nullable(z.int().check(z.minimum(1), z.maximum(1_000))),
  products: z.discriminatedUnion('by', [
    z.object({ by: z.literal('format'), format: ExportFormat }),
    ColumnMapping,
  ]),
  remedies: z.array(Remedy).check(z.maxLength(1_000)),
});
export type FileMapping = z.infer<typeof FileMapping>;
