import type { Language } from '@bowerbird/contract/account/account';
import { AppError } from '@bowerbird/contract/errors';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { ArticleKind, getNews, NewsItem } from '@bowerbird/contract/system/news';
import { type SqlBool, sql } from 'kysely';
import type { Db, OwnerDb } from '../db/database.ts';
import { readCursor, writeCursor } from '../db/pages/keyset-cursor.ts';
import { readingOrder } from './languages.ts';

export interface NewsRequest {
  language: Language;
  kind?: ArticleKind | undefined;
  /** Words that must all occur in the article, in any one of its languages. */
  text?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

export interface NewsPage {
  items: NewsItem[];
  total: number;
  nextCursor: string | null;
}

const published = ['published', 'desc'] as const;

/** Returns live articles, newest first, each in the reader's language or the nearest available. Needs no owner. */
export async function findNews(db: Db | OwnerDb, request: NewsRequest): Promise<NewsPage> {
  const live = liveOf(db, request);
  const after = request.cursor === undefined ? undefined : readCursor(request.cursor, ...published);
  const rows = await live
    .innerJoinLateral(wordsIn(request.language), (join) => join.onTrue())
    .select(shown)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(article.published_at, article.id) < (${after?.value}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('article.published_at', 'desc')
    .orderBy('article.id', 'desc')
    .limit(request.limit + 1)
    .execute();
  const { count } = await live
    .select((fields) => fields.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const last = rows.length > request.limit ? rows[request.limit - 1] : undefined;
  return {
    items: rows.slice(0, request.limit).map(toItem),
    total: Number(count),
    nextCursor:
      last === undefined
        ? null
        : writeCursor({ sort: published[0], direction: published[1], value: last.exact, id: last.id }),
  };
}

/** Returns one live article in the reader's language or the nearest available. */
export async function getLiveArticle(
  db: Db,
  id: string,
  language: Language,
): Promise<AnswerOf<typeof getNews>> {
  const row = await liveOf(db, {})
    .innerJoinLateral(wordsIn(language), (join) => join.onTrue())
    .select([...shown, 'words.body_html', 'article.video_url', 'article.author', 'article.updated_at'])
    .where('article.id', '=', id)
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `article ${id}`);
  }
  return {
    ...toItem(row),
    bodyHtml: row.body_html,
    videoUrl: inLanguageOf(row, row.video_url),
    author: row.author,
    updatedAt: row.updated_at.toISOString(),
  };
}

const shown = [
  'article.id',
  'article.kind',
  'article.cover_url',
  sql<Date>`article.published_at`.as('published_at'),
  // To the microsecond, a precision that a JavaScript Date lacks.
  sql<string>`article.published_at::text`.as('exact'),
  'words.language',
  'words.title',
  'words.summary',
] as const;

function liveOf(db: Db | OwnerDb, { kind, text }: Pick<NewsRequest, 'kind' | 'text'>) {
  return db
    .selectFrom('article')
    .where('article.state', '=', 'live')
    .$if(kind !== undefined, (query) => query.where('article.kind', '=', kind ?? 'news'))
    .$if(text !== undefined && text.trim() !== '', (query) => query.where(saysAll(text ?? '')));
}

/** Builds a condition that an article has all these words in one of its languages. */
export function saysAll(text: string) {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 12);
  const all = words.map((word) => sql`strpos(searched.search_text, ${word}) > 0`);
  return sql<SqlBool>`exists (select from article_text as searched where searched.article_id = article.id
    and ${sql.join(all.length > 0 ? all : [sql`true`], sql` and `)})`;
}

/** Selects the one text of an article for this reader: the nearest language that has a title. */
function wordsIn(language: Language) {
  return sql<{
    language: Language;
    title: string;
    summary: string;
    body_html: string;
  }>`(select * from article_text where article_text.article_id = article.id and article_text.title <> ''
      and (article.kind = 'video' or article_text.body_html <> '')
    order by array_position(array[${sql.join([...readingOrder(language)])}]::text[], article_text.language) limit 1)`.as(
    'words',
  );
}

interface Shown {
  id: string;
  kind: ArticleKind;
  cover_url: string | null;
  published_at: Date;
  language: Language;
  title: string;
  summary: string;
}

/** Replaces `{language}` in the address of a tutorial film, which has one address for each language. */
function inLanguageOf({ language }: Pick<Shown, 'language'>, address: string | null): string | null {
  return address?.replace('{language}', language) ?? null;
}

function toItem(row: Shown): NewsItem {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    summary: row.summary,
    coverUrl: inLanguageOf(row, row.cover_url),
    language: row.language,
    publishedAt: row.published_at.toISOString(),
  };
}
