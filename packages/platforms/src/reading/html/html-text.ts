import { walkMarkup } from './walk-markup.ts';

/**
 * Returns the visible text of a piece of HTML: entities decoded once, tags removed, runs of spaces collapsed. Also used
 * for names that a platform sends entity-encoded ("Clothing &amp; Home").
 */
export function plainText(html: string): string {
  if (!/[&<]/.test(html)) {
    return (/\s\s|[^\S ]/.test(html) ? html.replaceAll(/\s+/g, ' ') : html).trim();
  }
  let text = '';
  walkMarkup(
    html,
    {
      ontext(unit) {
        text += unit;
      },
      onopentag(name) {
        if (name === 'br' || name === 'p' || name === 'li') {
          text += ' ';
        }
      },
    },
    { decodeEntities: true },
  );
  return text.replaceAll(/\s+/g, ' ').trim();
}
