import { z } from 'zod/mini';
import { languages } from '../account/account.ts';
import { Instant, listOf, pageQuery } from '../list.ts';
import { route } from '../route.ts';

export const articleKinds = ['news', 'video'] as const;
export type ArticleKind = (typeof articleKinds)[number];

const ArticleId = z.uuid();
const Words = z.string().check(z.maxLength(200));

/** An external URL that the reader's browser loads: https only. */
export const SecureAddress = z.url({ protocol: /^https$/ }).check(z.maxLength(2000));

/** Path of a tutorial video or its cover on this server; `{language}` stands for the reader's language. */
export const filmAddress = /^\/films\/[a-z-]{1,60}\.\{language\}\.(mp4|jpg)$/;
const MediaAddress = z.union([SecureAddress, z.string().check(z.regex(filmAddress))]);

const words = {
  kind: z.enum(articleKinds),
  title: z.string(),
  summary: z.string(),
  coverUrl: z.nullable(z.string()),
  /** The language of this text: the reader's own, or the closest one available. */
  language: z.enum(languages),
  publishedAt: Instant,
};

/** A published article as shown in a list. */
export const NewsItem = z.object({ id: ArticleId, ...words });
export type NewsItem = z.infer<typeof NewsItem>;

/** Returns published articles, newest first; the search text is matched in every language. */
export const listNews = route({
  method: 'GET',
  path: '/news',
  needs: { permission: 'news', action: 'query' },
  query: z.object({ ...pageQuery, kind: z.optional(z.enum(articleKinds)), text: z.optional(Words) }),
  answer: listOf(NewsItem),
});

/** Returns one published article; a draft is not found. */
export const getNews = route({
  method: 'GET',
  path: '/news/:id',
  needs: { permission: 'news', action: 'get' },
  params: z.object({ id: ArticleId }),
  answer: z.object({
    id: ArticleId,
    ...words,
    bodyHtml: z.string(),
    videoUrl: z.nullable(z.string()),
    /** Null for an article of the operator. */
    author: z.nullable(z.string()),
    updatedAt: Instant,
  }),
});

/** An article's text in one language. */
export const ArticleText = z.object({
  title: z.string().check(z.maxLength(200)),
  summary: z.string().check(z.maxLength(500)),
  bodyHtml: z.string().check(z.maxLength(200_000)),
});
export type ArticleText = z.infer<typeof ArticleText>;

/** `part`: some text exists, but not enough to show it to a reader. */
export const textStates = ['missing', 'part', 'whole'] as const;
export type TextState = (typeof textStates)[number];

/** An article as its editors see it. */
export const ArticleRow = z.object({
  id: ArticleId,
  kind: z.enum(articleKinds),
  state: z.enum(['draft', 'live']),
  /** In the caller's language, or the closest one available; empty while there is no text. */
  title: z.string(),
  coverUrl: z.nullable(z.string()),
  languages: z.record(z.enum(languages), z.enum(textStates)),
  author: z.nullable(z.string()),
  publishedAt: z.nullable(Instant),
  updatedAt: Instant,
});
export type ArticleRow = z.infer<typeof ArticleRow>;

export const listArticles = route({
  method: 'GET',
  path: '/articles',
  needs: { permission: 'news', action: 'edit' },
  query: z.object({
    ...pageQuery,
    kind: z.optional(z.enum(articleKinds)),
    state: z.optional(z.enum(['draft', 'live'])),
    text: z.optional(Words),
  }),
  answer: listOf(ArticleRow),
});

/** A complete article. `revision` is sent back with each change. */
export const Article = z.object({
  id: ArticleId,
  kind: z.enum(articleKinds),
  state: z.enum(['draft', 'live']),
  coverUrl: z.nullable(z.string()),
  videoUrl: z.nullable(z.string()),
  texts: z.record(z.enum(languages), ArticleText),
  revision: z.int(),
  author: z.nullable(z.string()),
  publishedAt: z.nullable(Instant),
  updatedAt: Instant,
});
export type Article = z.infer<typeof Article>;

const params = z.object({ id: ArticleId });
export const getArticle = route({
  method: 'GET',
  path: '/articles/:id',
  needs: { permission: 'news', action: 'edit' },
  params,
  answer: Article,
});

/** Creates an empty draft. */
export const createArticle = route({
  method: 'POST',
  path: '/articles',
  needs: { permission: 'news', action: 'add' },
  body: z.object({ kind: z.enum(articleKinds) }),
  answer: Article,
  status: 201,
});

/**
 * Saves a complete article; anything that a reader's browser could execute is removed from the texts. Fails with
 * `article.changed-meanwhile` when somebody saved since. A published article must be complete in at least one language
 * (`article.incomplete`).
 */
export const saveArticle = route({
  method: 'PUT',
  path: '/articles/:id',
  needs: { permission: 'news', action: 'edit' },
  params,
  body: z.object({
    revision: z.int(),
    coverUrl: z.nullable(MediaAddress),
    videoUrl: z.nullable(MediaAddress),
    texts: z.record(z.enum(languages), ArticleText),
  }),
  answer: Article,
});

/** Publishes a draft to all readers; fails with `article.incomplete` while no language is complete. */
export const publishArticle = route({
  method: 'POST',
  path: '/articles/:id/publish',
  needs: { permission: 'news', action: 'enable' },
  params,
  body: z.object({ revision: z.int() }),
  answer: Article,
});

/** Turns a published article back into a draft. */
export const withdrawArticle = route({
  method: 'POST',
  path: '/articles/:id/withdraw',
  needs: { permission: 'news', action: 'disable' },
  params,
  body: z.object({ revision: z.int() }),
  answer: Article,
});

export const deleteArticle = route({
  method: 'DELETE',
  path: '/articles/:id',
  needs: { permission: 'news', action: 'delete' },
  params,
  answer: z.object({ deleted: z.literal(true) }),
});
