import { afterEach, expect, it, vi } from 'vitest';
import { ChunkFailure, chunkTimeoutMs, loadPage } from './lazy-page.ts';

afterEach(() => void vi.useRealTimers());

it('names the page whose code did not arrive [8.chunk]', async () => {
  const loading = loadPage('products/product-page', () => Promise.reject(new TypeError('gone')));

  await expect(loading).rejects.toBeInstanceOf(ChunkFailure);
  await expect(loading).rejects.toMatchObject({ page: 'products/product-page' });
});

it('gives up after 120 seconds and not before [8.chunk] [9.times]', async () => {
  vi.useFakeTimers();
  let failed: unknown = null;
  loadPage('products/product-page', () => new Promise(() => undefined)).catch((thrown: unknown) => {
    failed = thrown;
  });

  await vi.advanceTimersByTimeAsync(chunkTimeoutMs - 1);
  expect(failed).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toBeInstanceOf(ChunkFailure);
  expect(chunkTimeoutMs).toBe(120_000);
});
