import { expect, it } from 'vitest';
import type { Answer } from '../client.ts';
import { setOutcome } from './outcome.ts';

const rejectedWith = (userError: { code: string; field: string[]; message: string }): Answer => ({
  kind: 'data',
  data: { productSet: { product: null, userErrors: [userError] } },
});
const handleHeld = rejectedWith({
  code: 'HANDLE_NOT_UNIQUE',
  field: ['input', 'handle'],
  message: "Handle 'lamp' already in use. Please provide a new handle.",
});
const keyHeld = rejectedWith({
  code: 'CAPABILITY_VIOLATION',
  field: ['input', 'metafields', '0', 'value'],
  message: 'Value is already assigned to another product',
});

it('a handle that another product holds is surely refused to a product with an id', async () => {
  expect(await setOutcome(handleHeld, 'by-id')).toMatchObject({
    outcome: 'refused',
    faults: [{ code: 'store.handle-taken', field: 'handle' }],
  });
});

it('our key on another product surely refuses an update, which is not sent 24 times', async () => {
  expect(await setOutcome(keyHeld, 'by-id')).toMatchObject({
    outcome: 'refused',
    faults: [{ code: 'store.custom-fields-rejected', field: 'metafields.0.value' }],
  });
});

it.each([handleHeld, keyHeld])(
  'of a create, our own product may hold it: the outcome is unknown',
  async (held) => {
    expect(await setOutcome(held, 'create')).toMatchObject({ outcome: 'unknown' });
  },
);
