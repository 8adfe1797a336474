// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { button, FakeApi, press, type ShownPage, says, showPage } from '../testing/signed-in-page.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { ChunkFailure } from './lazy-page.ts';

let page: ShownPage;
afterEach(async () => {
  await page.close();
  vi.restoreAllMocks();
});

async function showThrowing(thrown: unknown) {
  // React logs to the console what the boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Throws = () => {
    throw thrown;
  };
  page = await showPage(
    new FakeApi(),
    <ErrorBoundary resetKey="a">
      <Throws />
    </ErrorBoundary>,
    '/',
    '*',
  );
}

it('names a page whose code could not be loaded, and requests it again [8.chunk]', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  await showThrowing(new ChunkFailure('products/product-page', new Error('gone')));
  await says('页面载入失败');
  await says('products/product-page');

  await press(button('重试'));
  expect(reload).toHaveBeenCalledOnce();
});

it('keeps a page that broke to itself, with a way to try again', async () => {
  await showThrowing(new Error('broken'));
  await says('这个页面出了问题');

  expect(button('重试')).toBeTruthy();
});
