import type { Bodies } from './bodies.ts';

const plan = {
  name: { 'zh-CN': '一', 'zh-TW': '一', 'en-US': 'One', 'pt-BR': 'Um' },
  priceMonth: '1.00',
  priceYear: '10.00',
  currency: 'CNY',
  quotas: { products: 1, 'collected-per-month': 1, 'listed-per-month': 1, stores: 1, people: 1 },
  onSale: true,
};

export const billingBodies: Bodies = {
  'POST /billing/quote': () => [{ planId: 'team', term: 'month' }],
  'POST /billing/orders': () => [
    { planId: 'team', term: 'month', payment: 'bank-transfer', amount: '199.00' },
  ],
  'PUT /billing/invoice-data': () => [
    { company: 'Mine', taxId: '', address: '', email: 'mine@example.test' },
  ],
  'POST /billing/unfreeze': () => [{ message: 'please' }],
  'POST /billing/admin/orders/:id/confirm': () => [{ received: '199.00', reason: 'I say so' }],
  'POST /billing/admin/orders/:id/refund': () => [{ reason: 'I say so' }],
  'POST /billing/admin/plans': () => [plan],
  'PUT /billing/admin/plans/:id': () => [plan],
  'PUT /billing/admin/default-plan': () => [{ planId: 'team' }],
  'PUT /billing/admin/bank': () => [{ accountName: 'Mine', accountNumber: '1', bank: 'Of mine', more: '' }],
};
