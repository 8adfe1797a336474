import { AppError } from '@bowerbird/contract/errors';
import { closedWay } from '../../net/failures.ts';
import type { Visit } from '../../net/http.ts';
import { walkMarkup } from '../../reading/html/walk-markup.ts';

/** Page limit of a feed, with ten posts per page. */
const pagesMax = 2000;

/**
 * Returns the addresses of the posts in a site's news feed, from its first page to its end: how posts are found without
 * an API and without a sitemap (`wordpress/readme.md`, How a site is read). Throws what the first page's request
 * throws.
 */
export async function wordpressFeed(visit: Visit, root: string): Promise<URL[]> {
  const found = new Map<string, URL>();
  for (let page = 1; page <= pagesMax; page += 1) {
    const address = new URL(`${root}/`);
    address.searchParams.set('feed', 'rss2');
    address.searchParams.set('paged', String(page));
    let links: URL[];
    try {
      links = linksIn((await visit.getText(address)).text, address);
    } catch (thrown) {
      const failure = closedWay(thrown);
      if (page === 1) {
        throw failure;
      }
      break;
    }
    const before = found.size;
    for (const link of links) {
      found.set(link.href, link);
    }
    if (found.size === before) {
      break;
    }
  }
  return [...found.values()];
}

/**
 * Returns the addresses that a feed's items link to on the same site. Throws `source.page-not-understood` for an answer
 * that is not a feed.
 */
function linksIn(xml: string, base: URL): URL[] {
  const links: URL[] = [];
  let isFeed = false;
  let inItem = false;
  let link: string | null = null;
  walkMarkup(
    xml,
    {
      onopentag(name) {
        isFeed ||= name === 'rss';
        inItem ||= name === 'item';
        link = inItem && name === 'link' ? '' : null;
      },
      ontext(text) {
        link = link === null ? null : link + text;
      },
      onclosetag(name) {
        const url = name === 'link' && link !== null ? URL.parse(link.trim(), base) : null;
        if (url !== null && url.hostname === base.hostname) {
          links.push(url);
        }
        link = null;
        inItem &&= name !== 'item';
      },
    },
    { xmlMode: true },
  );
  if (!isFeed) {
    throw new AppError('source.page-not-understood', `${base.href} holds no feed`, {
      params: { address: base.href },
    });
  }
  return links;
}
