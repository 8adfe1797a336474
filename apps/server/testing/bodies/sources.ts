import type { Bodies } from './bodies.ts';

/** Bodies of the calls about own access to sources. */
export const sourcesBodies: Bodies = {
  'POST /sources/access': () => [
    {
      platform: 'shopify',
      connection: 'none-such',
      name: 'Mine',
      shop: 'https://anns-source.example/',
      credentials: { token: 'a wrong one' },
    },
  ],
};
