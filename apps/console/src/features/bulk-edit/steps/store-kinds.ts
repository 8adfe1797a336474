import type { StepKind } from './part.ts';

/** Changes of what products have of their own in one store. */
export const storeKinds = {
  'clear-own-values': {
    family: 'stores',
    initial: { kind: 'clear-own-values', shopId: '' },
    parts: [
      { name: 'shopId', label: 'bulkEdit.part.shopId', as: 'store' },
      { name: 'fields', label: 'bulkEdit.part.fields', as: 'own-fields', optional: true },
    ],
  },
} as const satisfies Record<string, StepKind>;
