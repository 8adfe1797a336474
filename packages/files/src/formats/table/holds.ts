import type { FaultCode } from '@bowerbird/contract/files/fault-codes';

/** The kinds of values that a column's cells hold. A cell of any kind may be blank. */
const forms = {
  boolean: { form: /^(?:true|false)$/i, code: 'cell.not-boolean' },
  // Letters and figures for yes and no, as each platform writes them.
  'y-or-n': { form: /^[yn]$/i, code: 'cell.not-y-or-n' },
  't-or-f': { form: /^[tf]$/i, code: 'cell.not-t-or-f' },
  'one-or-zero': { form: /^(?:[01]|true|false|yes|no)$/i, code: 'cell.not-one-or-zero' },
  money: { form: /^\d{1,12}(?:\.\d{1,4})?$/, code: 'cell.not-money' },
  // Spreadsheets and scripts write whole numbers with a zero decimal part: 3.0.
  quantity: { form: /^-?\d{1,16}(?:\.0+)?$/, code: 'cell.not-quantity' },
  weight: { form: /^(?:\d{1,14}(?:\.\d{1,20})?|\.\d{1,20})$/, code: 'cell.not-weight' },
  grams: { form: /^\d{1,14}(?:\.\d{1,20})?$/, code: 'cell.not-grams' },
  unit: { form: /^(?:g|kg|oz|lb)$/i, code: 'cell.not-unit' },
  policy: { form: /^(?:deny|continue)$/i, code: 'cell.not-policy' },
  rule: { form: /^[123](?:\.0)?$/, code: 'cell.not-rule' },
  status: { form: /^(?:active|draft|archived|unlisted)$/i, code: 'cell.not-status' },
  // Shopify itself, or any fulfilment service by its handle or name. A number, or a word that belongs in a neighbouring
  // column, is neither.
  tracker: {
    form: /^(?!(?:true|false|deny|continue)$)(?!https?:)(?=\P{L}{0,255}\p{L}).{1,255}$/iu,
    code: 'cell.not-tracker',
  },
  position: { form: /^[1-9]\d{0,5}(?:\.0+)?$/, code: 'cell.not-position' },
  'product-type': {
    form: /^(?:simple|variable|variation|grouped|external|virtual|downloadable|subscription|variable-subscription|subscription_variation|bundle|composite)(?:\s*,\s*(?:simple|variable|variation|grouped|external|virtual|downloadable))*$/i,
    code: 'cell.not-type',
  },
  published: { form: /^(?:-1|0|1|2|true|false)$/i, code: 'cell.not-published' },
  'tax-status': { form: /^(?:taxable|shipping|none)$/i, code: 'cell.not-tax-status' },
  'woo-stock': { form: /^(?:-?\d{1,16}(?:\.\d+)?|parent)$/i, code: 'cell.not-quantity' },
  part: { form: /^[mps]$/i, code: 'cell.not-part' },
  currency: { form: /^[a-z]{3}$/i, code: 'cell.not-currency' },
  url: { form: /^https?:\/\/[^\s]+$/i, code: 'cell.not-url' },
} as const satisfies Readonly<Record<string, { form: RegExp; code: FaultCode }>>;

/** Type of the values in a column's cells. A code is text that a spreadsheet may have corrupted (`faults/corrupted.ts`). */
export type Holds = 'text' | 'code' | keyof typeof forms;

/** Returns the check of one column's cells: why a value is not valid in it; null when it is valid. */
export function cellCheck(holds: Holds): (cell: string) => FaultCode | null {
  // Cells below one another are often the same.
  let valid = '';
  return (cell) => {
    if (cell === '' || cell === valid) {
      return null;
    }
    const code = cellFault(holds, cell);
    valid = code === null ? cell : valid;
    return code;
  };
}

/** Returns why a cell's value is not valid in a column of this type; null when it is valid. Blank is always valid. */
export function cellFault(holds: Holds, cell: string): FaultCode | null {
  if (holds === 'text' || holds === 'code' || cell === '') {
    return null;
  }
  const { form, code } = forms[holds];
  const text = cell.trim();
  const stands = text === '' || (form.test(text) && (holds !== 'url' || URL.canParse(text)));
  return stands ? null : code;
}
