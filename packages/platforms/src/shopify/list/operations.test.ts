import { adminSchema } from '@bowerbird/simulators/shopify/schema';
import { realSchema } from '@bowerbird/simulators/shopify/testing/real-schema';
import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import * as bulkOperations from './bulk/operations.ts';
import { allOperations } from './operations.ts';
import { productSetStart, productSetStartJoining, setOperationQuery } from './write/large-set.ts';

const documents: Record<string, string> = {
  ...allOperations,
  ...bulkOperations,
  productSetStart,
  productSetStartJoining,
  setOperationQuery,
};

const real = realSchema();

describe('the operations we send', () => {
  for (const [name, document] of Object.entries(documents)) {
    it(`${name} is served by the simulator`, () => {
      expect(validate(adminSchema, parse(document)).map(({ message }) => message)).toEqual([]);
    });
  }

  if (real === null && !process.env.CI) {
    it('are not held against the real Admin schema: it is not here', () => {
      expect(real).toBeNull();
    });
    return;
  }
  for (const [name, document] of Object.entries(documents)) {
    it(`${name} is valid against the real Admin schema`, () => {
      expect(real).not.toBeNull();
      const errors = real ? validate(real, parse(document)) : [];
      expect(errors.map(({ message }) => message)).toEqual([]);
    });
  }
});
