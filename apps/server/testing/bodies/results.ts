import type { Bodies } from './bodies.ts';

/** Bodies of the calls about duplicates among the collected products. */
export const resultsBodies: Bodies = {
  'POST /collect/duplicates/keep': (ids) => [{ groupIds: [ids.collected, ids.claimed] }],
};
