import { parseBoundedJson } from '../json/bounded-json.ts';
import { type MarkupHandler, walkMarkup } from './walk-markup.ts';

/** What a page says about itself in machine-readable formats. */
export interface HtmlFacts {
  /** The page's HTML. */
  html: string;
  title: string | null;
  /** `meta` by name or property in lower case; the first of each counts. */
  meta: ReadonlyMap<string, string>;
  canonical: string | null;
  /** Every `application/ld+json` block that is valid JSON, with `@graph` and arrays flattened. */
  linkedData: unknown[];
  /** Every `application/json` block that is valid JSON, with its attributes. */
  json: { attributes: Readonly<Record<string, string>>; value: unknown }[];
}

/**
 * Reads a page's facts in one pass, without building a tree. Skips damaged markup and damaged JSON. `beside` receives
 * the same markup events, so that further searches need no pass of their own.
 */
export function readHtmlFacts(html: string, beside: MarkupHandler = {}): HtmlFacts {
  return factsUntil(html, beside);
}

/** What the elements of a page's head say. */
export type PageHead = Pick<HtmlFacts, 'title' | 'meta'>;

/**
 * Returns the page's title and its `meta` up to the place where they have these names: most pages give them in their
 * head, so that the rest need not be walked. Where one is missing, the whole page is.
 */
export function readPageHead(html: string, names: readonly string[]): PageHead {
  return factsUntil(html, {}, ({ title, meta }) => title !== null && names.every((name) => meta.has(name)));
}

function factsUntil(
  html: string,
  beside: MarkupHandler,
  isEnough?: (facts: HtmlFacts) => boolean,
): HtmlFacts {
  const meta = new Map<string, string>();
  const facts: HtmlFacts = { html, title: null, meta, canonical: null, linkedData: [], json: [] };
  let inside: 'title' | 'linked' | 'json' | null = null;
  let attributesInside: Readonly<Record<string, string>> = {};
  let text = '';

  walkMarkup(html, {
    isOver: () => isEnough?.(facts) ?? false,
    onopentag(name, attributes, at) {
      beside.onopentag?.(name, attributes, at);
      if (name === 'meta') {
        const key = (attributes.property ?? attributes.name)?.toLowerCase();
        if (key !== undefined && attributes.content !== undefined && !meta.has(key)) {
          meta.set(key, attributes.content);
        }
      } else if (name === 'link' && attributes.rel === 'canonical') {
        facts.canonical ??= attributes.href ?? null;
      } else if (name === 'title' && facts.title === null) {
        inside = 'title';
      } else if (name === 'script') {
        const type = attributes.type?.toLowerCase().split(';')[0]?.trim();
        inside = type === 'application/ld+json' ? 'linked' : type === 'application/json' ? 'json' : null;
        attributesInside = attributes;
      }
    },
    ontext(unit) {
      beside.ontext?.(unit);
      if (inside !== null) {
        text += unit;
      }
    },
    onclosetag(name, end) {
      beside.onclosetag?.(name, end);
      if (inside === null || (name !== 'script' && name !== 'title')) {
        return;
      }
      if (inside === 'title') {
        facts.title = text.trim() || null;
      } else {
        const value = parsed(text);
        if (value !== undefined && inside === 'linked') {
          // One by one: copying the list for each block takes seconds on a page with very many blocks.
          for (const block of flat(value)) {
            facts.linkedData.push(block);
          }
        } else if (value !== undefined) {
          facts.json.push({ attributes: attributesInside, value });
        }
      }
      inside = null;
      text = '';
    },
  });
  return facts;
}

function parsed(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    // Themes write line breaks into JSON strings; no other damage is common enough to repair.
    try {
      return parseBoundedJson(text.replaceAll(/[\r\n\t]+/g, ' '));
    } catch {
      return undefined;
    }
  }
}

function flat(value: unknown): unknown[] {
  const blocks = Array.isArray(value) ? value : [value];
  return blocks.flatMap((block: unknown) =>
    typeof block === 'object' && block !== null && '@graph' in block && Array.isArray(block['@graph'])
      ? block['@graph']
      : [block],
  );
}
