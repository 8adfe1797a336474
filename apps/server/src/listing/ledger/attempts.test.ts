import { ListingOptions } from '@bowerbird/contract/listing/listing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { optionsIn, unusual } from './attempts.ts';

const options = fc.record(
  {
    status: fc.constantFrom('active' as const, 'draft' as const),
    publish: fc.boolean(),
    again: fc.boolean(),
    delisted: fc.constantFrom('leave' as const, 'show' as const),
    buyLink: fc.string(),
  },
  { requiredKeys: ['status', 'publish', 'again'] },
) as fc.Arbitrary<ListingOptions>;

it('the options of an attempt come back as they were', () => {
  fc.assert(
    fc.property(options, (given) => {
      const stored: unknown = JSON.parse(JSON.stringify(unusual(given)));

      expect(optionsIn(stored as Partial<ListingOptions>)).toEqual(given);
    }),
  );
});

it('what is as usual is what a request without options means, and takes no room', () => {
  expect(optionsIn({})).toEqual(ListingOptions.parse({}));
  expect(unusual(ListingOptions.parse({}))).toEqual({});
});
