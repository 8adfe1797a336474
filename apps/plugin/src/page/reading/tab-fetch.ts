import { documentHosts } from '../../messages.ts';
import type { OpenPage } from '../open-page.ts';

/**
 * Returns the `fetch` that our readers use inside a tab: the open page itself is served from what the tab already holds
 * (`held`), its host is requested with the visitor's own session, and the hosts of descriptions through the plugin.
 * Every other address fails as unreachable.
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

/**
 * Reports whether two addresses show the same page; on marketplaces, where words and hosts before the product's number
 * are arbitrary, the number decides.
 */
export function isSamePage(requested: URL, page: URL): boolean {
  const number = productNumber(page);
  return number === null
    ? requested.origin === page.origin && requested.pathname === page.pathname
    : productNumber(requested) === number && isSameSite(requested, page);
}

function isSameSite(one: URL, other: URL): boolean {
  const site = ({ hostname }: URL) => hostname.split('.').slice(-2).join('.');
  return one.origin === other.origin || (documentHosts.test(one.hostname) && site(one) === site(other));
}

/** Returns the number of a product in a marketplace's address; null if there is none. */
export function productNumber({ pathname, hostname, searchParams }: URL): string | null {
  const found =
    /(?:^|[/_-])(\d{6,20})\.html$/.exec(pathname) ??
    (hostname.endsWith('.alibaba.com') ? /^\/product\/(\d{8,14})(?:\/|$)/.exec(pathname) : null) ??
    (hostname === 'detail.m.1688.com' ? /^(\d{6,14})$/.exec(searchParams.get('offerId') ?? '') : null);
  return found?.[1] ?? null;
}
