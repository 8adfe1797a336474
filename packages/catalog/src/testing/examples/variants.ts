import { type Examples, only, sizes } from './example.ts';

const two = sizes(['S', 'M'], [{ sku: 'A' }, {}]);

export const variantExamples: Examples<
  | 'set-stock'
  | 'add-to-stock'
  | 'set-weight'
  | 'add-to-weight'
  | 'convert-weight'
  | 'sku-template'
  | 'sku-prefix'
  | 'set-code'
  | 'code-series'
  | 'replace-in-codes'
  | 'replace-pattern-in-codes'
> = {
  'set-stock': [{ edit: { stock: 5 }, after: only({ stock: 5 }) }],
  'add-to-stock': [
    { before: only({ stock: 5 }), edit: { by: -2 }, after: only({ stock: 3 }) },
    { edit: { by: 2 } },
    { before: only({ stock: Number.MAX_SAFE_INTEGER }), edit: { by: 1 }, refused: 'stock-out-of-range' },
  ],
  'set-weight': [
    { edit: { weight: { value: '1.5', unit: 'kg' } }, after: only({ weight: { value: '1.5', unit: 'kg' } }) },
  ],
  'add-to-weight': [
    {
      before: only({ weight: { value: '1.5', unit: 'kg' } }),
      edit: { value: '120', unit: 'g' },
      after: only({ weight: { value: '1.62', unit: 'kg' } }),
    },
    {
      before: only({ weight: { value: '1.5', unit: 'kg' } }),
      edit: { value: '-2', unit: 'kg' },
      refused: 'weight-out-of-range',
    },
  ],
  'convert-weight': [
    {
      before: only({ weight: { value: '1', unit: 'lb' } }),
      edit: { unit: 'g' },
      after: only({ weight: { value: '453.5924', unit: 'g' } }),
    },
    { edit: { unit: 'g' } },
  ],
  'sku-template': [{ edit: { template: '{handle}-{n}' }, after: only({ sku: 'blue-mug-1' }) }],
  'sku-prefix': [{ before: only({ sku: 'A' }), edit: { text: 'GL-' }, after: only({ sku: 'GL-A' }) }],
  'set-code': [
    { edit: { field: 'barcode', value: '0850064060010' }, after: only({ barcode: '0850064060010' }) },
    { before: only({ sku: 'A' }), edit: { field: 'sku', value: null }, after: only({}) },
  ],
  'code-series': [
    {
      before: two,
      edit: { field: 'sku', template: 'GL-{option:size}-{n:5}' },
      context: { series: { next: 41, isTaken: (_, code) => code === 'GL-M-00042' } },
      after: sizes(['S', 'M'], [{ sku: 'GL-S-00041' }, { sku: 'GL-M-00043' }]),
    },
    {
      before: two,
      edit: { field: 'sku', template: '{n}', onlyWhereEmpty: true },
      context: { series: { next: 7 } },
      after: sizes(['S', 'M'], [{ sku: 'A' }, { sku: '7' }]),
    },
    {
      edit: { field: 'barcode', template: '4006{n:8}{check}' },
      context: { series: { next: 38_133_393 } },
      after: only({ barcode: '4006381333931' }),
    },
    { edit: { field: 'sku', template: '{n}' }, refused: 'series-missing' },
    {
      edit: { field: 'sku', template: '{n}' },
      context: { series: { next: 1, isTaken: () => true } },
      refused: 'series-exhausted',
    },
    { before: two, edit: { field: 'sku', template: '{handle}' }, refused: 'codes-equal' },
  ],
  'replace-in-codes': [
    {
      before: only({ sku: 'old-1' }),
      edit: { field: 'sku', find: 'OLD', replaceWith: 'new', ignoreCase: true },
      after: only({ sku: 'new-1' }),
    },
  ],
  'replace-pattern-in-codes': [
    {
      before: only({ sku: 'A-0017-X' }),
      edit: { field: 'sku', pattern: '^.*?(\\d+).*$', replaceWith: '$1' },
      after: only({ sku: '0017' }),
    },
  ],
};
