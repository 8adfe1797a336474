import { isObject, textOf } from '@bowerbird/platforms/reading/unread';
import { noPost, type RestAnswer, refusal } from '../../store/rest-answers.ts';
import { freeSlug } from '../../store/wordpress-slug.ts';
import { mediaForm, type SiteForm, termForm } from './forms.ts';
import type { StoredPost, StoredTerm } from './ledger.ts';
import { cut, type Visitor } from './posts.ts';

const allowed: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** A file as it was sent. */
export interface SentFile {
  bytes: Uint8Array;
  disposition: string | null;
}

export function uploadMedia(
  { bytes, disposition }: SentFile,
  query: URLSearchParams,
  site: SiteForm,
  visitor: Visitor,
  now: number,
): RestAnswer {
  if (visitor === null) {
    return refusal(401, 'rest_cannot_create', 'Sorry, you are not allowed to create posts as this user.');
  }
  if (bytes.length === 0) {
    return refusal(400, 'rest_upload_no_data', 'No data supplied.');
  }
  if (disposition === null) {
    return refusal(400, 'rest_upload_no_content_disposition', 'No Content-Disposition supplied.');
  }
  const name = /filename="?([^";]+)"?/.exec(disposition)?.[1];
  if (name === undefined) {
    return refusal(
      400,
      'rest_upload_invalid_disposition',
      'Invalid Content-Disposition supplied. Content-Disposition needs to be formatted as `attachment; filename="image.png"` or similar.',
    );
  }
  const mime = allowed[/\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''];
  if (mime === undefined || !looksLike(bytes, mime)) {
    return refusal(500, 'rest_upload_sideload_error', 'Sorry, you are not allowed to upload this file type.');
  }
  const post = called(site.ledger.upload(name, mime, bytes.length, visitor.id, now), query, site);
  return {
    status: 201,
    body: mediaForm(post, site),
    headers: { location: `${site.origin}/wp-json/wp/v2/media/${post.id}` },
  };
}

/**
 * Applies slug, title and texts from the query, where they are sent along with a file's bytes (seen on WordPress 6.1.9
 * and 7.1.4).
 */
function called(post: StoredPost, query: URLSearchParams, { ledger }: SiteForm): StoredPost {
  const held = (slug: string) => [...ledger.posts.values()].some((one) => one.slug === slug && one !== post);
  const slug = query.get('slug');
  const changed = {
    ...post,
    title: query.get('title') ?? post.title,
    slug: slug === null ? post.slug : freeSlug(slug, held, 2),
    ...(post.file && { file: { ...post.file, alt: query.get('alt_text') ?? post.file.alt } }),
  };
  ledger.posts.set(post.id, changed);
  return changed;
}

/** Reports whether a file's first bytes match the type in its name. */
function looksLike(bytes: Uint8Array, mime: string): boolean {
  const starts = (...first: number[]) => first.every((byte, at) => bytes[at] === byte);
  switch (mime) {
    case 'image/jpeg':
      return starts(0xff, 0xd8);
    case 'image/png':
      return starts(0x89, 0x50, 0x4e, 0x47);
    case 'image/gif':
      return starts(0x47, 0x49, 0x46);
    default:
      return starts(0x52, 0x49, 0x46, 0x46);
  }
}

export function listMedia(query: URLSearchParams, site: SiteForm): RestAnswer {
  const slugs = query.get('slug')?.split(',');
  const search = query.get('search')?.toLowerCase();
  const found = [...site.ledger.posts.values()].filter(
    ({ type, slug, title }) =>
      type === 'attachment' &&
      (slugs === undefined || slugs.includes(slug)) &&
      (search === undefined || title.toLowerCase().includes(search)),
  );
  return listed(
    found.map((post) => cut(mediaForm(post, site), query)),
    query,
  );
}

export function updateMedia(id: number, body: unknown, site: SiteForm, visitor: Visitor): RestAnswer {
  const post = site.ledger.posts.get(id);
  if (!post?.file) {
    return noPost;
  }
  if (visitor === null) {
    return refusal(401, 'rest_cannot_edit', 'Sorry, you are not allowed to edit this post.');
  }
  const alt = isObject(body) ? body.alt_text : undefined;
  const changed = { ...post, file: { ...post.file, alt: typeof alt === 'string' ? alt : post.file.alt } };
  site.ledger.posts.set(id, changed);
  return { status: 200, body: mediaForm(changed, site) };
}

export function listTerms(
  taxonomy: StoredTerm['taxonomy'],
  query: URLSearchParams,
  site: SiteForm,
): RestAnswer {
  const slugs = query.get('slug')?.split(',');
  const search = query.get('search')?.toLowerCase();
  const found = [...site.ledger.terms.values()].filter(
    (term) =>
      term.taxonomy === taxonomy &&
      (slugs === undefined || slugs.includes(term.slug)) &&
      (search === undefined || term.name.toLowerCase().includes(search)),
  );
  return listed(
    found.map((term) => cut(termForm(term, site), query)),
    query,
  );
}

export function createTerm(
  taxonomy: StoredTerm['taxonomy'],
  body: unknown,
  site: SiteForm,
  visitor: Visitor,
): RestAnswer {
  const sent = isObject(body) ? body : {};
  const name = textOf(sent.name);
  if (name === null) {
    return refusal(400, 'rest_missing_callback_param', 'Missing parameter(s): name', { params: ['name'] });
  }
  if (visitor === null) {
    return refusal(401, 'rest_cannot_create', 'Sorry, you are not allowed to create terms in this taxonomy.');
  }
  const parent = typeof sent.parent === 'number' ? sent.parent : 0;
  const duplicate = [...site.ledger.terms.values()].find(
    (term) =>
      term.taxonomy === taxonomy && term.name.toLowerCase() === name.toLowerCase() && term.parent === parent,
  );
  if (duplicate) {
    const where = taxonomy === 'category' ? 'with this parent' : 'in this taxonomy';
    return {
      status: 400,
      body: {
        code: 'term_exists',
        message: `A term with the name provided already exists ${where}.`,
        data: { status: 400, term_id: duplicate.id },
        additional_data: [duplicate.id, duplicate.id],
      },
    };
  }
  const term = site.ledger.addTerm(taxonomy, name, textOf(sent.slug), parent);
  return {
    status: 201,
    body: termForm(term, site),
    headers: {
      location: `${site.origin}/wp-json/wp/v2/${taxonomy === 'category' ? 'categories' : 'tags'}/${term.id}`,
    },
  };
}

function listed(items: readonly object[], query: URLSearchParams): RestAnswer {
  const perPage = Number(query.get('per_page') ?? 10);
  const from = (Number(query.get('page') ?? 1) - 1) * perPage;
  return {
    status: 200,
    body: items.slice(from, from + perPage),
    headers: {
      'x-wp-total': String(items.length),
      'x-wp-totalpages': String(Math.ceil(items.length / perPage)),
    },
  };
}
