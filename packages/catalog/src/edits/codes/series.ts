import { z } from 'zod/mini';
import type { Product, Variant } from '../../product.ts';
import { type Scope, variantEdit } from '../kind.ts';
import { fillBy, lookupIn, oneLine, productNames, templateWith } from '../text/template.ts';
import { chosenVariants, eachVariant } from '../variants/chosen.ts';
import { CodeField } from './fields.ts';

const numbered = ['n'];
const Template = templateWith([...productNames, 'barcode', 'check', 'n', '1', '2', '3'], numbered);
const usesSeries = /\{n(?::\d+)?\}/;

/** Numbers that are tried before the series counts as used up. */
const triesMax = 10_000;

/**
 * Writes codes by a template. `{n}` is the next number of the series, `{n:5}` with at least five digits, `{check}` the check
 * digit (GTIN) of the digits before it, `{1}` `{2}` `{3}` and `{option:Colour}` are the variant's own values. A code that
 * another variant has is passed over, or refused where there is no series. A blank result changes nothing.
 */
export const codeSeries = variantEdit(
  z.strictObject({
    kind: z.literal('code-series'),
    field: CodeField,
    template: Template,
    onlyWhereEmpty: z.optional(z.boolean()),
    ...chosenVariants,
  }),
  (product, edit, scope) => {
    const written = new Set<string>();
    return eachVariant(product, edit.variants, scope, (variant) => {
      if (edit.onlyWhereEmpty && (variant[edit.field] ?? '').trim() !== '') {
        return {};
      }
      const code = nextCode(product, variant, edit, written, scope);
      if (code === null || code === '') {
        return {};
      }
      written.add(code);
      return { [edit.field]: code };
    });
  },
);

function nextCode(
  product: Product,
  variant: Variant,
  { field, template }: { field: CodeField; template: string },
  written: ReadonlySet<string>,
  scope: Scope,
): string | null {
  const { series } = scope;
  const isFree = (code: string) => !written.has(code) && !series?.isTaken?.(field, code);
  if (!usesSeries.test(template)) {
    const code = codeOf(product, variant, template, 0);
    if (code !== '' && !isFree(code)) {
      scope.refuse('codes-equal', { variant: variant.id, code });
      return null;
    }
    return code;
  }
  if (series === undefined) {
    scope.refuse('series-missing');
    return null;
  }
  for (let tries = 0; tries < triesMax; tries += 1) {
    const code = codeOf(product, variant, template, series.next);
    series.next += 1;
    if (isFree(code)) {
      return code;
    }
  }
  scope.refuse('series-exhausted', { variant: variant.id });
  return null;
}

function codeOf(product: Product, variant: Variant, template: string, number: number): string {
  const lookup = lookupIn(product, variant);
  const filled = fillBy(template, (name, argument) => {
    switch (name) {
      case 'n':
        return String(number).padStart(Number(argument ?? 1), '0');
      case 'barcode':
        return variant.barcode ?? '';
      case '1':
      case '2':
      case '3':
        return variant.optionValues[Number(name) - 1] ?? '';
      default:
        return lookup(name, argument);
    }
  });
  return oneLine(filled.replaceAll(/\{check\}/g, (_, at: number) => checkDigit(filled.slice(0, at))));
}

/** Returns the check digit of a GTIN (EAN, UPC): every second digit from the right counts three times. */
export function checkDigit(text: string): string {
  const digits = [...text].filter((each) => /\d/.test(each)).reverse();
  const sum = digits.reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}
