import { documentHosts } from '../messages.ts';
import type { OpenPage } from './open-page.ts';

/**
 * The way our readers ask the outside world from inside a tab: the open page itself is answered with what the tab holds
 * already (`held`), its host with the visitor's own session, and where sources keep their descriptions by the plugin. Every
 * other address fails as one that does not answer.
 */
export function tabFetch(
  page: Pick<OpenPage, 'url' | 'fetch' | 'document'>,
  held: string | null,
): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    init?.signal?.throwIfAborted();
    if (held !== null && isSamePage(url, page.url)) {
      return new Response(held, { headers: { 'content-type': 'text/html; charset=utf-8' } });
    }
    if (url.origin === page.url.origin) {
      return await page.fetch(url, { ...init, credentials: 'same-origin' });
    }
    const answer =
      url.protocol === 'https:' && documentHosts.test(url.hostname) ? await page.document(url.href) : null;
    if (answer === null) {
      throw new TypeError(`${url.host} is not asked from this page`);
    }
    return new Response(answer.text, {
      status: answer.status,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
  };
}

/** The same place; on marketplaces, where words and hosts before it are free, the same number. */
export function isSamePage(asked: URL, page: URL): boolean {
  const number = productNumber(page);
  return number === null
    ? asked.origin === page.origin && asked.pathname === page.pathname
    : productNumber(asked) === number && isSameHouse(asked, page);
}

function isSameHouse(one: URL, other: URL): boolean {
  const house = ({ hostname }: URL) => hostname.split('.').slice(-2).join('.');
  return one.origin === other.origin || (documentHosts.test(one.hostname) && house(one) === house(other));
}

/** The number of a product as addresses of marketplaces carry it; null where there is none. */
export function productNumber({ pathname, hostname, searchParams }: URL): string | null {
  const found =
    /(?:^|[/_-])(\d{6,20})\.html$/.exec(pathname) ??
    (hostname.endsWith('.alibaba.com') ? /^\/product\/(\d{8,14})(?:\/|$)/.exec(pathname) : null) ??
    (hostname === 'detail.m.1688.com' ? /^(\d{6,14})$/.exec(searchParams.get('offerId') ?? '') : null);
  return found?.[1] ?? null;
}
