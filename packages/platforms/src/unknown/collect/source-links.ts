import type { SourceLink } from '../../collecting/collector.ts';
import { sourceLinksOnPage } from '../../collecting/links/page-source-links.ts';
import type { SourceLinkDialect } from '../../collecting/links/source-link-dialect.ts';

/** Words in the paths of products. */
export const productPath =
  /\/(products?|product-page|produkte?|produits?|productos?|produtos?|prodott[io]|item|items|goods|shop|p|dp|detail)\/[^/]/i;

/**
 * The shop's paths are unknown: uses its linked-data list, and links with an image whose path looks like a product's.
 */
const sourceLinks: SourceLinkDialect = {
  linked: ({ place }) => (productPath.test(place.pathname) ? place.pathname : null),
  listed: (place) => (place.pathname === '/' ? null : place.pathname),
  pictured: true,
};

/** Returns links to the products of any shop's page. */
export function sourceLinksOn(html: string, url: URL): SourceLink[] {
  return sourceLinksOnPage(html, url, sourceLinks);
}
