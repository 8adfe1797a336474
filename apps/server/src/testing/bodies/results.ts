import type { Bodies } from './bodies.ts';

/** Bodies of the calls about what is alike in the box. */
export const resultsBodies: Bodies = {
  'POST /collect/duplicates/keep': (ids) => [{ groupIds: [ids.collected, ids.claimed] }],
};
