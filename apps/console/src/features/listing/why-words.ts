import type { Step } from '@bowerbird/catalog/listing-rules/trace';
import type { Format } from '../../lib/format.ts';
import type { Text } from '../../lib/text.ts';

/** A step of a reckoning in words, and what stood there after it. */
export interface WhyLine {
  what: string;
  value: string;
}

/** The steps to an amount, each in the currency that it was reckoned in. */
export function amountLines(
  text: Text,
  format: Format,
  steps: readonly Step[],
  currency: string | null,
): WhyLine[] {
  let at = currency;
  return steps.map((step) => {
    at = step.kind === 'rate' ? (step.values.to ?? at) : at;
    return {
      what: stepWords(text, format, step),
      value: step.result === null ? '—' : format.money(step.result, at),
    };
  });
}

/** The steps to a text. */
export function textLines(text: Text, format: Format, steps: readonly Step[]): WhyLine[] {
  return steps.map((step) => ({ what: stepWords(text, format, step), value: step.result ?? '—' }));
}

function stepWords(text: Text, format: Format, { kind, values }: Step): string {
  const named = {
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(value)])),
    to: values.to === '' ? 'none' : shown(values.to ?? ''),
  };
  switch (kind) {
    case 'rounded':
      return text('listing.why.rounded', {
        to: roundingName(text, values.to ?? ''),
        direction: values.direction ?? '',
      });
    case 'rate':
      return text('listing.why.rate', {
        from: values.from ?? '',
        to: values.to ?? '',
        rate: shown(values.rate ?? ''),
        date: format.day(`${values.date}T12:00:00Z`),
      });
    default:
      return text.named(`listing.why.${kind}`, named, kind);
  }
}

export function roundingName(text: Text, to: string): string {
  return text.named(`listing.rounding.${to}`, {}, to);
}

/** A number as the language writes it, where none of its digits is lost by that; else, and any other text, as it is. */
function shown(value: string): string | number {
  return /^-?\d{1,12}(\.\d{1,3})?$/.test(value) ? Number(value) : value;
}
