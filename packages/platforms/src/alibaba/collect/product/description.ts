import { withAbsoluteAddresses } from '../../../net/addresses.ts';
import { parseBoundedJson } from '../../../reading/json/bounded-json.ts';
import { jsonAfter } from '../../../reading/json/embedded-json.ts';
import { isObject, textOf } from '../../../reading/unread.ts';

/**
 * Extracts the description from the answer of the description's own address: `data.productHtmlDescription` of
 * alibaba.com, `var offer_details={…}` of 1688, or a page that contains the decorated part. Returns '' where there is
 * none (`readme.md`, Alibaba.com: addresses; 1688: product pages).
 */
export function descriptionIn(answer: string, base: string): string {
  const body = answer.trimStart();
  const sent = /^\s*\{/.test(body) ? parsed(body) : jsonAfter(body, /offer_details\s*=\s*(?=\{)/);
  if (isObject(sent)) {
    const data = isObject(sent.data) ? sent.data : sent;
    const html = textOf(data.productHtmlDescription) ?? textOf(data.content);
    return html === null ? '' : cleaned(decorated(html) ?? html, base);
  }
  const part = decorated(body);
  return part === null ? '' : cleaned(part, base);
}

const decoratedParts = ['detail_decorate_root', 'description_content', 'desc-lazyload-container'];

/** Returns the inner HTML of the part that sellers decorate; null when the page has none. */
export function decorated(html: string): string | null {
  if (!decoratedParts.some((id) => html.includes(id))) {
    return null;
  }
  const mark = /id=["'](?:detail_decorate_root|description_content|desc-lazyload-container)["']/.exec(html);
  const start = mark === null ? -1 : html.indexOf('>', mark.index);
  if (start === -1) {
    return null;
  }
  let depth = 1;
  const tags = /<(\/?)div\b/gi;
  tags.lastIndex = start;
  for (let tag = tags.exec(html); tag !== null; tag = tags.exec(html)) {
    depth += tag[1] === '/' ? -1 : 1;
    if (depth === 0) {
      return html.slice(start + 1, tag.index);
    }
  }
  return html.slice(start + 1);
}

/**
 * Returns the description without style sheets (their class names mean nothing elsewhere) and scripts, and with
 * lazy-loaded images made real.
 */
export function cleaned(html: string, base: string): string {
  const plain = ['style', 'script', 'noscript'].reduce(withoutElement, html);
  const images = plain.replaceAll(/<img\b[^>]{0,4000}>/gi, (tag) => {
    const late = /\sdata-(?:lazyload-)?src\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag);
    const address = late?.[1] ?? late?.[2] ?? '';
    if (address === '') {
      return tag;
    }
    const bare = tag.replaceAll(/\s(?:data-(?:lazyload-)?)?src\s*=\s*(?:"[^"]*"|'[^']*')/gi, '');
    return `<img src="${address.replaceAll('"', '&quot;')}"${bare.slice(4)}`;
  });
  return withAbsoluteAddresses(images, base).trim();
}

/**
 * Removes elements by scanning by hand, so that no pattern runs over the page repeatedly. An element that is never
 * closed removes the rest of the text with it.
 */
function withoutElement(html: string, name: string): string {
  const parts: string[] = [];
  const lower = html.toLowerCase();
  let at = 0;
  for (;;) {
    const open = lower.indexOf(`<${name}`, at);
    if (open === -1) {
      return parts.join('') + html.slice(at);
    }
    parts.push(html.slice(at, open));
    const close = lower.indexOf(`</${name}`, open);
    const end = close === -1 ? -1 : lower.indexOf('>', close);
    if (end === -1) {
      return parts.join('');
    }
    at = end + 1;
  }
}

function parsed(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return null;
  }
}
