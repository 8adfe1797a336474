import type { Product } from '@bowerbird/catalog/product';
import { collectorOf } from '../../collecting/collect.ts';
import { productsOrNone } from '../../collecting/pages/products-or-none.ts';
import { productOnPage } from './page.ts';
import { recognise } from './recognise.ts';
import { dialect } from './shop-reader.ts';
import { sourceLinksOn } from './source-links.ts';

/** Collector of shops of unknown platforms: everything that a browser needs of them. */
export const collector = collectorOf(dialect, { recognise, readPage, sourceLinksOn });

/** Returns the products on a page as a browser shows it: one or none. */
function readPage(html: string, url: URL): Product[] {
  return productsOrNone(() => productOnPage(html, url, url.host));
}
