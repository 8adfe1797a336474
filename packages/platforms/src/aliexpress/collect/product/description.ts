import { absoluteAddress } from '../../../net/addresses.ts';
import { walkMarkup } from '../../../reading/html/walk-markup.ts';
import { parseBoundedJson } from '../../../reading/json/bounded-json.ts';
import { isObject, itemsOf, textOf } from '../../../reading/unread.ts';
import { fullSize } from './images.ts';

const kept = new Set(
  'p br hr ul ol li table thead tbody tfoot tr td th img h1 h2 h3 h4 h5 h6 b strong i em u span div a'.split(
    ' ',
  ),
);
const voids = new Set(['br', 'hr', 'img']);
/** Elements dropped with all their content. */
const dropped = new Set([
  'script',
  'style',
  'link',
  'iframe',
  'noscript',
  'object',
  'form',
  'svg',
  'template',
  'title',
]);
const attributesKept: Record<string, string[]> = { td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] };

/**
 * Returns a description that another shop can show: text, lists, tables and full-size images (lazy ones made real).
 * Removes scripts, frames, handlers and links back to the marketplace; blocks of other products are removed completely
 * (`readme.md`, Product pages).
 */
export function cleanDescription(html: string, base: string): string {
  let clean = '';
  let hidden = 0;
  const open: string[] = [];
  walkMarkup(
    html,
    {
      onopentag(name, attributes) {
        if (hidden > 0 || dropped.has(name) || sourceLinksBack(name, attributes.href, base)) {
          hidden += voids.has(name) || name === 'link' ? 0 : 1;
          return;
        }
        if (kept.has(name)) {
          const tag = openTag(name, attributes, base);
          clean += tag;
          if (tag !== '' && !voids.has(name)) {
            open.push(name);
          }
        }
      },
      ontext(text) {
        clean += hidden > 0 ? '' : escaped(text);
      },
      onclosetag(name) {
        if (hidden > 0) {
          hidden -= voids.has(name) || name === 'link' ? 0 : 1;
        } else if (kept.has(name) && !voids.has(name) && open.at(-1) === name) {
          open.pop();
          clean += `</${name}>`;
        }
      },
    },
    { decodeEntities: true },
  );
  return clean.trim();
}

/** Reads the description that the source sends for mobile phones: text and image parts, as JSON in a text. */
export function mobileDescription(sent: unknown): string {
  let body: unknown;
  try {
    body = parseBoundedJson(textOf(sent) ?? '');
  } catch {
    return '';
  }
  return itemsOf(isObject(body) ? body.moduleList : null)
    .filter(isObject)
    .map(({ type, data }) => {
      const text = textOf(isObject(data) ? (data.content ?? data.text ?? data.url) : data);
      return text === null
        ? ''
        : type === 'image'
          ? `<img src="${escaped(text)}">`
          : `<p>${escaped(text)}</p>`;
    })
    .join('\n');
}

function openTag(name: string, attributes: Readonly<Record<string, string>>, base: string): string {
  if (name === 'img') {
    const url = absoluteAddress(fullSize(attributes['data-src'] ?? attributes.src ?? ''), base);
    const alt = attributes.alt ? ` alt="${escaped(attributes.alt)}"` : '';
    return url === null || url === base ? '' : `<img src="${escaped(url)}"${alt}>`;
  }
  if (name === 'a') {
    const url = absoluteAddress(attributes.href ?? '', base);
    return url === null ? '<a>' : `<a href="${escaped(url)}">`;
  }
  const own = (attributesKept[name] ?? []).flatMap((key) =>
    /^\d{1,3}$/.test(attributes[key] ?? '') ? [` ${key}="${attributes[key]}"`] : [],
  );
  return `<${name}${own.join('')}>`;
}

function sourceLinksBack(name: string, href: string | undefined, base: string): boolean {
  const url = name === 'a' && href !== undefined ? URL.parse(href, base) : null;
  return url !== null && /(?:^|\.)aliexpress\.(?:com|us|ru)$/.test(url.hostname);
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
