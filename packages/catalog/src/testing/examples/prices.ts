import { variantWith } from '../product-with.ts';
import { type Examples, only } from './example.ts';

const rates = [{ from: 'USD', rate: '150.5', date: '2026-07-01' }];

export const priceExamples: Examples<
  | 'set-price'
  | 'multiply-price'
  | 'percent-to-price'
  | 'add-to-price'
  | 'price-from-cost'
  | 'price-by-ranges'
  | 'price-by-margin'
  | 'price-from-costs'
  | 'round-price'
  | 'set-compare-at'
  | 'clear-compare-at'
  | 'compare-at-above'
  | 'compare-at-from-price'
  | 'set-cost'
  | 'convert-currency'
> = {
  'set-price': [
    { edit: { price: '9.90' }, after: only({ price: '9.90' }) },
    { edit: { price: null }, after: only({ price: null }) },
    { edit: { price: '9.90', variants: ['v9'] } },
  ],
  'multiply-price': [
    { edit: { by: '1.3', ending: { to: '.99' } }, after: only({ price: '12.99' }) },
    { before: only({ price: null }), edit: { by: '1.3' } },
    { before: only({ price: '999999999999' }), edit: { by: '2' }, refused: 'price-too-large' },
  ],
  'percent-to-price': [
    { edit: { percent: '-20' }, after: only({ price: '8.00' }) },
    { edit: { percent: '15', ending: { to: '.95', direction: 'up' } }, after: only({ price: '11.95' }) },
    { edit: { percent: '-120' }, refused: 'price-below-zero' },
  ],
  'add-to-price': [
    { edit: { amount: '-2.50' }, after: only({ price: '7.50' }) },
    { edit: { amount: '-11' }, refused: 'price-below-zero' },
  ],
  'price-from-cost': [
    { before: only({ cost: '4.50' }), edit: { by: '2' }, after: only({ cost: '4.50', price: '9.00' }) },
    { edit: { by: '2' }, after: only({ cost: '10.00', price: '20.00' }) },
  ],
  'price-by-ranges': [
    {
      before: only({ cost: '12' }),
      edit: {
        from: 'cost',
        ranges: [
          { from: '0', to: '10', times: '3', plus: '1', minimum: null },
          { from: '10', to: null, times: '2', plus: '1.5', minimum: null },
        ],
        ending: { to: '.99' },
      },
      after: only({ cost: '12', price: '25.99' }),
    },
    {
      edit: { from: 'price', ranges: [{ from: '50', to: null, times: '3', plus: '0', minimum: null }] },
    },
    {
      edit: { from: 'price', ranges: [{ from: '0', to: null, times: '1', plus: '-10.01', minimum: null }] },
      refused: 'price-below-zero',
    },
  ],
  'price-by-margin': [
    { before: only({ cost: '10' }), edit: { percent: '60' }, after: only({ cost: '10', price: '25' }) },
    { before: only({ cost: '10' }), edit: { percent: '100' }, refused: 'division-by-zero' },
    { before: only({ cost: '10' }), edit: { percent: '150' }, refused: 'price-below-zero' },
    { edit: { percent: '100' } },
  ],
  'price-from-costs': [
    {
      before: only({ cost: '50', weight: { value: '0.4', unit: 'kg' } }),
      edit: {
        margin: '50',
        commission: '15',
        rate: '0.14',
        rateDate: '2026-11-20',
        shipping: [{ upTo: '500', price: '4.20' }],
      },
      after: only({ cost: '50', weight: { value: '0.4', unit: 'kg' }, price: '32' }),
    },
    {
      before: only({ cost: '10' }),
      edit: { margin: '30', commission: '20', shipping: [], ending: { to: '.99', direction: 'up' } },
      after: only({ cost: '10', price: '20.99' }),
    },
    {
      before: only({ cost: '10' }),
      edit: { margin: '30', commission: '20', shipping: [{ upTo: '500', price: '1' }] },
      refused: 'no-shipping-price',
    },
    {
      before: only({ cost: '10' }),
      edit: { margin: '80', commission: '20', shipping: [] },
      refused: 'division-by-zero',
    },
    { edit: { margin: '30', commission: '20', shipping: [] } },
  ],
  'round-price': [
    { before: only({ price: '12.34' }), edit: { ending: { to: 'integer' } }, after: only({ price: '12' }) },
  ],
  'set-compare-at': [{ edit: { price: '19' }, after: only({ compareAtPrice: '19' }) }],
  'clear-compare-at': [{ before: only({ compareAtPrice: '19' }), edit: {}, after: only({}) }],
  'compare-at-above': [{ edit: { percent: '25' }, after: only({ compareAtPrice: '12.50' }) }],
  'compare-at-from-price': [
    { edit: {}, after: only({ compareAtPrice: '10.00' }) },
    { before: only({ price: null, compareAtPrice: '9' }), edit: {} },
  ],
  'set-cost': [{ edit: { cost: '4' }, after: only({ cost: '4' }) }],
  'convert-currency': [
    {
      before: {
        variants: [variantWith({ price: '10.00', compareAtPrice: '12.30', cost: '4' })],
        priceTiers: [{ minimumQuantity: 10, price: '9' }],
      },
      edit: { exchange: { to: 'JPY', rates, unknown: null } },
      after: {
        currency: 'JPY',
        variants: [variantWith({ price: '1505', compareAtPrice: '1851', cost: '602' })],
        priceTiers: [{ minimumQuantity: 10, price: '1355' }],
      },
    },
    { before: { currency: 'JPY' }, edit: { exchange: { to: 'JPY', rates, unknown: null } } },
    {
      before: { currency: null },
      edit: { exchange: { to: 'JPY', rates, unknown: null } },
      refused: 'no-exchange-rate',
    },
    {
      before: only({ price: '999999999999' }),
      edit: { exchange: { to: 'JPY', rates, unknown: null } },
      refused: 'price-too-large',
    },
  ],
};
