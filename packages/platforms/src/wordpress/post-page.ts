import type { Product } from '@bowerbird/catalog/product';
import { Parser } from 'htmlparser2';
import { readPostProduct, type SiteFacts } from './schema.ts';

/** What a page shows of the one post it is about, in the words of its theme. */
interface ShownPost {
  id: string | null;
  title: string;
  content: string;
  categories: string[];
  tags: string[];
  picture: { url: string; alt: string; width: string; height: string } | null;
}

/** Classes that themes, old and of blocks, give to a post's own text. */
const entry = /(^|\s)(entry-content|wp-block-post-content|post-content|post-entry|article-content)(\s|$)/;
const heading = /(^|\s)(entry-title|wp-block-post-title|post-title)(\s|$)/;
const inTerms = /(^|\s)(category|tag)(\s|$)/;
/** No page that people read is nested so deep; the parser takes ever longer over one that is. */
const depthMax = 2000;
const voids = new Set(['img', 'br', 'hr', 'input', 'link', 'meta', 'source', 'wbr', 'col', 'area', 'embed']);

/**
 * The product that a post's page tells by its own words, for sites whose API is closed: the same rules as for a post of the
 * API (`readme.md`, Product pages), over what its theme shows. Null for a page of no post.
 */
export function productOnPostPage(html: string, url: URL, facts: SiteFacts, handle: string): Product | null {
  const shown = shownPost(html);
  if (shown === null) {
    return null;
  }
  const { id, title, content, categories, tags, picture } = shown;
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
          picture === null
            ? []
            : [
                {
                  source_url: picture.url,
                  alt_text: picture.alt,
                  media_details: { width: Number(picture.width), height: Number(picture.height) },
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

/** Walks a page once. What stands in the text of the post is cut out as it was written. */
function shownPost(html: string): ShownPost | null {
  const shown: ShownPost = { id: null, title: '', content: '', categories: [], tags: [], picture: null };
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
      } else if (name === 'img' && shown.picture === null && /(^|\s)wp-post-image(\s|$)/.test(classes)) {
        const { src = '', alt = '', width = '', height = '' } = attributes;
        shown.picture = { url: src, alt, width, height };
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

/** Themes of blocks call every term a tag; where its address leads tells them apart. */
function isCategory({ rel = '', href = '' }: Record<string, string>): boolean {
  return /(^|\s)category(\s|$)/.test(rel) || /\/category\/|[?&]cat=\d/.test(href);
}
