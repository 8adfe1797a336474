import { afterEach, expect, it, vi } from 'vitest';
import { share } from './share.ts';

const letters = [...'abcdefghij'];
afterEach(() => void vi.unstubAllEnvs());

it('chooses so many, evenly, and others from another beginning', () => {
  vi.stubEnv('BOWERBIRD_TESTS', '');

  expect(share(letters, 5)).toEqual(['a', 'c', 'e', 'g', 'i']);
  expect(share(letters, 5, 1)).toEqual(['b', 'd', 'f', 'h', 'j']);
  expect(share(letters, 3, 9)).toHaveLength(3);
  expect(share(letters, 10, 4)).toEqual(letters);
});

it('chooses all where all are simulated', () => {
  vi.stubEnv('BOWERBIRD_TESTS', 'all');

  expect(share(letters, 2)).toEqual(letters);
});
