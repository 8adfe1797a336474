import { freeSlug, slugOf } from '../../store/wordpress-slug.ts';

export const writableStatuses = ['publish', 'future', 'draft', 'pending', 'private'] as const;
export type PostStatus = (typeof writableStatuses)[number] | 'trash' | 'inherit';

/** A post or an uploaded image, as the site keeps it. Times in milliseconds since 1970. */
export interface StoredPost {
  id: number;
  type: 'post' | 'attachment';
  slug: string;
  status: PostStatus;
  /** Its status before it was trashed. */
  statusBefore: PostStatus | null;
  title: string;
  content: string;
  excerpt: string;
  password: string;
  author: number;
  featuredMedia: number;
  categories: number[];
  tags: number[];
  date: number;
  modified: number;
  /** Only for an image. */
  file: { name: string; mime: string; bytes: number; alt: string } | null;
}

export interface StoredTerm {
  id: number;
  taxonomy: 'category' | 'post_tag';
  name: string;
  slug: string;
  parent: number;
}

export type PostChange = Partial<
  Pick<
    StoredPost,
    | 'title'
    | 'content'
    | 'excerpt'
    | 'password'
    | 'featuredMedia'
    | 'categories'
    | 'tags'
    | 'slug'
    | 'status'
    | 'date'
  >
>;

/** The default category of every site, given to a post that names none. */
const uncategorised = 1;

/** Returns our key that a post has: in its text or, while it is hidden, as its slug; null for any other post. */
export function keyIn({ type, content, slug }: StoredPost): string | null {
  const own =
    /data-bowerbird="(bb-[a-z2-7]{16})"/.exec(content)?.[1] ?? /^(bb-[a-z2-7]{16})(?:-\d+)?$/.exec(slug)?.[1];
  return type === 'post' ? (own ?? null) : null;
}

/** State of one WordPress site: posts, images and terms, with its rules for slugs. Measured on WordPress 6.1. */
export class SiteLedger {
  readonly posts = new Map<number, StoredPost>();
  readonly terms = new Map<number, StoredTerm>([
    [
      uncategorised,
      { id: uncategorised, taxonomy: 'category', name: 'Uncategorized', slug: 'uncategorized', parent: 0 },
    ],
  ]);
  /** Every post ever created, with the slug it was created under. */
  readonly made: { id: number; slug: string; at: number }[] = [];
  #late: { at: number; work: (at: number) => void }[] = [];
  #lastPost = 3;
  #lastTerm = 1;

  create(change: PostChange, author: number, now: number): StoredPost {
    this.#lastPost += 1;
    const post: StoredPost = {
      id: this.#lastPost,
      type: 'post',
      slug: '',
      status: 'draft',
      statusBefore: null,
      title: '',
      content: '',
      excerpt: '',
      password: '',
      author,
      featuredMedia: 0,
      categories: [uncategorised],
      tags: [],
      date: now,
      modified: now,
      file: null,
    };
    this.#write(post, change, now);
    this.made.push({ id: post.id, slug: post.slug, at: now });
    return post;
  }

  update(post: StoredPost, change: PostChange, now: number): StoredPost {
    const changed = { ...post };
    this.#write(changed, change, now);
    return changed;
  }

  /** Moves a post to the trash, which frees its slug. */
  trash(post: StoredPost, now: number): StoredPost {
    const trashed: StoredPost = {
      ...post,
      status: 'trash',
      statusBefore: post.status,
      slug: post.slug === '' ? '' : `${post.slug.slice(0, 191)}__trashed`,
      modified: now,
    };
    this.posts.set(post.id, trashed);
    return trashed;
  }

  remove(post: StoredPost): void {
    this.posts.delete(post.id);
  }

  /** Adds an image: a second one with the same name gets a number of its own in file name and slug. */
  upload(name: string, mime: string, bytes: number, author: number, now: number): StoredPost {
    const [, stem = name, ending = ''] = /^(.*?)(\.[a-z\d]+)?$/i.exec(name) ?? [];
    const files = new Set([...this.posts.values()].map(({ file }) => file?.name));
    const free = freeSlug(stem, (one) => files.has(one + ending), 1);
    this.#lastPost += 1;
    const post: StoredPost = {
      id: this.#lastPost,
      type: 'attachment',
      slug: freeSlug(slugOf(free), (slug) => this.#slugHeld(slug, 'attachment', this.#lastPost), 2),
      status: 'inherit',
      statusBefore: null,
      title: free,
      content: '',
      excerpt: '',
      password: '',
      author,
      featuredMedia: 0,
      categories: [],
      tags: [],
      date: now,
      modified: now,
      file: { name: free + ending, mime, bytes, alt: '' },
    };
    this.posts.set(post.id, post);
    return post;
  }

  addTerm(taxonomy: StoredTerm['taxonomy'], name: string, slug: string | null, parent: number): StoredTerm {
    this.#lastTerm += 1;
    const held = (one: string) =>
      [...this.terms.values()].some((term) => term.taxonomy === taxonomy && term.slug === one);
    const term: StoredTerm = {
      id: this.#lastTerm,
      taxonomy,
      name,
      slug: freeSlug(slugOf(slug ?? name), held, 2),
      parent,
    };
    this.terms.set(term.id, term);
    return term;
  }

  /** Schedules work for a later time: a request that arrived but is applied late. */
  later(at: number, work: (at: number) => void): void {
    this.#late.push({ at, work });
    this.#late.sort((one, other) => one.at - other.at);
  }

  /** Runs all work that is due by now. Called before every request and every inspection. */
  catchUp(now: number): void {
    for (let due = this.#late[0]; due && due.at <= now; due = this.#late[0]) {
      this.#late.shift();
      due.work(due.at);
    }
  }

  #write(post: StoredPost, change: PostChange, now: number): void {
    Object.assign(post, change);
    const slug = change.slug === undefined ? post.slug : slugOf(change.slug);
    const needsOne = post.status !== 'draft' && post.status !== 'pending' && post.status !== 'trash';
    const wanted = slug === '' && needsOne ? slugOf(post.title) || String(post.id) : slug;
    post.slug = wanted === '' ? '' : freeSlug(wanted, (one) => this.#slugHeld(one, 'post', post.id), 2);
    const known = (taxonomy: StoredTerm['taxonomy']) => (id: number) =>
      this.terms.get(id)?.taxonomy === taxonomy;
    post.categories = post.categories.filter(known('category'));
    post.tags = post.tags.filter(known('post_tag'));
    post.modified = now;
    this.posts.set(post.id, post);
  }

  #slugHeld(slug: string, type: StoredPost['type'], except: number): boolean {
    return [...this.posts.values()].some(
      (post) => post.id !== except && post.slug === slug && (type === 'attachment' || post.type === type),
    );
  }
}
