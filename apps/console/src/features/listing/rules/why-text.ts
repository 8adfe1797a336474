import type { Step } from '@bowerbird/catalog/listing-rules/trace';
import type { Format } from '../../../lib/text/format.ts';
import type { Text } from '../../../lib/text/text.ts';

/** A calculation step in words, and the value after it. */
export interface WhyLine {
  what: string;
  value: string;
}

/** Returns the steps to an amount, each in the currency in which it was calculated. */
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
      what: stepText(text, format, step),
      value: step.result === null ? '—' : format.money(step.result, at),
    };
  });
}

/** Returns the steps to a text. */
export function textLines(text: Text, format: Format, steps: readonly Step[]): WhyLine[] {
  return steps.map((step) => ({ what: stepText(text, format, step), value: step.result ?? '—' }));
}

function stepText(text: Text, format: Format, { kind, values }: Step): string {
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

/**
 * Formats a number for the language, if no digit is lost by that; otherwise, and for any other text, returns it
 * unchanged.
 */
function shown(value: string): string | number {
  return /^-?\d{1,12}(\.\d{1,3})?$/.test(value) ? Number(value) : value;
}
