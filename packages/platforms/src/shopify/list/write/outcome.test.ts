import { expect, it } from 'vitest';
import type { Answer } from '../client.ts';
import { setOutcome } from './outcome.ts';

const held: Answer = {
  kind: 'data',
  data: {
    productSet: {
      product: null,
      userErrors: [
        {
          code: 'HANDLE_NOT_UNIQUE',
          field: ['input', 'handle'],
          message: "Handle 'lamp' already in use. Please provide a new handle.",
        },
      ],
    },
  },
};

it('a handle that another product holds is surely refused to a product with an id', async () => {
  expect(await setOutcome(held, 'by-id')).toMatchObject({
    outcome: 'refused',
    faults: [{ code: 'store.handle-taken', field: 'handle' }],
  });
});

it('of a product that is made it may be our own that holds it: in doubt', async () => {
  expect(await setOutcome(held, 'create')).toMatchObject({ outcome: 'unknown' });
});
