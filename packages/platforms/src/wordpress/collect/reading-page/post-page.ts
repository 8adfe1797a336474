import type { Product } from '@bowerbird/catalog/product';
import { Parser } from 'htmlparser2';
import { readPostProduct, type SiteFacts } from '../schema.ts';

/** What a page shows of its single post, as its theme displays it. */
interface ShownPost {
  id: string | null;
  title: string;
  content: string;
  categories: string[];
  tags: string[];
  image: { url: string; alt: string; width: string; height: string } | null;
}

/** Classes of a post's own text, in older and in block themes. */
const entry = /(^|\s)(entry-content|wp-block-post-content|post-content|post-entry|article-content)(\s|$)/;
const heading = /(^|\s)(entry-title|wp-block-post-title|post-title)(\s|$)/;
const inTerms = /(^|\s)(category|tag)(\s|$)/;
/** Deepest accepted nesting; no real page is nested so deeply, and the parser gets ever slower on one that is. */
const depthMax = 2000;
const voids = new Set(['img', 'br', 'hr', 'input', 'link', 'meta', 'source', 'wbr', 'col', 'area', 'embed']);

/**
 * Returns the product that a post's page describes in text, for sites whose API is closed: the same rules as for a post
 * from the API (`readme.md`, Product pages), applied to what its theme shows. Returns null for a page without a post.
 */
export function productOnPostPage(html: string, url: URL, facts: SiteFacts, handle: string): Product | null {
  const shown = shownPost(html);
  if (shown === null) {
    return null;
  }
  const { id, title, content, categories, tags, image } = shown;
  return readPostProduct(
    {
      id: id ?? handle,
      type: id === null ? 'slug' : 'post',
      slug: handle,
      link: url.href,
      title: { rendered: title },
      content: { rendered: content, protected: /class="[^"]*\bpost-password-form\b/.test(content) },
      _embedded: {
        'wp:featuredmedia':
          image === null
            ? []
            : [
                {
                  source_url: image.url,
                  alt_text: image.alt,
                  media_details: { width: Number(image.width), height: Number(image.height) },
                },
              ],
        'wp:term': [
          categories.map((name) => ({ id: name, name, taxonomy: 'category' })),
          tags.map((name) => ({ id: name, name, taxonomy: 'post_tag' })),
        ],
      },
    },
    facts,
  );
}

/** Walks a page once, and cuts out the text of the post exactly as written. */
function shownPost(html: string): ShownPost | null {
  const shown: ShownPost = { id: null, title: '', content: '', categories: [], tags: [], image: null };
  let from = -1;
  let depth = 0;
  let titleOpen: string | null = null;
  let termOpen: 'category' | 'tag' | null = null;
  let words = '';

  let nested = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      nested += 1;
      if (nested > depthMax) {
        parser.pause();
        return;
      }
      const classes = attributes.class ?? '';
      if (name === 'body') {
        shown.id = /(?:^|\s)postid-(\d+)(?:\s|$)/.exec(classes)?.[1] ?? null;
      }
      if (depth > 0) {
        depth += voids.has(name) ? 0 : 1;
        return;
      }
      if (shown.content === '' && entry.test(classes)) {
        from = (parser.endIndex ?? 0) + 1;
        depth = 1;
      } else if (shown.title === '' && heading.test(classes)) {
        titleOpen = name;
        words = '';
      } else if (name === 'a' && inTerms.test(attributes.rel ?? '')) {
        termOpen = isCategory(attributes) ? 'category' : 'tag';
        words = '';
      } else if (name === 'img' && shown.image === null && /(^|\s)wp-post-image(\s|$)/.test(classes)) {
        const { src = '', alt = '', width = '', height = '' } = attributes;
        shown.image = { url: src, alt, width, height };
      }
    },
    ontext(text) {
      words += titleOpen === null && termOpen === null ? '' : text;
    },
    onclosetag(name) {
      nested -= 1;
      if (depth > 0) {
        depth -= voids.has(name) ? 0 : 1;
        if (depth === 0) {
          shown.content = html.slice(from, parser.startIndex);
        }
      } else if (titleOpen === name) {
        shown.title = words.trim();
        titleOpen = null;
      } else if (termOpen !== null && name === 'a') {
        const names = termOpen === 'category' ? shown.categories : shown.tags;
        if (words.trim() !== '' && !names.includes(words.trim())) {
          names.push(words.trim());
        }
        termOpen = null;
      }
    },
  });
  parser.end(html);
  return shown.content !== '' && shown.title !== '' ? shown : null;
}

/**
 * Reports whether a link is a category: block themes mark every term as a tag, and only the address distinguishes them.
 */
function isCategory({ rel = '', href = '' }: Record<string, string>): boolean {
  return /(^|\s)category(\s|$)/.test(rel) || /\/category\/|[?&]cat=\d/.test(href);
}
