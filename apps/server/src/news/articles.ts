import type { Language } from '@bowerbird/contract/account/account';
import { AppError } from '@bowerbird/contract/errors';
import type { Article, ArticleKind, ArticleRow, ArticleText } from '@bowerbird/contract/system/news';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { v7 } from 'uuid';
import type { Db } from '../db/database.ts';
import type { ArticleTable } from '../db/tables/account/news.ts';
import { cleanArticle, wordsOf } from './clean-article.ts';
import { forEachLanguage, inLanguage, stateOfText } from './languages.ts';
import { saysAll } from './reading.ts';

const noText: ArticleText = { title: '', summary: '', bodyHtml: '' };

export interface Writer {
  id: string;
  name: string;
}

export interface ArticlesRequest {
  language: Language;
  kind?: ArticleKind | undefined;
  state?: 'draft' | 'live' | undefined;
  text?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Returns articles as their writers see them, newest first; ids increase with time. */
export async function findArticles(
  db: Db,
  { language, kind, state, text = '', cursor, limit }: ArticlesRequest,
): Promise<{ items: ArticleRow[]; total: number; nextCursor: string | null }> {
  const found = db
    .selectFrom('article')
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'news'))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'live'))
    .$if(text.trim() !== '', (query) => query.where(saysAll(text)));
  const rows = await found
    .selectAll()
    .$if(cursor !== undefined, (query) => query.where(sql<SqlBool>`id < ${cursor}::uuid`))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { count } = await found
    .select((fields) => fields.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const page = rows.slice(0, limit);
  const texts = await textsOfAll(
    db,
    page.map(({ id }) => id),
  );
  return {
    items: page.map((row) => toRow(row, texts.get(row.id) ?? {}, language)),
    total: Number(count),
    nextCursor: rows.length > limit ? (rows[limit - 1]?.id ?? null) : null,
  };
}

/** Returns a complete article; throws `not-found` for an unknown id. */
export async function getArticle(db: Db, id: string): Promise<Article> {
  const row = await db.selectFrom('article').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `article ${id}`);
  }
  const texts = await textsOf(db, id);
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    coverUrl: row.cover_url,
    videoUrl: row.video_url,
    texts: forEachLanguage((language) => texts[language] ?? noText),
    revision: row.revision,
    author: row.author,
    publishedAt: row.published_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Creates an empty draft and returns its id. */
export async function createArticle(db: Db, kind: ArticleKind, writer: Writer): Promise<string> {
  const id = v7();
  await db
    .insertInto('article')
    .values({ id, kind, author_id: writer.id, author: writer.name, saved_by: writer.name })
    .execute();
  return id;
}

export interface ArticleContent {
  coverUrl: string | null;
  videoUrl: string | null;
  texts: Record<Language, ArticleText>;
}

/** Saves a complete article with its texts sanitized. A live article must stay readable. */
export async function saveArticle(
  db: Db,
  id: string,
  revision: number,
  { coverUrl, videoUrl, texts }: ArticleContent,
  writer: Writer,
): Promise<void> {
  const clean = forEachLanguage((language) => cleanText(texts[language]));
  await changeArticle(db, id, revision, writer, async (write, held) => {
    if (held.state === 'live') {
      requireReadable(held.kind, clean, videoUrl);
    }
    await write
      .updateTable('article')
      .set({ cover_url: coverUrl, video_url: videoUrl })
      .where('id', '=', id)
      .execute();
    await writeTexts(write, id, clean);
  });
}

/** Publishes a draft to readers, or hides a live article again. */
export async function setLive(
  db: Db,
  id: string,
  revision: number,
  live: boolean,
  writer: Writer,
): Promise<void> {
  await changeArticle(db, id, revision, writer, async (write, held) => {
    if (live) {
      const texts = await textsOf(write, id);
      requireReadable(
        held.kind,
        forEachLanguage((language) => texts[language] ?? noText),
        held.video_url,
      );
    }
    await write
      .updateTable('article')
      .set({
        state: live ? 'live' : 'draft',
        // An article published again keeps its first publication date.
        ...(live && { published_at: held.published_at ?? new Date() }),
      })
      .where('id', '=', id)
      .execute();
  });
}

export async function deleteArticle(db: Db, id: string): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('article').where('id', '=', id).executeTakeFirst();
  if (numDeletedRows === 0n) {
    throw new AppError('not-found', `article ${id}`);
  }
}

/** Writes an article's texts; a language without text gets no row. */
export async function writeTexts(
  db: Db,
  id: string,
  texts: Partial<Record<Language, ArticleText>>,
): Promise<void> {
  await db.deleteFrom('article_text').where('article_id', '=', id).execute();
  const rows = Object.entries(texts)
    .filter(([, { title, summary, bodyHtml }]) => title !== '' || summary !== '' || bodyHtml !== '')
    .map(([language, { title, summary, bodyHtml }]) => ({
      article_id: id,
      // The keys of the record are languages.
      language: language as Language,
      title,
      summary,
      body_html: bodyHtml,
      search_text: `${title} ${summary} ${wordsOf(bodyHtml)}`.toLowerCase(),
    }));
  if (rows.length > 0) {
    await db.insertInto('article_text').values(rows).execute();
  }
}

type Held = Selectable<ArticleTable>;

/** Makes one change to one article: locks the row, checks and increments the revision, and records who saved. */
async function changeArticle(
  db: Db,
  id: string,
  revision: number,
  writer: Writer,
  change: (db: Db, held: Held) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (write) => {
    const held = await write
      .selectFrom('article')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!held) {
      throw new AppError('not-found', `article ${id}`);
    }
    if (held.revision !== revision) {
      throw new AppError('article.changed-meanwhile', `revision ${held.revision}, not ${revision}`, {
        params: { revision: held.revision, ...(held.saved_by !== null && { name: held.saved_by }) },
      });
    }
    await change(write, held);
    await write
      .updateTable('article')
      .set({ revision: revision + 1, saved_by: writer.name, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
  });
}

function requireReadable(
  kind: ArticleKind,
  texts: Record<Language, ArticleText>,
  videoUrl: string | null,
): void {
  const whole = Object.values(texts).some((text) => stateOfText(kind, text) === 'whole');
  if (!whole || (kind === 'video' && videoUrl === null)) {
    throw new AppError('article.incomplete', 'no language can be shown');
  }
}

/** Returns a text as it may be kept and shown: sanitized and trimmed, and empty if it contains nothing to read. */
export function cleanText({ title, summary, bodyHtml }: ArticleText): ArticleText {
  const body = cleanArticle(bodyHtml);
  const empty = wordsOf(body) === '' && !/<(?:img|hr)\b/i.test(body);
  return { title: title.trim(), summary: summary.trim(), bodyHtml: empty ? '' : body };
}

type Texts = Partial<Record<Language, ArticleText>>;

async function textsOf(db: Db, id: string): Promise<Texts> {
  return (await textsOfAll(db, [id])).get(id) ?? {};
}

async function textsOfAll(db: Db, ids: readonly string[]): Promise<Map<string, Texts>> {
  const all = new Map<string, Texts>();
  if (ids.length === 0) {
    return all;
  }
  const rows = await db.selectFrom('article_text').selectAll().where('article_id', 'in', ids).execute();
  for (const { article_id, language, title, summary, body_html } of rows) {
    all.set(article_id, { ...all.get(article_id), [language]: { title, summary, bodyHtml: body_html } });
  }
  return all;
}

function toRow(row: Held, texts: Texts, language: Language): ArticleRow {
  const titled: Texts = Object.fromEntries(Object.entries(texts).filter(([, { title }]) => title !== ''));
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    title: inLanguage(titled, language)?.words.title ?? '',
    coverUrl: row.cover_url,
    languages: forEachLanguage((each) => stateOfText(row.kind, texts[each] ?? noText)),
    author: row.author,
    publishedAt: row.published_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
  };
}
