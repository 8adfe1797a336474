import type { SourceLink } from '@bowerbird/platforms/collecting/collector';
import { readSourceLinks } from './reading/read-open-page.ts';

/** Returns which of these products a link of the page leads to; results are cached by address. */
export function sourceLinkOf(
  platform: string,
  sourceLinks: readonly SourceLink[],
  page: URL,
): (link: Pick<HTMLAnchorElement, 'href' | 'className' | 'rel'>) => string | null {
  const ids = new Set(sourceLinks.map(({ id }) => id));
  const byAddress = new Map(sourceLinks.map(({ id, url }) => [url, id]));
  const requested = new Map<string, string | null>();

  return (link) => {
    const known = requested.get(link.href);
    if (known !== undefined) {
      return known;
    }
    const place = URL.parse(link.href);
    const id = place === null ? null : (byAddress.get(place.origin + place.pathname) ?? read(link));
    const ours = id !== null && ids.has(id) ? id : null;
    requested.set(link.href, ours);
    return ours;
  };

  /** Uses the reader itself, with the link in the form that lists use: with an image, in a heading. */
  function read({
    href,
    className,
    rel,
  }: Pick<HTMLAnchorElement, 'href' | 'className' | 'rel'>): string | null {
    const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const link = `<h2><a href="${quoted(href)}" class="${quoted(className)}" rel="${quoted(rel)}"><img src="/x.png"></a></h2>`;
    return readSourceLinks(platform, link, page)[0]?.id ?? null;
  }
}
