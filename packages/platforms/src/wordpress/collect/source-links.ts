import type { SourceLink } from '../../collecting/collector.ts';
import { sourceLinksOnPage } from '../../collecting/links/page-source-links.ts';
import type { SourceLinkDialect } from '../../collecting/links/source-link-dialect.ts';
import { siteSigns } from '../../collecting/wordpress/root.ts';
import { readAddress } from './address.ts';

/**
 * Returns how to find posts: any path in the site of this folder may be a post, so a link must be marked as one or be
 * in a heading.
 */
function sourceLinksIn(folder: string | undefined): SourceLinkDialect {
  return {
    linked({ place, attributes, inHeading }) {
      const says = /(?:^|\s)bookmark(?:\s|$)/.test(attributes.rel ?? '') || inHeading;
      const { scope, key } = readAddress(place, undefined, folder);
      return says && scope === 'product' ? key : null;
    },
  };
}

/** Returns links to the posts of a page of the site. */
export function sourceLinksOn(html: string, url: URL): SourceLink[] {
  return sourceLinksOnPage(html, url, sourceLinksIn(siteSigns(html, url, null).folder ?? undefined));
}
