import type { Holds } from './columns.ts';

/** What can be wrong in a product file. */
export type CsvFaultReason =
  | 'file.empty'
  | 'file.cut-off'
  | 'header.title-missing'
  | 'header.column-twice'
  | 'row.too-many-cells'
  | 'row.handle-missing'
  | 'row.says-nothing'
  | 'cell.not-boolean'
  | 'cell.not-money'
  | 'cell.not-quantity'
  | 'cell.not-grams'
  | 'cell.not-unit'
  | 'cell.not-policy'
  | 'cell.not-status'
  | 'cell.not-tracker'
  | 'cell.not-position'
  | 'cell.not-url'
  | 'cell.too-long'
  | 'product.title-missing'
  | 'product.handle-twice'
  | 'product.too-many-variants'
  | 'product.too-many-pictures'
  | 'option.name-missing'
  | 'option.name-changes'
  | 'option.value-missing'
  | 'option.combination-twice'
  | 'variant.price-missing'
  | 'variant.picture-unknown';

/** Something wrong in a file, by its place: rows as a spreadsheet counts them, the column by the file's own name. */
export interface CsvFault {
  row: number;
  /** The column's header, or "58" for a cell beyond the header; null when it concerns the whole row. */
  column: string | null;
  /** What stands there, shortened. */
  value: string;
  reason: CsvFaultReason;
}

/** A fault; of a long value only the beginning is kept. */
export function faultAt(row: number, column: string | null, value: string, reason: CsvFaultReason): CsvFault {
  return { row, column, value: value.length > 200 ? `${value.slice(0, 199)}…` : value, reason };
}

const forms: Readonly<Record<Exclude<Holds, 'text'>, { form: RegExp; reason: CsvFaultReason }>> = {
  boolean: { form: /^(?:true|false)$/i, reason: 'cell.not-boolean' },
  money: { form: /^\d{1,12}(?:\.\d{1,4})?$/, reason: 'cell.not-money' },
  // Spreadsheets and scripts write whole numbers with a decimal part of nothing: 3.0.
  quantity: { form: /^-?\d{1,16}(?:\.0+)?$/, reason: 'cell.not-quantity' },
  grams: { form: /^\d{1,14}(?:\.\d{1,20})?$/, reason: 'cell.not-grams' },
  unit: { form: /^(?:g|kg|oz|lb)$/i, reason: 'cell.not-unit' },
  policy: { form: /^(?:deny|continue)$/i, reason: 'cell.not-policy' },
  status: { form: /^(?:active|draft|archived|unlisted)$/i, reason: 'cell.not-status' },
  // Shopify itself, or any fulfilment service by its handle or name. A number, or a word that belongs in a neighbouring column, is neither.
  tracker: {
    form: /^(?!(?:true|false|deny|continue)$)(?!https?:)(?=\P{L}{0,255}\p{L}).{1,255}$/iu,
    reason: 'cell.not-tracker',
  },
  position: { form: /^[1-9]\d{0,5}(?:\.0+)?$/, reason: 'cell.not-position' },
  url: { form: /^https?:\/\/[^\s]+$/i, reason: 'cell.not-url' },
};

/** Why a cell cannot stand in a column that holds this; null when it can. Blank always can. */
export function cellFault(holds: Holds, cell: string): CsvFaultReason | null {
  if (holds === 'text' || cell === '') {
    return null;
  }
  const { form, reason } = forms[holds];
  const text = cell.trim();
  const stands = text === '' || (form.test(text) && (holds !== 'url' || URL.canParse(text)));
  return stands ? null : reason;
}
