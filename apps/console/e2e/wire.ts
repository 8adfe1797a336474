import type { Page } from '@playwright/test';
import type { Product } from './product.ts';

/** What came over the wire for one request; its headers count, and what the browser's cache held does not. */
export interface Loaded {
  url: string;
  bytes: number;
}

/** What a page loads from now on. */
export interface Wire {
  loaded(): readonly Loaded[];
  /** Leaves out what was loaded until now. */
  forget(): void;
}

/** Watches what a page loads, files and calls alike. */
export async function watchWire(page: Page): Promise<Wire> {
  const inspector = await page.context().newCDPSession(page);
  await inspector.send('Network.enable');
  const urls = new Map<string, string>();
  let loaded: Loaded[] = [];
  inspector.on(
    'Network.requestWillBeSent',
    ({ requestId, request }) => void urls.set(requestId, request.url),
  );
  inspector.on('Network.requestServedFromCache', ({ requestId }) => void urls.delete(requestId));
  inspector.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId);
    if (url !== undefined) {
      loaded.push({ url, bytes: encodedDataLength });
    }
  });
  return {
    loaded: () => loaded,
    forget: () => {
      loaded = [];
    },
  };
}

/** Signs in by the form and returns what that loaded, with what comes later than the first page itself. */
export async function loadedBySignIn(page: Page, wire: Wire, product: Product): Promise<readonly Loaded[]> {
  await page.goto(`${product.url}/user/login`);
  await page.waitForLoadState('networkidle');
  wire.forget();
  await page.locator('[name=username]').fill(product.merchant.username);
  await page.locator('[name=password]').fill(product.merchant.password);
  await page.locator('form [type=submit]').click();
  await page.waitForURL('**/dashboard/workplace');
  await page.waitForTimeout(3000);
  return wire.loaded();
}
