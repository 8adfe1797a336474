import { ByPlugin } from '../ui/stores/by-plugin.tsx';
import { ReadWithPlugin } from '../ui/stores/read-with-plugin.tsx';
import type { Section } from './specimen.ts';

export const stores: Section = {
  folder: 'stores',
  specimens: ({ text }) => [
    { name: 'ByPlugin', states: { alone: <ByPlugin />, named: <ByPlugin named /> } },
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
