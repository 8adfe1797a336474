import { ByPlugin } from '../ui/stores/by-plugin.tsx';
import { ReadWithPlugin } from '../ui/stores/read-with-plugin.tsx';
import { StoredFields } from '../ui/stores/stored-fields.tsx';
import type { Section } from './specimen.ts';

export const stores: Section = {
  folder: 'stores',
  without: { StoredOtherwiseList: 'reads its products from the server; its table is StoredFields' },
  specimens: ({ text }) => [
    { name: 'ByPlugin', states: { alone: <ByPlugin />, named: <ByPlugin named /> } },
    {
      name: 'StoredFields',
      states: {
        'two values': (
          <StoredFields
            fields={[
              { field: 'variants.0.sku', sent: 'LMP & SHADE', stored: 'LMP &amp; SHADE', said: 'sku' },
              { field: 'variants.0.price', sent: '24.90', stored: '', said: 'price' },
            ]}
          />
        ),
        'only what the store said': (
          <StoredFields fields={[{ field: null, sent: null, stored: null, said: 'product_type stays' }]} />
        ),
      },
    },
    {
      name: 'ReadWithPlugin',
      states: {
        plain: (
          <ReadWithPlugin platform="shopify" urls={['https://lamps.example/products/linen']}>
            {text('plugin.by')}
          </ReadWithPlugin>
        ),
        'small, the main action': (
          <ReadWithPlugin primary size="small" platform="shopify" urls={[]}>
            {text('plugin.by')}
          </ReadWithPlugin>
        ),
      },
    },
  ],
};
