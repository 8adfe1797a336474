import { expect, it, vi } from 'vitest';
import { share } from './share.ts';

const letters = [...'abcdefghij'];

it('chooses so many, evenly, and others from another beginning', () => {
  expect(share(letters, 5)).toEqual(['a', 'c', 'e', 'g', 'i']);
  expect(share(letters, 5, 1)).toEqual(['b', 'd', 'f', 'h', 'j']);
  expect(share(letters, 3, 9)).toHaveLength(3);
  expect(share(letters, 10, 4)).toEqual(letters);
});

it('chooses all where all are played', async () => {
  vi.stubEnv('BOWERBIRD_TESTS', 'all');
  vi.resetModules();
  const anew = await import('./share.ts');

  expect(anew.share(letters, 2)).toEqual(letters);
  vi.unstubAllEnvs();
});
