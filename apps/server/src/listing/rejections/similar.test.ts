import { describe, expect, it } from 'vitest';
import { causeOf, type Rejection } from '../runs/rejection-cause.ts';
import { RejectionCounter, type StoreAnswer } from './similar.ts';

const unreachable: Rejection = {
  fault: { code: 'store.images-unreachable', params: { message: 'Error getting remote image' } },
  field: 'images.0',
};
const priceInvalid: Rejection = {
  fault: { code: 'store.price-invalid', params: {} },
  field: 'variants.3.price',
};

function rejectedTimes(counter: RejectionCounter, times: number, rejection = unreachable): RejectionCounter {
  for (let n = 0; n < times; n += 1) {
    counter.rejected(rejection);
  }
  return counter;
}

function unknownReason(message: string): string {
  return causeOf({ fault: { code: 'store.rejected-product', params: { message } }, field: null });
}

describe('a store job pauses', () => {
  it('when the first 20 products are rejected for one cause, and not at the 19th', () => {
    const counter = rejectedTimes(new RejectionCounter([], []), 19);
    expect(counter.reached).toBeNull();

    counter.rejected(unreachable);

    expect(counter.reached).toMatchObject({ count: 20, fault: { code: 'store.images-unreachable' } });
  });

  it('when any 50 in a row are, after others were taken', () => {
    const counter = new RejectionCounter([], []);
    counter.accepted();
    rejectedTimes(counter, 49);
    expect(counter.reached).toBeNull();

    counter.rejected(unreachable);

    expect(counter.reached).toMatchObject({ count: 50 });
  });

  it('at the same product after a restart', () => {
    const answer: StoreAnswer = { ...unreachable, cause: causeOf(unreachable) };
    const counter = new RejectionCounter(
      Array.from({ length: 19 }, () => answer),
      [],
    );
    expect(counter.reached).toBeNull();

    counter.rejected(unreachable);

    expect(counter.reached).toMatchObject({ count: 20 });
  });
});

describe('a store job goes on', () => {
  it('when products are rejected for different causes', () => {
    const counter = new RejectionCounter([], []);
    for (let n = 0; n < 200; n += 1) {
      counter.rejected(n % 2 === 0 ? unreachable : priceInvalid);
    }
    expect(counter.reached).toBeNull();
  });

  it('when one product between them is taken', () => {
    const counter = rejectedTimes(new RejectionCounter([], []), 19);
    counter.accepted();

    expect(rejectedTimes(counter, 49).reached).toBeNull();
  });

  it('when a person lets the cause pass; for another cause it pauses', () => {
    const counter = rejectedTimes(new RejectionCounter([], [causeOf(unreachable)]), 300);
    expect(counter.reached).toBeNull();

    expect(rejectedTimes(counter, 50, priceInvalid).reached).toMatchObject({ count: 50 });
  });
});

describe('a cause', () => {
  it('is one for the same field of different variants, and another for another field', () => {
    const of = (field: string) =>
      causeOf({ fault: { code: 'store.field-missing', params: { field } }, field });

    expect(of('variants.0.price')).toBe(of('variants.12.price'));
    expect(of('variants.0.price')).not.toBe(of('variants.0.sku'));
  });

  it('of unknown words is one however addresses, names and numbers differ, and another for other words', () => {
    expect(unknownReason('Cannot tax "Blue mug" at https://a.example/1.jpg (error 17)')).toBe(
      unknownReason('Cannot tax "Lamp" at https://b.example/22.jpg (error 18)'),
    );
    expect(unknownReason('Cannot tax this')).not.toBe(unknownReason('Not allowed here'));
  });
});
