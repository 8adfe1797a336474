import type { Language } from '@bowerbird/contract/account/account';
import { AppError } from '@bowerbird/contract/errors';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { ArticleText } from '@bowerbird/contract/system/news';
import type { getPublicPage, OperatorPage, OperatorPageName } from '@bowerbird/contract/system/public-pages';
import type { Db } from '../../db/database.ts';
import { cleanText } from '../articles.ts';
import { forEachLanguage, inLanguage, stateOfText } from '../languages.ts';
import { templateOf, templateVersion } from './documents.ts';

/** Returns the current operator's page: the version saved last, or else our template. */
export async function findOperatorPage(db: Db, name: OperatorPageName): Promise<OperatorPage> {
  const row = await db
    .selectFrom('operator_page')
    .selectAll()
    .where('name', '=', name)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row
    ? {
        name,
        texts: row.texts,
        version: `v${row.version}`,
        isTemplate: false,
        savedBy: row.saved_by,
        savedAt: row.saved_at.toISOString(),
      }
    : {
        name,
        texts: templateOf(name),
        version: templateVersion(name),
        isTemplate: true,
        savedBy: null,
        savedAt: null,
      };
}

/** Returns the current operator's page for a reader: in their language, or the nearest complete one. */
export async function readOperatorPage(
  db: Db,
  name: OperatorPageName,
  language: Language,
): Promise<AnswerOf<typeof getPublicPage>> {
  const { texts, version, isTemplate, savedAt } = await findOperatorPage(db, name);
  const whole = Object.fromEntries(Object.entries(texts).filter(([, text]) => isWhole(text)));
  const found = inLanguage<ArticleText>(whole, language);
  if (!found) {
    throw new AppError('not-found', `page ${name} has no text`);
  }
  return { ...found.words, language: found.language, version, isTemplate, savedAt };
}

/** Saves a page as its next version; earlier versions are kept. */
export async function saveOperatorPage(
  db: Db,
  name: OperatorPageName,
  given: { version: string; texts: Record<Language, ArticleText> },
  writer: string,
): Promise<void> {
  const texts = forEachLanguage((language) => cleanText(given.texts[language]));
  if (!Object.values(texts).some(isWhole)) {
    throw new AppError('article.incomplete', `no language of ${name} is whole`);
  }
  const held = await findOperatorPage(db, name);
  const next = held.isTemplate ? 1 : Number(held.version.slice(1)) + 1;
  const saved =
    held.version === given.version
      ? await db
          .insertInto('operator_page')
          .values({ name, version: next, texts: JSON.stringify(texts), saved_by: writer })
          // Another person saved since the page was looked up.
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : undefined;
  if (!saved) {
    throw new AppError('workplace.changed-meanwhile', `${name} is no longer ${given.version}`);
  }
}

function isWhole(text: ArticleText): boolean {
  return stateOfText('news', text) === 'whole';
}
