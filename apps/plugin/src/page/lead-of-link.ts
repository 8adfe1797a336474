import type { Lead } from '@bowerbird/platforms/collecting/collector';
import { readLeads } from './read-open-page.ts';

/** Tells which of these leads a link of the page goes to; what is asked once is remembered by its address. */
export function leadOfLink(
  platform: string,
  leads: readonly Lead[],
  page: URL,
): (link: Pick<HTMLAnchorElement, 'href' | 'className' | 'rel'>) => string | null {
  const ids = new Set(leads.map(({ id }) => id));
  const byAddress = new Map(leads.map(({ id, url }) => [url, id]));
  const asked = new Map<string, string | null>();

  return (link) => {
    const known = asked.get(link.href);
    if (known !== undefined) {
      return known;
    }
    const place = URL.parse(link.href);
    const id = place === null ? null : (byAddress.get(place.origin + place.pathname) ?? read(link));
    const ours = id !== null && ids.has(id) ? id : null;
    asked.set(link.href, ours);
    return ours;
  };

  /** By the reader itself, shown the link as lists show theirs: with a picture, in a heading. */
  function read({
    href,
    className,
    rel,
  }: Pick<HTMLAnchorElement, 'href' | 'className' | 'rel'>): string | null {
    const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const link = `<h2><a href="${quoted(href)}" class="${quoted(className)}" rel="${quoted(rel)}"><img src="/x.png"></a></h2>`;
    return readLeads(platform, link, page)[0]?.id ?? null;
  }
}
