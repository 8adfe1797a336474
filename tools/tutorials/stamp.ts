import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages } from '@bowerbird/contract/account/account';
import { z } from 'zod';
import { type Film, placesOf, textOf } from './film.ts';

/** Metadata stored beside a rendered film; the server reads title, summary and captions from it. */
export const Stamp = z.object({
  name: z.string(),
  language: z.enum(languages),
  title: z.string(),
  summary: z.string(),
  captions: z.array(z.string()),
  seconds: z.number(),
  /** The keys of the console's texts that the film shows. */
  shows: z.array(z.string()),
  /** Hash of the script and of these texts; a different hash means that the film is out of date. */
  hash: z.string(),
});
export type Stamp = z.infer<typeof Stamp>;

/** Returns the path of a part of a film: the film itself, its captions, its cover or its stamp. */
export function fileOf(
  folder: string,
  name: string,
  language: Language,
  ending: 'mp4' | 'vtt' | 'jpg' | 'json',
) {
  return join(folder, `${name}.${language}.${ending}`);
}

/** Returns the hash of a film's script in one language and of the console's texts that it shows. */
export function hashOf(
  film: Film,
  language: Language,
  texts: ReadonlyMap<string, string>,
  shows: readonly string[],
): string {
  const script = {
    title: film.title[language],
    summary: film.summary[language],
    beginning: film.beginning,
    path: film.path,
    shots: film.shots.map((shot) => ({ ...shot, caption: shot.caption[language] })),
  };
  const shown = shows.map((key) => [key, texts.get(key) ?? null]);
  return createHash('sha256').update(JSON.stringify({ script, shown })).digest('hex');
}

/** Returns keys of the texts that a page showed, and of those by which the script finds places. */
export function shownKeys(
  film: Film,
  texts: ReadonlyMap<string, string>,
  pages: readonly string[],
): string[] {
  const lines = new Set(pages.flatMap((page) => page.split('\n').map((line) => line.trim())));
  const seen = [...texts].flatMap(([key, text]) => (lines.has(text) ? [key] : []));
  const named = placesOf(film).flatMap((place) => textOf(place)?.key ?? []);
  return [...new Set([...seen, ...named])].sort();
}

export type FilmState = 'missing' | 'out of date' | 'current';

/** Reports whether the folder contains a film that matches its script and the console's current texts. */
export function stateOf(
  folder: string,
  film: Film,
  language: Language,
  texts: ReadonlyMap<string, string>,
): FilmState {
  const file = fileOf(folder, film.name, language, 'json');
  if (!existsSync(file) || !existsSync(fileOf(folder, film.name, language, 'mp4'))) {
    return 'missing';
  }
  const stamp = Stamp.safeParse(jsonIn(readFileSync(file, 'utf8')));
  return stamp.success && stamp.data.hash === hashOf(film, language, texts, stamp.data.shows)
    ? 'current'
    : 'out of date';
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
