import type { Holds } from './columns.ts';

/** Kinds of errors in a product file. */
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

/** An error in a file with its position: the row as a spreadsheet counts it, the column by the file's own name. */
export interface CsvFault {
  row: number;
  /** The column's header, or "58" for a cell beyond the header; null when the error concerns the whole row. */
  column: string | null;
  /** The cell's value, shortened. */
  value: string;
  reason: CsvFaultReason;
}

/** Returns an error; of a long value only the beginning is kept. */
export function faultAt(row: number, column: string | null, value: string, reason: CsvFaultReason): CsvFault {
  return { row, column, value: value.length > 200 ? `${value.slice(0, 199)}…` : value, reason };
}

const forms: Readonly<Record<Exclude<Holds, 'text'>, { form: RegExp; reason: CsvFaultReason }>> = {
  boolean: { form: /^(?:true|false)$/i, reason: 'cell.not-boolean' },
  money: { form: /^\d{1,12}(?:\.\d{1,4})?$/, reason: 'cell.not-money' },
  // Spreadsheets and scripts write whole numbers with a zero decimal part: 3.0.
  quantity: { form: /^-?\d{1,16}(?:\.0+)?$/, reason: 'cell.not-quantity' },
  grams: { form: /^\d{1,14}(?:\.\d{1,20})?$/, reason: 'cell.not-grams' },
  unit: { form: /^(?:g|kg|oz|lb)$/i, reason: 'cell.not-unit' },
  policy: { form: /^(?:deny|continue)$/i, reason: 'cell.not-policy' },
  status: { form: /^(?:active|draft|archived|unlisted)$/i, reason: 'cell.not-status' },
  // Shopify itself, or any fulfilment service by its handle or name. A number, or a word that belongs in a neighbouring
  // column, is neither.
  tracker: {
    form: /^(?!(?:true|false|deny|continue)$)(?!https?:)(?=\P{L}{0,255}\p{L}).{1,255}$/iu,
    reason: 'cell.not-tracker',
  },
  position: { form: /^[1-9]\d{0,5}(?:\.0+)?$/, reason: 'cell.not-position' },
  url: { form: /^https?:\/\/[^\s]+$/i, reason: 'cell.not-url' },
};

/** Returns why a cell's value is not valid in a column of this type; null when it is valid. Blank is always valid. */
export function cellFault(holds: Holds, cell: string): CsvFaultReason | null {
  if (holds === 'text' || cell === '') {
    return null;
  }
  const { form, reason } = forms[holds];
  const text = cell.trim();
  const stands = text === '' || (form.test(text) && (holds !== 'url' || URL.canParse(text)));
  return stands ? null : reason;
}
