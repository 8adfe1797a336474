import type { SourceLink } from '../collector.ts';
import { productAddress, readAddress } from './handle-address.ts';
import { sourceLinksOnPage } from './page-source-links.ts';
import type { SourceLinkDialect } from './source-link-dialect.ts';

const dialect: SourceLinkDialect = {
  linked({ place }) {
    const { scope, key } = readAddress(place);
    return scope === 'product' ? key : null;
  },
  address: (handle, place) => productAddress(readAddress(place).root, handle),
};

/** Returns links to the products of a page, in a shop whose products are at `/products/{handle}`. */
export function handleSourceLinks(html: string, url: URL): SourceLink[] {
  return sourceLinksOnPage(html, url, dialect);
}
