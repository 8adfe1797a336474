import { absoluteAddress } from '../../net/addresses.ts';
import { plainText } from '../../reading/html/html-text.ts';
import { walkMarkup } from '../../reading/html/walk-markup.ts';
import type { SourceLink } from '../collector.ts';
import { sourceLinksInLinkedData } from './listed-source-links.ts';
import type { SourceLinkDialect } from './source-link-dialect.ts';

/** Limits, so that a page full of links cannot block us. */
const sourceLinksMax = 2000;
const wordsMax = 300;

/**
 * Returns links to the products of a shop's page: its HTML links in order, with the text and first image inside them,
 * completed and extended by the list in its linked data. Leaves out the page's own product.
 */
export function sourceLinksOnPage(html: string, url: URL, dialect: SourceLinkDialect): SourceLink[] {
  const found = new Map<string, SourceLink>();
  for (const sourceLink of linkedSourceLinks(html, url, dialect)) {
    found.set(sourceLink.id, sourceLink);
  }
  for (const sourceLink of sourceLinksInLinkedData(html, url, dialect)) {
    const known = found.get(sourceLink.id);
    found.set(sourceLink.id, known === undefined ? sourceLink : { ...sourceLink, ...filled(known) });
  }
  found.delete(dialect.linked({ place: url, attributes: {}, inHeading: true }) ?? '');
  return [...found.values()].slice(0, sourceLinksMax);
}

/** Returns the known fields of a link. */
function filled(sourceLink: SourceLink): Partial<SourceLink> {
  return Object.fromEntries(Object.entries(sourceLink).filter(([, value]) => value !== null));
}

interface OpenLink {
  sourceLink: SourceLink;
  words: string;
}

function linkedSourceLinks(html: string, url: URL, dialect: SourceLinkDialect): SourceLink[] {
  const found = new Map<string, SourceLink>();
  let open: OpenLink | null = null;
  let headings = 0;
  let silent = 0;

  walkMarkup(html, {
    onopentag(name, attributes) {
      silent += isSilent(name) ? 1 : 0;
      headings += /^h[1-6]$/.test(name) ? 1 : 0;
      if (name === 'a') {
        open = linkOf(attributes);
      } else if (name === 'img' && open !== null) {
        open.sourceLink.imageUrl ??= imageOf(attributes, url);
        open.sourceLink.title ??= words(attributes.alt);
      }
    },
    ontext(text) {
      if (open !== null && silent === 0 && open.words.length < wordsMax) {
        open.words += text;
      }
    },
    onclosetag(name) {
      silent -= isSilent(name) ? 1 : 0;
      headings -= /^h[1-6]$/.test(name) ? 1 : 0;
      if (name === 'a' && open !== null) {
        close(open);
        open = null;
      }
    },
  });
  return [...found.values()].filter(({ imageUrl }) => !dialect.pictured || imageUrl !== null);

  function linkOf(attributes: Readonly<Record<string, string>>): OpenLink | null {
    const place = attributes.href === undefined ? null : URL.parse(attributes.href, url);
    if (place === null || place.origin !== url.origin || found.size >= sourceLinksMax) {
      return null;
    }
    const id = dialect.linked({ place, attributes, inHeading: headings > 0 });
    if (id === null) {
      return null;
    }
    const known = found.get(id) ?? emptySourceLink(id, addressOf(dialect, id, place));
    found.set(id, known);
    return { sourceLink: known, words: attributes.title ?? '' };
  }

  /** Several links may lead to a product, one of which has its name; a mark such as "Sale" is shorter. */
  function close({ sourceLink, words: said }: OpenLink): void {
    const title = words(said);
    if (title !== null && title.length > (sourceLink.title?.length ?? 0)) {
      sourceLink.title = title;
    }
  }
}

export function emptySourceLink(id: string, url: string): SourceLink {
  return { id, url, title: null, imageUrl: null, price: null, currency: null };
}

export function addressOf(dialect: SourceLinkDialect, id: string, place: URL): string {
  return dialect.address?.(id, place) ?? place.origin + place.pathname;
}

function isSilent(name: string): boolean {
  return name === 'script' || name === 'style' || name === 'noscript' || name === 'template';
}

function words(text: string | undefined): string | null {
  return plainText(text ?? '').slice(0, wordsMax) || null;
}

/** Returns a link's image; lazy images are in other attributes. */
function imageOf(attributes: Readonly<Record<string, string>>, url: URL): string | null {
  const sets = [attributes['data-srcset'], attributes.srcset].map((set) => set?.trim().split(/[\s,]+/)[0]);
  const address = [attributes['data-src'], attributes['data-original'], ...sets, attributes.src].find(
    (one) => one !== undefined && one !== '' && !one.startsWith('data:') && !one.includes('{width}'),
  );
  return address === undefined ? null : absoluteAddress(address, url.href);
}
