// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { handOver, takeHanded } from './handed-selection.ts';

const id = '0190b3c4-7d1e-7abc-8def-0123456789ab';

afterEach(() => sessionStorage.clear());

describe('a selection handed from page to page', () => {
  it('arrives as it was chosen, by hand or by a filter', () => {
    handOver({ ids: [id] }, 1);
    expect(takeHanded()).toEqual({ selection: { ids: [id] }, count: 1 });

    handOver({ filter: { tags: ['autumn'] }, except: [id] }, 12_407);
    expect(takeHanded()).toEqual({
      selection: { filter: { tags: ['autumn'] }, except: [id] },
      count: 12_407,
    });
  });

  it('arrives once: going back to the page does not bring it again', () => {
    handOver({ ids: [id] }, 1);
    takeHanded();
    expect(takeHanded()).toBeNull();
  });

  it.each(['no json', '{"selection":{"ids":[]},"count":0}', '{"count":3}'])(
    'is nothing when what lies there is %s',
    (left) => {
      sessionStorage.setItem('bowerbird.selection', left);
      expect(takeHanded()).toBeNull();
    },
  );
});
