import type { Language } from '@bowerbird/contract/account/account';
import { plainName } from './plain-name.ts';
import type { Template } from './texts/template.ts';
import { wordsOf } from './texts/texts.ts';

export interface Written {
  subject: string;
  text: string;
  /** The same text, with every value escaped. */
  html: string;
  /** One line for a text message. */
  line: string;
}

export interface ToWrite {
  template: Template;
  language: Language;
  values: Record<string, string>;
  /** The console's own address, for links that are only a path; null if unknown. */
  consoleUrl: string | null;
}

/** Returns true for the name of a message that has text. */
export function isTemplate(name: string): name is Template {
  return Object.hasOwn(wordsOf['zh-CN'].templates, name);
}

/** Writes a message in the recipient's language. Leaves out a paragraph that needs a missing value. */
export function write({ template, language, values, consoleUrl }: ToWrite): Written {
  const { product, foot, templates } = wordsOf[language];
  const words = templates[template];
  const known: Values = {
    ...values,
    ...plainNames(values),
    product,
    ...(values.link && { link: wholeLink(values.link, consoleUrl) }),
  };
  const paragraphs = [...words.mail, foot].filter((paragraph) =>
    namesOf(paragraph).every((name) => known[name]),
  );
  return {
    // A line break in a value would begin another header.
    subject: fill(words.subject, known).replaceAll(/\s+/g, ' '),
    text: `${paragraphs.map((paragraph) => fill(paragraph, known)).join('\n\n')}\n`,
    html: htmlOf(language, paragraphs, known),
    line: fill(words.sms, known).replaceAll(/\s+/g, ' '),
  };
}

type Values = Record<string, string | undefined>;

/** Values that people choose freely and that unknown recipients get. */
const chosen = ['inviter', 'merchant', 'task'];

function plainNames(values: Values): Values {
  return Object.fromEntries(
    chosen.flatMap((name) => (values[name] === undefined ? [] : [[name, plainName(values[name]) || '…']])),
  );
}

function namesOf(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function fill(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** Converts a path of the console to an address if the console's own address is known. */
export function wholeLink(link: string, consoleUrl: string | null): string {
  return link.startsWith('/') && consoleUrl !== null ? `${consoleUrl}${link}` : link;
}

function htmlOf(language: Language, paragraphs: readonly string[], values: Values): string {
  const escaped = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value && escapeHtml(value)]),
  );
  const body = paragraphs.map((paragraph, index) => {
    const style = index === paragraphs.length - 1 ? ' style="color:#767676;font-size:13px"' : '';
    return `<p${style}>${htmlParagraph(paragraph, escaped)}</p>`;
  });
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head>`,
    '<body style="margin:0;padding:24px;background:#f6f7f9">',
    '<div style="max-width:520px;margin:auto;padding:24px 32px;background:#fff;border-radius:8px;',
    'font:15px/1.6 system-ui,sans-serif;color:#1f1f1f;overflow-wrap:anywhere">',
    ...body,
    '</div></body></html>',
  ].join('\n');
}

function htmlParagraph(paragraph: string, escaped: Values): string {
  if (paragraph === '{link}' && /^https?:\/\//.test(escaped.link ?? '')) {
    return `<a href="${escaped.link}">${escaped.link}</a>`;
  }
  if (paragraph === '{code}') {
    return `<strong style="font-size:28px;letter-spacing:4px">${escaped.code}</strong>`;
  }
  return fill(paragraph, escaped);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
