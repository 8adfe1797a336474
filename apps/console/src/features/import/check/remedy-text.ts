import type { Remedy } from '@bowerbird/contract/files/remedies';
import { type Text, useText } from '../../../lib/text/text.ts';

/** Returns what a remedy does, in words: "Read a comma as the decimal point: 12,50 → 12.50". */
export function useRemedyText(): (remedy: Remedy) => string {
  const text = useText();
  return (remedy) => remedyText(text, remedy);
}

function shown(text: Text, value: string): string {
  return value === '' ? text('import.blank') : value;
}

function remedyText(text: Text, remedy: Remedy): string {
  switch (remedy.kind) {
    case 'thousands':
      return text('import.remedy.thousands', {
        sign: remedy.separator === ' ' ? text('import.space') : remedy.separator,
      });
    case 'date-order':
      return text('import.remedy.date-order', { order: text(`import.dates.${remedy.order}`) });
    case 'leading-zeros':
      return text('import.remedy.leading-zeros', { n: remedy.width });
    case 'replace':
      if (remedy.to === '') {
        return text('import.remedy.replace.blank', { from: shown(text, remedy.from) });
      }
      return text('import.remedy.replace', {
        from: shown(text, remedy.from),
        to: shown(text, remedy.to),
      });
    case 'map-values': {
      const pairs = Object.entries(remedy.values);
      return text('import.remedy.map-values', {
        pairs: pairs
          .slice(0, 3)
          .map(([from, to]) => `${shown(text, from)} → ${shown(text, to)}`)
          .join(' · '),
      });
    }
    case 'split':
      return text('import.remedy.split', { sign: remedy.separator, into: remedy.into.join(' + ') });
    case 'drop-row':
      return remedy.value === null
        ? text('import.remedy.drop-row')
        : text('import.remedy.drop-row.value', { value: shown(text, remedy.value) });
    case 'weight-unit':
      return text('import.remedy.weight-unit', { from: remedy.from, to: remedy.to });
    default:
      return text(`import.remedy.${remedy.kind}`);
  }
}
