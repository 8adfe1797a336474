import { parseBoundedJson } from './bounded-json.ts';
import { type MarkupHandler, walkMarkup } from './walk-markup.ts';

/** What a page says about itself in forms meant for machines. */
export interface HtmlFacts {
  /** The page itself. */
  html: string;
  title: string | null;
  /** `meta` by name or property, lower case; the first of each counts. */
  meta: ReadonlyMap<string, string>;
  canonical: string | null;
  /** Every `application/ld+json` block that is JSON, `@graph` and arrays laid flat. */
  linkedData: unknown[];
  /** Every `application/json` block that is JSON, with its attributes. */
  json: { attributes: Readonly<Record<string, string>>; value: unknown }[];
}

/**
 * Reads a page's facts in one pass, without building a tree. Damaged markup and damaged JSON are passed over. `beside` is told of
 * the same markup, so that who looks for more needs no pass of its own.
 */
export function readHtmlFacts(html: string, beside: MarkupHandler = {}): HtmlFacts {
  const meta = new Map<string, string>();
  const facts: HtmlFacts = { html, title: null, meta, canonical: null, linkedData: [], json: [] };
  let inside: 'title' | 'linked' | 'json' | null = null;
  let attributesInside: Readonly<Record<string, string>> = {};
  let text = '';

  walkMarkup(html, {
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
    ontext(piece) {
      beside.ontext?.(piece);
      if (inside !== null) {
        text += piece;
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
          // One by one: a page of nothing else has so many that copying the list at each takes seconds.
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
    // Themes write line breaks into JSON strings; that is the one damage common enough to mend.
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
