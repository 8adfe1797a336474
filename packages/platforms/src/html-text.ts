import { walkMarkup } from './walk-markup.ts';

/**
 * What a reader sees of a piece of HTML: entities decoded once, marks dropped, runs of spaces made one. Names that a
 * platform sends entity-encoded ("Clothing &amp; Home") go through here.
 */
export function plainText(html: string): string {
  if (!/[&<]/.test(html)) {
    return (/\s\s|[^\S ]/.test(html) ? html.replaceAll(/\s+/g, ' ') : html).trim();
  }
  let text = '';
  walkMarkup(
    html,
    {
      ontext(piece) {
        text += piece;
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
