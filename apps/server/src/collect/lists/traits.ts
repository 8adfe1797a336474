import type { Product, Variant } from '@bowerbird/catalog/product';
import { columnText } from '../../db/json-text.ts';

/** Most attributes kept of one product; further ones can't be filtered by. */
const attributesMax = 40;
const wordsMax = 80;

/**
 * Returns what a collected product is filtered by in addition to text and price, each as one text: `a` name value for
 * an attribute or an option, `n` name for having it at all, `m` name value for facts that only its platform provides,
 * and for whether it can be bought.
 */
export function traitsOf(product: Product): string[] {
  const chosen = product.options.flatMap(({ name, values }) => values.map((value) => ({ name, value })));
  const attributes = [...product.attributes, ...chosen].slice(0, attributesMax).flatMap(({ name, value }) => {
    const [one, other] = [words(name), words(value)];
    return one === '' || other === '' ? [] : [{ name: one, value: other }];
  });
  const traits = new Set<string>();
  for (const [name, value] of Object.entries(factsOf(product))) {
    traits.add(`m\t${name}\t${value}`);
  }
  for (const { name } of attributes) {
    traits.add(`n\t${name}`);
  }
  for (const { name, value } of attributes) {
    traits.add(`a\t${name}\t${value}`);
  }
  return [...traits];
}

/** Returns the text of a trait, as it is stored and searched. */
export function traitText(kind: 'a' | 'n' | 'm', name: string, value = ''): string {
  return `${kind}\t${words(name)}${kind === 'n' ? '' : `\t${words(value)}`}`;
}

/** Extracts from a product's stored traits the facts that only its platform provides. */
export function factsIn(traits: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    traits.flatMap((trait) => {
      const [kind, name = '', value = ''] = trait.split('\t');
      return kind === 'm' ? [[name, value]] : [];
    }),
  );
}

export function attributeNamesIn(traits: readonly string[]): string[] {
  return traits.flatMap((trait) => (trait.startsWith('n\t') ? [trait.slice(2)] : []));
}

/**
 * Names are ours, whatever the platform calls them; values are the platform's texts, `yes`, or ours for `availability`.
 */
function factsOf({ source, extra, variants }: Product): Record<string, string> {
  const own = extra[source?.platform ?? ''] ?? {};
  const text = (name: string) => (typeof own[name] === 'string' ? words(own[name]) : '');
  const yes = (name: string) => (own[name] === true ? 'yes' : '');
  const facts =
    source?.platform === 'woocommerce'
      ? { type: text('type'), onSale: yes('onSale'), backorder: yes('backorder'), taxClass: text('taxClass') }
      : source?.platform === 'shopyy'
        ? { spu: text('spu'), language: text('language'), subtitle: text('subtitle') }
        : {};
  const all = { ...facts, availability: availabilityOf(variants) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** Returns whether anything of a product can be bought, according to its source; '' if the source does not say. */
function availabilityOf(variants: readonly Variant[]): '' | 'available' | 'sold-out' {
  const canBuy = variants.map(({ available, stock }) => available ?? (stock === null ? null : stock > 0));
  return canBuy.includes(true) ? 'available' : canBuy.every((one) => one === false) ? 'sold-out' : '';
}

/** Detects text that is not in the stored form. Most text is, and every product has dozens of texts. */
const untidy = /^\s|\s$|[^\S ]| {2}|[\p{Cc}\p{Cs}]/u;

function words(text: string): string {
  if (text.length <= wordsMax && !untidy.test(text)) {
    return text;
  }
  const tidy = columnText(text).replaceAll('\u001f', ' ').replaceAll(/\s+/gu, ' ').trim();
  // Trims again: a text cut in the middle of a character or after a space would be cut differently when it is searched.
  return tidy.slice(0, wordsMax).toWellFormed().trim();
}
