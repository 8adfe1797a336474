import type { Bodies } from './bodies.ts';

export const boardsBodies: Bodies = {
  'GET /dashboard/analysis': () => [{ from: '2026-11-01', to: '2026-11-20', zone: 'UTC' }],
  'POST /dashboard/bench': () => [
    { address: 'https://anns-source.example/' },
    { address: 'https://anns-source.example/', platform: 'shopify' },
  ],
};
