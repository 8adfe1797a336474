import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@bowerbird/contract/account';
import type { ArticleText } from '@bowerbird/contract/news';
import type { HelpItem, OperatorPageName } from '@bowerbird/contract/public-pages';
import { forEachLanguage } from '../languages.ts';
import { htmlOf } from './markdown.ts';

const docs = join(import.meta.dirname, '../../../../../docs');

/** Our help articles in the order they are read; the text of each is `docs/help/<language>/<name>.md`. */
export const helpArticles: readonly Pick<HelpItem, 'name' | 'kind'>[] = [
  { name: 'first-steps', kind: 'tutorial' },
  { name: 'connect-a-store', kind: 'tutorial' },
  { name: 'price-guard', kind: 'help' },
  { name: 'changed-since-listed', kind: 'help' },
  { name: 'rejected-products', kind: 'help' },
];

const read = new Map<string, ArticleText>();

/** The text of a help article that there is; read from its file once. */
export function helpText(name: string, language: Language): ArticleText {
  return textIn(join(docs, 'help', language, `${name}.md`));
}

/** What an operator's page says until the operator writes it: `docs/pages/<language>/<name>.md`. */
export function templateOf(name: OperatorPageName): Record<Language, ArticleText> {
  return forEachLanguage((language) => textIn(join(docs, 'pages', language, `${name}.md`)));
}

/** Names the words of a template; another one when a release words it differently. */
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

/** A file begins with its title; the paragraph after that is its summary. */
function parse(file: string): ArticleText {
  const [title = '', summary = '', ...blocks] = file.trim().split(/\n{2,}/);
  return { title: title.replace(/^# /, ''), summary, bodyHtml: htmlOf(blocks.join('\n\n')) };
}
