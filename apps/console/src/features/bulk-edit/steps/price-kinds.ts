import { decimal, ending, line, type StepKind } from './part.ts';

const family = 'price';
const today = () => new Date().toISOString().slice(0, 10);

/** Changes of prices, costs and currencies. */
export const priceKinds = {
  'multiply-price': {
    family,
    initial: { kind: 'multiply-price', by: '' },
    parts: [decimal('by', 'bulkEdit.part.factor'), ending],
  },
  'percent-to-price': {
    family,
    initial: { kind: 'percent-to-price', percent: '' },
    parts: [decimal('percent', 'bulkEdit.part.percent', 'bulkEdit.part.percent.hint'), ending],
  },
  'add-to-price': {
    family,
    initial: { kind: 'add-to-price', amount: '' },
    parts: [decimal('amount', 'bulkEdit.part.amount'), ending],
  },
  'price-by-ranges': {
    family,
    initial: {
      kind: 'price-by-ranges',
      from: 'cost',
      ranges: [{ from: '0', to: null, times: '', plus: '0', minimum: null }],
    },
    parts: [
      {
        name: 'from',
        label: 'bulkEdit.part.base',
        as: 'choice',
        of: [
          { value: 'cost', key: 'bulkEdit.part.cost' },
          { value: 'price', key: 'bulkEdit.part.price' },
        ],
      },
      { name: 'ranges', label: 'bulkEdit.part.ranges', as: 'ranges' },
      ending,
    ],
  },
  'price-from-cost': {
    family,
    initial: { kind: 'price-from-cost', by: '' },
    parts: [decimal('by', 'bulkEdit.part.factor'), ending],
  },
  'price-by-margin': {
    family,
    initial: { kind: 'price-by-margin', percent: '' },
    parts: [decimal('percent', 'bulkEdit.part.percent'), ending],
  },
  'price-from-costs': {
    family,
    initial: { kind: 'price-from-costs', margin: '', commission: '0', shipping: [], rateDate: today() },
    parts: [
      decimal('margin', 'bulkEdit.part.margin'),
      decimal('commission', 'bulkEdit.part.commission', 'bulkEdit.part.commission.hint'),
      { ...decimal('rate', 'bulkEdit.part.costRate', 'bulkEdit.part.costRate.hint'), optional: true },
      { name: 'shipping', label: 'bulkEdit.part.shipping', as: 'shipping', optional: true },
      ending,
    ],
  },
  'set-price': {
    family,
    initial: { kind: 'set-price', price: '' },
    parts: [decimal('price', 'bulkEdit.part.price')],
  },
  'round-price': {
    family,
    initial: { kind: 'round-price', ending: { to: '.99' } },
    parts: [{ name: 'ending', label: 'bulkEdit.part.ending', as: 'ending' }],
  },
  'set-compare-at': {
    family,
    initial: { kind: 'set-compare-at', price: '' },
    parts: [decimal('price', 'bulkEdit.part.price')],
  },
  'compare-at-above': {
    family,
    initial: { kind: 'compare-at-above', percent: '' },
    parts: [decimal('percent', 'bulkEdit.part.percent'), ending],
  },
  'compare-at-from-price': { family, initial: { kind: 'compare-at-from-price' }, parts: [] },
  'clear-compare-at': { family, initial: { kind: 'clear-compare-at' }, parts: [] },
  'set-cost': {
    family,
    initial: { kind: 'set-cost', cost: '' },
    parts: [decimal('cost', 'bulkEdit.part.cost')],
  },
  'convert-currency': {
    family,
    initial: {
      kind: 'convert-currency',
      exchange: { to: '', rates: [{ from: '', rate: '', date: today() }], unknown: null },
    },
    parts: [{ name: 'exchange', label: 'bulkEdit.part.rate', as: 'exchange' }, ending],
  },
  'set-currency': {
    family,
    initial: { kind: 'set-field', field: 'currency', value: '' },
    parts: [line('value', 'bulkEdit.part.currency')],
  },
} as const satisfies Record<string, StepKind>;
