import { text } from '../../storefront/markup.ts';
import type { SiteLedger, StoredPost, StoredTerm } from './ledger.ts';

/** The site as its answers name it. */
export interface SiteForm {
  origin: string;
  ledger: SiteLedger;
  /** Lists of posts contain nothing more recent; a post's own address does. */
  listedUntil?: number;
}

/** Returns a post as the API sends it; with `raw` texts for users who may edit it. */
export function postForm(post: StoredPost, { origin }: SiteForm, edit: boolean): object {
  const address = postAddress(post, origin);
  const of = (raw: string, rendered: string) => (edit ? { raw, rendered } : { rendered });
  return {
    id: post.id,
    date: instant(post.date),
    date_gmt: instant(post.date),
    guid: of(`${origin}/?p=${post.id}`, `${origin}/?p=${post.id}`),
    modified: instant(post.modified),
    modified_gmt: instant(post.modified),
    ...(edit && { password: post.password }),
    slug: post.slug,
    status: post.status,
    type: post.type,
    link: address,
    title: of(post.title, text(post.title)),
    content: {
      ...of(post.content, post.password === '' ? post.content : ''),
      protected: post.password !== '',
      ...(edit && { block_version: 0 }),
    },
    excerpt: { ...of(post.excerpt, post.excerpt), protected: post.password !== '' },
    author: post.author,
    featured_media: post.featuredMedia,
    comment_status: 'open',
    ping_status: 'open',
    sticky: false,
    template: '',
    format: 'standard',
    meta: [],
    categories: post.categories,
    tags: post.tags,
    ...(edit && { permalink_template: `${origin}/%postname%/`, generated_slug: post.slug }),
    _links: { self: [{ href: `${origin}/wp-json/wp/v2/posts/${post.id}` }] },
  };
}

export function mediaForm(post: StoredPost, { origin }: SiteForm): object {
  const source = `${origin}/wp-content/uploads/${post.file?.name ?? ''}`;
  return {
    id: post.id,
    date: instant(post.date),
    date_gmt: instant(post.date),
    guid: { rendered: source, raw: source },
    modified: instant(post.modified),
    modified_gmt: instant(post.modified),
    slug: post.slug,
    status: post.status,
    type: post.type,
    link: postAddress(post, origin),
    title: { raw: post.title, rendered: text(post.title) },
    author: post.author,
    comment_status: 'open',
    ping_status: 'closed',
    template: '',
    meta: [],
    permalink_template: `${origin}/?attachment_id=${post.id}`,
    generated_slug: post.slug,
    description: { raw: '', rendered: '' },
    caption: { raw: '', rendered: '' },
    alt_text: post.file?.alt ?? '',
    media_type: 'image',
    mime_type: post.file?.mime ?? '',
    media_details: {
      width: 1,
      height: 1,
      file: post.file?.name ?? '',
      filesize: post.file?.bytes ?? 0,
      sizes: {},
    },
    post: null,
    source_url: source,
    _links: { self: [{ href: `${origin}/wp-json/wp/v2/media/${post.id}` }] },
  };
}

export function termForm(term: StoredTerm, { origin, ledger }: SiteForm): object {
  const base = term.taxonomy === 'category' ? 'category' : 'tag';
  const of = term.taxonomy === 'category' ? 'categories' : 'tags';
  return {
    id: term.id,
    count: [...ledger.posts.values()].filter(
      (post) => post.status === 'publish' && [...post.categories, ...post.tags].includes(term.id),
    ).length,
    description: '',
    link: `${origin}/${base}/${term.slug}/`,
    name: text(term.name),
    slug: term.slug,
    taxonomy: term.taxonomy,
    ...(term.taxonomy === 'category' && { parent: term.parent }),
    meta: [],
    _links: { self: [{ href: `${origin}/wp-json/wp/v2/${of}/${term.id}` }] },
  };
}

function postAddress(post: StoredPost, origin: string): string {
  return post.status === 'publish' || post.status === 'private' || post.status === 'inherit'
    ? `${origin}/${post.slug}/`
    : `${origin}/?p=${post.id}`;
}

/** Returns a time as WordPress writes it: in UTC, without a zone. */
function instant(at: number): string {
  return new Date(at).toISOString().slice(0, 19);
}
