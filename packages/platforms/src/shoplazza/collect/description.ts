import { walkMarkup } from '../../reading/html/walk-markup.ts';
import { originalOf } from './schema.ts';

const voidElements = new Set(['img', 'br', 'hr', 'input', 'meta', 'link', 'source']);

/**
 * Returns the HTML inside the description box, without its heading and with full-size images; null when there is no
 * box.
 */
export function descriptionOn(html: string): string | null {
  let depth = 0;
  let hidden = 0;
  let out = '';
  let found = false;
  walkMarkup(html, {
    onopentag(name, attributes) {
      const classes = (attributes.class ?? '').split(/\s+/);
      if (depth === 0) {
        if (!found && classes.includes('product-info__desc')) {
          depth = 1;
          found = true;
        }
        return;
      }
      if (!voidElements.has(name)) {
        depth += 1;
        if (hidden > 0 || classes.includes('product-info__label_tabs')) {
          hidden += 1;
        }
      }
      if (hidden === 0) {
        out += openTag(name, attributes);
      }
    },
    ontext(text) {
      if (depth > 0 && hidden === 0) {
        out += text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      }
    },
    onclosetag(name) {
      if (depth === 0 || voidElements.has(name)) {
        return;
      }
      depth -= 1;
      if (depth > 0 && hidden === 0) {
        out += `</${name}>`;
      }
      hidden = Math.max(0, hidden - 1);
    },
  });
  return found ? out.trim() : null;
}

function openTag(name: string, attributes: Record<string, string>): string {
  const { 'data-src': lazy, ...rest } = attributes;
  const sent: Record<string, string> = lazy === undefined ? rest : { ...rest, src: originalOf(lazy) };
  const written = Object.entries(sent).map(
    ([key, value]) => ` ${key}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
  );
  return `<${name}${written.join('')}>`;
}
