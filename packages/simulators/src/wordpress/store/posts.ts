import { isObject, itemsOf, textOf } from '@bowerbird/platforms/reading/unread';
import { badField, noPost, type RestAnswer, refusal } from '../../store/rest-answers.ts';
import { postForm, type SiteForm } from './forms.ts';
import { type PostChange, type PostStatus, type StoredPost, writableStatuses } from './ledger.ts';

/** The requesting user; null when not signed in. */
export type Visitor = { id: number } | null;

const titleMax = 65_535;
const readable = [...writableStatuses, 'trash', 'inherit', 'any'];

/** Answers `GET /wp/v2/posts`: more than the public posts only for a signed-in user. */
export function listPosts(query: URLSearchParams, site: SiteForm, visitor: Visitor): RestAnswer {
  const wanted = (query.get('status') ?? 'publish').split(',');
  const unknown = wanted.findIndex((status) => !readable.includes(status));
  if (unknown >= 0) {
    return badField('status', 'rest_not_in_enum', `status[${unknown}] is not one of ${readable.join(', ')}.`);
  }
  if (visitor === null && wanted.some((status) => status !== 'publish')) {
    return badField('status', 'rest_forbidden_status', 'Status is forbidden.');
  }
  const perPage = Number(query.get('per_page') ?? 10);
  const page = Number(query.get('page') ?? 1);
  if (!Number.isInteger(perPage) || perPage < 1 || perPage > 100) {
    return badField(
      'per_page',
      'rest_out_of_bounds',
      'per_page must be between 1 (inclusive) and 100 (inclusive)',
    );
  }
  const found = [...site.ledger.posts.values()].filter(
    (post) =>
      post.type === 'post' &&
      post.date <= (site.listedUntil ?? Number.POSITIVE_INFINITY) &&
      isWanted(post, wanted) &&
      fits(post, query),
  );
  found.sort(orderOf(query));
  const from = (page - 1) * perPage;
  if (page > 1 && found.length > 0 && from >= found.length) {
    return refusal(
      400,
      'rest_post_invalid_page_number',
      'The page number requested is larger than the number of pages available.',
    );
  }
  const edit = query.get('context') === 'edit' && visitor !== null;
  return {
    status: 200,
    body: found.slice(from, from + perPage).map((post) => cut(postForm(post, site, edit), query)),
    headers: {
      'x-wp-total': String(found.length),
      'x-wp-totalpages': String(Math.ceil(found.length / perPage)),
    },
  };
}

/** Reports whether a post has a wanted status; `any` is every status except those that searches leave out. */
function isWanted({ status }: StoredPost, wanted: readonly string[]): boolean {
  return wanted.includes(status) || (wanted.includes('any') && status !== 'trash');
}

function fits(post: StoredPost, query: URLSearchParams): boolean {
  const slugs = query.get('slug')?.split(',');
  const include = query.get('include')?.split(',').map(Number);
  const after = query.get('after');
  const author = query.get('author');
  const search = query.get('search')?.toLowerCase();
  return (
    (slugs === undefined || slugs.includes(post.slug)) &&
    (include === undefined || include.includes(post.id)) &&
    (after === null || post.date > Date.parse(`${after.replace(/Z$/, '')}Z`)) &&
    (author === null || author.split(',').map(Number).includes(post.author)) &&
    (search === undefined || `${post.title} ${post.content}`.toLowerCase().includes(search))
  );
}

function orderOf(query: URLSearchParams) {
  const rising = query.get('order') === 'asc' ? 1 : -1;
  const by = query.get('orderby') === 'id' ? ({ id }: StoredPost) => id : ({ date }: StoredPost) => date;
  return (one: StoredPost, other: StoredPost) => rising * (by(one) - by(other) || one.id - other.id);
}

/** Returns only the requested fields. */
export function cut(form: object, query: URLSearchParams): object {
  const fields = query.get('_fields')?.split(',');
  return fields === undefined
    ? form
    : Object.fromEntries(Object.entries(form).filter(([name]) => fields.includes(name)));
}

export function getPost(id: number, query: URLSearchParams, site: SiteForm, visitor: Visitor): RestAnswer {
  const post = site.ledger.posts.get(id);
  if (post?.type !== 'post') {
    return noPost;
  }
  if (visitor === null && post.status !== 'publish') {
    return refusal(401, 'rest_forbidden', 'Sorry, you are not allowed to do that.');
  }
  return { status: 200, body: cut(postForm(post, site, query.get('context') === 'edit'), query) };
}

export function createPost(body: unknown, site: SiteForm, visitor: Visitor, now: number): RestAnswer {
  const change = changeIn(body);
  if ('status' in change && 'body' in change) {
    return change;
  }
  if (visitor === null) {
    return refusal(401, 'rest_cannot_create', 'Sorry, you are not allowed to create posts as this user.');
  }
  if (!change.title && !change.content && !change.excerpt) {
    return refusal(400, 'empty_content', 'Content, title, and excerpt are empty.');
  }
  const post = site.ledger.create(change, visitor.id, now);
  return {
    status: 201,
    body: postForm(post, site, true),
    headers: { location: `${site.origin}/wp-json/wp/v2/posts/${post.id}` },
  };
}

export function updatePost(
  id: number,
  body: unknown,
  site: SiteForm,
  visitor: Visitor,
  now: number,
): RestAnswer {
  const change = changeIn(body);
  if ('status' in change && 'body' in change) {
    return change;
  }
  const post = site.ledger.posts.get(id);
  if (post?.type !== 'post') {
    return noPost;
  }
  if (visitor === null) {
    return refusal(401, 'rest_cannot_edit', 'Sorry, you are not allowed to edit this post.');
  }
  return { status: 200, body: postForm(site.ledger.update(post, change, now), site, true) };
}

/** Moves a post to the trash; with `force`, deletes it permanently. */
export function deletePost(
  id: number,
  query: URLSearchParams,
  site: SiteForm,
  visitor: Visitor,
  now: number,
): RestAnswer {
  const post = site.ledger.posts.get(id);
  if (post?.type !== 'post') {
    return noPost;
  }
  if (visitor === null) {
    return refusal(401, 'rest_cannot_delete', 'Sorry, you are not allowed to delete this post.');
  }
  if (query.get('force') === 'true') {
    site.ledger.remove(post);
    return { status: 200, body: { deleted: true, previous: postForm(post, site, true) } };
  }
  return post.status === 'trash'
    ? refusal(410, 'rest_already_trashed', 'The post has already been deleted.')
    : { status: 200, body: postForm(site.ledger.trash(post, now), site, true) };
}

/** Returns the changes that a body requests, or what is wrong with it. */
function changeIn(body: unknown): PostChange | RestAnswer {
  const sent = isObject(body) ? body : {};
  const change: PostChange = {};
  for (const name of ['title', 'content', 'excerpt', 'slug', 'password'] as const) {
    const raw = isObject(sent[name]) ? sent[name].raw : sent[name];
    if (typeof raw === 'string') {
      change[name] = raw;
    }
  }
  const status = textOf(sent.status);
  if (status !== null) {
    const known = writableStatuses.find((one) => one === status);
    if (known === undefined) {
      return badField(
        'status',
        'rest_not_in_enum',
        'status is not one of publish, future, draft, pending, and private.',
      );
    }
    change.status = known satisfies PostStatus;
  }
  if ((change.title?.length ?? 0) > titleMax) {
    return refusal(500, 'db_insert_error', 'Could not insert post into the database.');
  }
  for (const name of ['categories', 'tags'] as const) {
    if (sent[name] !== undefined) {
      change[name] = itemsOf(sent[name]).filter((id) => typeof id === 'number');
    }
  }
  if (typeof sent.featured_media === 'number') {
    change.featuredMedia = sent.featured_media;
  }
  return change;
}
