import { simulators } from '@bowerbird/simulators/all';
import { expect, it } from 'vitest';
import { platforms } from '../all.ts';
import type { Platform } from '../platform.ts';
import { isRecordedHere, markupOf, recordedPages } from './recorded-pages.ts';
import { simulatedShop } from './simulated-suite.ts';
import { describeSpoiledPages, type GoodPage } from './spoiled-pages-suite.ts';

const shop = 'http://glade-home.localhost:8901';
const products = 12;
const readBy = (platform: Platform) => (html: string, url: URL) =>
  platform.collector?.readPage?.(html, url) ?? [];

/**
 * Returns the page of the simulated shop with the most variants among the first; none where it fills in its pages only
 * in a browser.
 */
async function simulatedPage(platform: Platform): Promise<GoodPage[]> {
  const { context, collect } = simulatedShop(platform, products);
  const { products: read } = await collect();
  for (const { source } of read.toSorted((one, next) => next.variants.length - one.variants.length)) {
    const { pathname, search } = new URL(source?.url ?? shop);
    const url = new URL(pathname + search, shop);
    const html = await (await context.fetch(url)).text();
    if (readBy(platform)(html, url).length === 1) {
      return [{ name: `${platform.name}, simulated`, url, html: () => html, read: readBy(platform) }];
    }
  }
  return [];
}

const own = (
  await Promise.all([...platforms.values()].filter(({ id }) => simulators.has(id)).map(simulatedPage))
).flat();

/** The same pages for the reader of unknown platforms: those with machine-readable product data. */
const unknown = platforms.get('unknown') as Platform;
const asUnknown = own
  .map((page) => ({ ...page, name: `${page.name}, as another shop`, read: readBy(unknown) }))
  .filter(({ read, html, url }) => {
    try {
      return read(html(), url).length === 1;
    } catch {
      return false;
    }
  });

it('reads some of them as pages of another shop, too', () => {
  expect(asUnknown.length).toBeGreaterThan(3);
});

it('has a page of every simulated platform', () => {
  expect(own.map(({ name }) => name)).toHaveLength(simulators.size);
});

if (!isRecordedHere) {
  it('has the recorded pages, where they are asked for', () => {
    process.stdout.write('Recorded pages are not here; nothing was held against them.\n');

    expect(process.env.CI ?? '').toBe('');
  });
}

const recorded = (isRecordedHere ? recordedPages : []).flatMap((page): GoodPage[] => {
  const platform = platforms.get(page.platform);
  return platform
    ? [{ name: page.file, url: new URL(page.url), html: () => markupOf(page), read: readBy(platform) }]
    : [];
});

describeSpoiledPages([...own, ...asUnknown, ...recorded]);
