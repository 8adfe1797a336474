import { type Browser, chromium, type Page } from '@playwright/test';
import { callsOf, endOf } from '../../apps/console/e2e/practice.ts';
import { type Product, startProduct } from '../../apps/console/e2e/product.ts';
import { openAs } from '../../apps/console/e2e/sign-in.ts';
import { reaching, simulateStores } from '../../apps/console/e2e/simulated-stores.ts';
import { loadedBySignIn, watchWire } from '../../apps/console/e2e/wire.ts';
import { ensureBrowser } from '../browser.mjs';
import { ensureConsole } from '../build.mjs';
import type { BenchRow } from './row.ts';

const products = 2000;
const repeats = 7;

/** A screen, and what is visible there once its content has loaded. */
interface Measured {
  name: string;
  path: string;
  ready: string;
}

/**
 * Measures what a sign-in brings over the wire, and how long a merchant with 2,000 products waits: from the click to the
 * content of a screen, compared with the same click to an empty page of the same frame. Each is the first visit after the console was loaded, in a browser
 * whose cache holds its files; the median of seven.
 */
export async function benchFelt(): Promise<BenchRow[]> {
  const executablePath = ensureBrowser(console.error);
  if (executablePath === undefined) {
    throw new Error('without a browser there is nothing to measure');
  }
  await ensureConsole(console.error);
  const simulated = await simulateStores(['shopify'], products);
  const { product, stop } = await startProduct(reaching(simulated.stores));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const { productId, runId } = await prepare(product, simulated.stores[0]?.address ?? '');
    const rows = (name: string) => `${name} [role="row"]:nth-child(8)`;
    const screens: Measured[] = [
      { name: 'product list', path: '/products/list', ready: rows('main') },
      {
        name: 'editor',
        path: `/products/${productId}`,
        ready: 'main input[value]:not([value=""])',
      },
      { name: 'run page', path: `/profile/basic/${runId}`, ready: rows('main') },
      { name: 'listing wizard', path: '/listing', ready: 'main .store-choice' },
    ];
    const measured = await wireRows(browser, product);
    const page = await pageOf(browser, product);
    const empty = await median(page, { name: 'empty', path: '/list/basic-list', ready: 'main .empty' });
    for (const screen of screens) {
      const ours = await median(page, screen);
      measured.push({
        what: `from the click to the content of the ${screen.name}, ${products.toLocaleString('en')} products`,
        ours: `${ours.toFixed(0)} ms`,
        floor: `${empty.toFixed(0)} ms (an empty page of the same frame)`,
        ratio: empty / ours,
        aim: '0.5',
      });
    }
    return measured;
  } finally {
    await browser.close();
    await stop();
    await simulated.stop();
  }
}

/** What the first sign-in of a browser brings: its cache holds nothing but the sign-in page. */
async function wireRows(browser: Browser, product: Product): Promise<BenchRow[]> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const loaded = await loadedBySignIn(page, await watchWire(page), product);
  await context.close();
  const kilobytes = loaded.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  return [
    {
      what: 'after the sign-in: requests',
      ours: `${loaded.length}`,
      floor: '40',
      ratio: 40 / loaded.length,
      aim: '1 (the goal)',
    },
    {
      what: 'after the sign-in: over the wire',
      ours: `${kilobytes.toFixed(0)} kB`,
      floor: '150 kB',
      ratio: 150 / kilobytes,
      aim: '1 (the goal)',
    },
  ];
}

/**
 * Collects and claims the products, connects the store, and tries a listing of them all: a run page with as many rows.
 */
async function prepare(product: Product, shop: string): Promise<{ productId: string; runId: string }> {
  const call = await callsOf(product);
  const collected = await call<{ runId: string }>('POST', '/collect/runs', {
    platform: 'shopify',
    scope: 'shop',
    addresses: [`http://${shop}/`],
  });
  await endOf(call, collected.runId);
  const claimed = await call<{ runId: string | null }>('POST', '/collect/results/claim', {
    selection: { filter: { state: 'unclaimed' }, except: [] },
    expected: products,
    edits: [{ kind: 'price-from-cost', by: '2.5', ending: { to: '.90' } }],
  });
  if (claimed.runId !== null) {
    await endOf(call, claimed.runId);
  }
  const { items } = await call<{ items: { id: string }[] }>('POST', '/products/query', {
    filter: {},
    limit: 1,
  });
  const stores = await call<{ id: string }[]>('GET', '/stores');
  const { runId } = await call<{ runId: string }>('POST', '/listing/runs', {
    storeIds: stores.slice(0, 1).map(({ id }) => id),
    selection: { filter: {}, except: [] },
    dryRun: true,
  });
  await endOf(call, runId);
  return { productId: items[0]?.id ?? '', runId };
}

async function pageOf(browser: Browser, product: Product): Promise<Page> {
  const context = await browser.newContext({
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
    baseURL: product.url,
  });
  const page = await context.newPage();
  await openAs(page, product, product.merchant, '/dashboard/workplace');
  return page;
}

/**
 * Returns the median time from the click to the content, in milliseconds; the first visit fills the browser's cache.
 */
async function median(page: Page, screen: Measured): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time <= repeats; time += 1) {
    await page.evaluate(() => sessionStorage.removeItem('open_tabs'));
    await page.goto('/dashboard/workplace');
    await page.waitForLoadState('networkidle');
    times.push(await timed(page, screen));
  }
  const [, ...warm] = times;
  return warm.sort((one, other) => one - other)[Math.floor(repeats / 2)] ?? Number.NaN;
}

/** Navigates as a link of the console does, and checks on every drawn frame. */
async function timed(page: Page, { name, path, ready }: Measured): Promise<number> {
  return await page.evaluate(
    ([screen, to, content]) =>
      new Promise<number>((resolve, reject) => {
        const begun = performance.now();
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
        const look = () => {
          const taken = performance.now() - begun;
          const there = [...document.querySelectorAll(content ?? '')].some((each) => each.checkVisibility());
          if (there) {
            resolve(taken);
          } else if (taken > 60_000) {
            reject(new Error(`the ${screen} showed nothing in a minute`));
          } else {
            requestAnimationFrame(look);
          }
        };
        requestAnimationFrame(look);
      }),
    [name, path, ready],
  );
}
