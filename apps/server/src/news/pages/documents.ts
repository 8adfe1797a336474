import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@bowerbird/contract/account/account';
import type { ArticleText } from '@bowerbird/contract/system/news';
import type { HelpItem, OperatorPageName } from '@bowerbird/contract/system/public-pages';
import { forEachLanguage } from '../languages.ts';
import { htmlOf } from './markdown.ts';

const docs = join(import.meta.dirname, '../../../../../docs');

/** Our help articles in reading order; the text of each is `docs/help/<language>/<name>.md`. */
export const helpArticles: readonly Pick<HelpItem, 'name' | 'kind'>[] = [
  { name: 'first-steps', kind: 'tutorial' },
  { name: 'connect-a-store', kind: 'tutorial' },
  { name: 'price-guard', kind: 'help' },
  { name: 'changed-since-listed', kind: 'help' },
  { name: 'rejected-products', kind: 'help' },
];

const read = new Map<string, ArticleText>();

/** Returns the text of an existing help article; its file is read once. */
export function helpText(name: string, language: Language): ArticleText {
  return textIn(join(docs, 'help', language, `${name}.md`));
}

/**
 * Returns the text of an operator's page that is used until the operator writes one: `docs/pages/<language>/<name>.md`.
 */
export function templateOf(name: OperatorPageName): Record<Language, ArticleText> {
  return forEachLanguage((language) => textIn(join(docs, 'pages', language, `${name}.md`)));
}

/** Returns a version for the text of a template; it changes when a release changes the text. */
export function templateVersion(name: OperatorPageName): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(templateOf(name)))
    .digest('hex');
  return `template-${hash.slice(0, 8)}`;
}

function textIn(path: string): ArticleText {
  const held = read.get(path) ?? parse(readFileSync(path, 'utf8'));
  read.set(path, held);
  return held;
}

/** Parses a file that begins with its title; the next paragraph is its summary. */
function parse(file: string): ArticleText {
  const [title = '', summary = '', ...blocks] = file.trim().split(/\n{2,}/);
  return { title: title.replace(/^# /, ''), summary, bodyHtml: htmlOf(blocks.join('\n\n')) };
}
