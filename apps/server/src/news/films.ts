import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages } from '@bowerbird/contract/account/account';
import type { ArticleText } from '@bowerbird/contract/system/news';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Db } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import { writeTexts } from './articles.ts';

/** What lies beside each film; written by `npm run tutorials` (`docs/decisions/0002-tutorial-films.md`). */
const FilmStamp = z.object({
  name: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  language: z.enum(languages),
  title: z.string().min(1).max(200),
  summary: z.string().max(500),
  captions: z.array(z.string()).max(100),
});

const prefix = '/films/';
const servedNames = /^\/[a-z-]+\.[a-zA-Z-]+\.(mp4|vtt|jpg)$/;
/** The newest article is shown first, so the film that a newcomer should watch first gets the newest article. */
const watchedFirst = ['collect-a-shop', 'edit-and-export', 'list-in-bulk'];

/** Returns the folder of the tutorial films in a data folder. */
export function filmsFolder(dataFolder: string): string {
  return join(dataFolder, 'tutorials');
}

/** Serves the films to everybody: they show only the practice shop. Nothing else of the folder is served. */
export async function serveFilms(app: FastifyInstance, folder: string): Promise<void> {
  if (existsSync(folder)) {
    await app.register(fastifyStatic, {
      root: folder,
      prefix,
      decorateReply: false,
      index: false,
      cacheControl: false,
      allowedPath: (path) => servedNames.test(path),
      setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
    });
  }
}

/**
 * Keeps the video tutorials equal to the films in the folder: one article for each film, with its captions as text.
 * Whether an article is live and what an administrator saved are preserved. The article of a removed film is deleted.
 */
export async function keepFilmArticles(db: Db, folder: string, log: Log): Promise<void> {
  const films = readFilms(folder, log);
  await db.transaction().execute(async (write) => {
    const held = await write
      .selectFrom('article')
      .select(['id', 'video_url', 'saved_by'])
      .where('video_url', 'like', `${prefix}%`)
      .execute();
    const addresses = [...films.keys()].map(videoAddress);
    for (const { id, video_url } of held) {
      if (video_url !== null && !addresses.includes(video_url)) {
        await write.deleteFrom('article').where('id', '=', id).execute();
      }
    }
    const written = new Set(
      held.flatMap(({ video_url, saved_by }) => (saved_by === null ? [] : [video_url])),
    );
    for (const [name, texts] of films) {
      if (!written.has(videoAddress(name))) {
        await addFilm(write, name);
        await writeTexts(write, idOf(name), texts);
      }
    }
  });
}

/** Adds the article of a film if it does not exist. */
async function addFilm(db: Db, name: string): Promise<void> {
  const place = watchedFirst.indexOf(name);
  await db
    .insertInto('article')
    .values({
      id: idOf(name),
      kind: 'video',
      state: 'live',
      cover_url: `${prefix}${name}.{language}.jpg`,
      video_url: videoAddress(name),
      author_id: null,
      author: null,
      saved_by: null,
      published_at: new Date(Date.now() - (place < 0 ? watchedFirst.length : place) * 1000),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

const videoAddress = (name: string) => `${prefix}${name}.{language}.mp4`;

/** Returns the same id at each start, so that several processes starting at once create one article per film. */
function idOf(name: string): string {
  const hash = createHash('sha256').update(`tutorial film ${name}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** Returns the texts of each film by its name; only languages whose film exists. */
function readFilms(folder: string, log: Log): Map<string, Partial<Record<Language, ArticleText>>> {
  const films = new Map<string, Partial<Record<Language, ArticleText>>>();
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];
  for (const file of files.sort()) {
    const stamp = FilmStamp.safeParse(jsonIn(join(folder, file)));
    if (!stamp.success || !existsSync(join(folder, `${stamp.data.name}.${stamp.data.language}.mp4`))) {
      log.warn({ file }, 'a tutorial film is incomplete and not offered; render it again: npm run tutorials');
      continue;
    }
    const { name, language, title, summary, captions } = stamp.data;
    const bodyHtml = captions.map((caption) => `<p>${escaped(caption)}</p>`).join('\n');
    films.set(name, { ...films.get(name), [language]: { title, summary, bodyHtml } });
  }
  return films;
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
