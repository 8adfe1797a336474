import { variantWith } from '../product-with.ts';
import { type Examples, sizes } from './example.ts';

const sum = { keep: 'first', stock: 'sum' } as const;

export const optionExamples: Examples<
  | 'add-option'
  | 'rename-option'
  | 'split-option'
  | 'remove-option'
  | 'sort-options'
  | 'add-option-value'
  | 'rename-option-value'
  | 'merge-option-values'
  | 'remove-option-values'
  | 'sort-option-values'
  | 'remove-variants'
> = {
  'add-option': [
    {
      edit: { name: 'Size', value: 'One size' },
      after: sizes(['One size']),
    },
    { before: sizes(['S']), edit: { name: 'size', value: 'M' } },
  ],
  'rename-option': [
    {
      before: sizes(['S']),
      edit: { option: 'SIZE', name: 'Fit' },
      after: { options: [{ name: 'Fit', values: ['S'] }] },
    },
    {
      before: {
        options: [
          { name: 'Size', values: ['S'] },
          { name: 'Fit', values: ['A'] },
        ],
        variants: [variantWith({ optionValues: ['S', 'A'] })],
      },
      edit: { option: 'Size', name: 'fit' },
      refused: 'option-name-taken',
    },
  ],
  'split-option': [
    {
      before: sizes(['Blue / S', 'Blue / M']),
      edit: { option: 'Size', separator: '/', first: 'Colour', second: 'Size' },
      after: {
        options: [
          { name: 'Colour', values: ['Blue'] },
          { name: 'Size', values: ['S', 'M'] },
        ],
        variants: [
          variantWith({ id: 'v1', optionValues: ['Blue', 'S'] }),
          variantWith({ id: 'v2', optionValues: ['Blue', 'M'] }),
        ],
      },
    },
    {
      before: sizes(['Blue / S', 'Red']),
      edit: { option: 'Size', separator: '/', first: 'Colour', second: 'Size' },
      refused: 'option-value-not-split',
    },
    {
      before: sizes(['Blue / S', 'Blue/S']),
      edit: { option: 'Size', separator: '/', first: 'Colour', second: 'Size' },
      refused: 'variants-equal',
    },
  ],
  'remove-option': [
    { before: sizes(['S']), edit: { option: 'Size' }, after: { options: [], variants: [variantWith()] } },
    {
      before: sizes(['S', 'M'], [{ stock: 1 }, { stock: 2 }]),
      edit: { option: 'Size', merge: sum },
      after: { options: [], variants: [variantWith({ stock: 3 })] },
    },
    { before: sizes(['S', 'M']), edit: { option: 'Size' }, refused: 'variants-equal' },
  ],
  'sort-options': [
    {
      before: {
        options: [
          { name: 'Size', values: ['S'] },
          { name: 'Fit', values: ['A'] },
        ],
        variants: [variantWith({ optionValues: ['S', 'A'] })],
      },
      edit: { options: ['Fit'] },
      after: {
        options: [
          { name: 'Fit', values: ['A'] },
          { name: 'Size', values: ['S'] },
        ],
        variants: [variantWith({ optionValues: ['A', 'S'] })],
      },
    },
  ],
  'add-option-value': [
    {
      before: sizes(['S', 'M'], [{ price: '5', sku: 'A', stock: 3 }]),
      edit: { option: 'Size', value: 'L', like: 'S' },
      after: sizes(['S', 'M', 'L'], [{ price: '5', sku: 'A', stock: 3 }, {}, { price: '5' }]),
    },
    { before: sizes(['S', 'M']), edit: { option: 'Size', value: 'M', like: 'S' } },
    {
      before: sizes(Array.from({ length: 2048 }, (_, at) => `${at}`)),
      edit: { option: 'Size', value: 'L', like: '7' },
      refused: 'too-many-variants',
    },
  ],
  'rename-option-value': [
    { before: sizes(['S']), edit: { option: 'Size', value: 'S', to: 'Small' }, after: sizes(['Small']) },
    { before: sizes(['S', 'M']), edit: { option: 'Size', value: 'S', to: 'M' }, refused: 'variants-equal' },
  ],
  'merge-option-values': [
    {
      before: sizes(['S', 'small', 'M'], [{ stock: 1 }, { stock: 2 }]),
      edit: { option: 'Size', values: ['S', 'small'], to: 'Small', merge: sum },
      after: {
        options: [{ name: 'Size', values: ['Small', 'M'] }],
        variants: [
          variantWith({ id: 'v1', optionValues: ['Small'], stock: 3 }),
          variantWith({ id: 'v3', optionValues: ['M'] }),
        ],
      },
    },
    {
      before: sizes(['S', 'small']),
      edit: { option: 'Size', values: ['S', 'small'], to: 'Small' },
      refused: 'variants-equal',
    },
  ],
  'remove-option-values': [
    { before: sizes(['S', 'M']), edit: { option: 'Size', values: ['M'] }, after: sizes(['S']) },
    { before: sizes(['S', 'M']), edit: { option: 'Size', values: ['S', 'M'] }, refused: 'no-variant-left' },
  ],
  'sort-option-values': [
    {
      before: sizes(['S', 'M']),
      edit: { option: 'Size', values: ['M'] },
      after: { options: [{ name: 'Size', values: ['M', 'S'] }] },
    },
  ],
  'remove-variants': [
    { before: sizes(['S', 'M']), edit: { variants: ['v2'] }, after: sizes(['S']) },
    { before: sizes(['S', 'M']), edit: {}, refused: 'no-variant-left' },
  ],
};
