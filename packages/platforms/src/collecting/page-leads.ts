import { absoluteAddress } from '../addresses.ts';
import { plainText } from '../html-text.ts';
import { walkMarkup } from '../walk-markup.ts';
import type { Lead } from './collector.ts';
import { leadsInLinkedData } from './listed-leads.ts';

/** A link as a page shows it. */
export interface PageLink {
  place: URL;
  attributes: Readonly<Record<string, string>>;
  inHeading: boolean;
}

/** How the links of a platform's pages are told apart. */
export interface LeadDialect {
  /** The id of the product that a link leads to; null for any other link. */
  linked(link: PageLink): string | null;
  /** The same of an address that the page itself calls an item of its list; left out, as `linked`. */
  listed?(place: URL): string | null;
  /** The product's own address; left out, the link's without query and fragment. */
  address?(id: string, place: URL): string;
  /** Only links that show a picture count. */
  pictured?: true;
}

/** A page made of links must not hold us. */
const leadsMax = 2000;
const wordsMax = 300;

/**
 * The products that a page of a shop leads to: by its links, in their order and with the words and the first picture inside
 * them, completed and continued by the list that its linked data tell. The page's own product is none.
 */
export function leadsOnPage(html: string, url: URL, dialect: LeadDialect): Lead[] {
  const found = new Map<string, Lead>();
  for (const lead of linkedLeads(html, url, dialect)) {
    found.set(lead.id, lead);
  }
  for (const lead of leadsInLinkedData(html, url, dialect)) {
    const known = found.get(lead.id);
    found.set(lead.id, known === undefined ? lead : { ...lead, ...filled(known) });
  }
  found.delete(dialect.linked({ place: url, attributes: {}, inHeading: true }) ?? '');
  return [...found.values()].slice(0, leadsMax);
}

/** What a lead knows, without what it does not. */
function filled(lead: Lead): Partial<Lead> {
  return Object.fromEntries(Object.entries(lead).filter(([, value]) => value !== null));
}

interface OpenLink {
  lead: Lead;
  words: string;
}

function linkedLeads(html: string, url: URL, dialect: LeadDialect): Lead[] {
  const found = new Map<string, Lead>();
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
        open.lead.pictureUrl ??= pictureOf(attributes, url);
        open.lead.title ??= words(attributes.alt);
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
  return [...found.values()].filter(({ pictureUrl }) => !dialect.pictured || pictureUrl !== null);

  function linkOf(attributes: Readonly<Record<string, string>>): OpenLink | null {
    const place = attributes.href === undefined ? null : URL.parse(attributes.href, url);
    if (place === null || place.origin !== url.origin || found.size >= leadsMax) {
      return null;
    }
    const id = dialect.linked({ place, attributes, inHeading: headings > 0 });
    if (id === null) {
      return null;
    }
    const known = found.get(id) ?? emptyLead(id, addressOf(dialect, id, place));
    found.set(id, known);
    return { lead: known, words: attributes.title ?? '' };
  }

  /** A product has several links, of which one bears its name; a mark such as "Sale" is shorter. */
  function close({ lead, words: said }: OpenLink): void {
    const title = words(said);
    if (title !== null && title.length > (lead.title?.length ?? 0)) {
      lead.title = title;
    }
  }
}

export function emptyLead(id: string, url: string): Lead {
  return { id, url, title: null, pictureUrl: null, price: null, currency: null };
}

export function addressOf(dialect: LeadDialect, id: string, place: URL): string {
  return dialect.address?.(id, place) ?? place.origin + place.pathname;
}

function isSilent(name: string): boolean {
  return name === 'script' || name === 'style' || name === 'noscript' || name === 'template';
}

function words(text: string | undefined): string | null {
  return plainText(text ?? '').slice(0, wordsMax) || null;
}

/** Pictures that are not shown yet stand in other attributes. */
function pictureOf(attributes: Readonly<Record<string, string>>, url: URL): string | null {
  const sets = [attributes['data-srcset'], attributes.srcset].map((set) => set?.trim().split(/[\s,]+/)[0]);
  const address = [attributes['data-src'], attributes['data-original'], ...sets, attributes.src].find(
    (one) => one !== undefined && one !== '' && !one.startsWith('data:') && !one.includes('{width}'),
  );
  return address === undefined ? null : absoluteAddress(address, url.href);
}
