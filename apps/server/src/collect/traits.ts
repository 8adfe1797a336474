import type { Product, Variant } from '@bowerbird/catalog/product';
import { columnText } from '../db/json-text.ts';

/** As many of one product are kept; what is beyond is not filtered by. */
const attributesMax = 40;
const wordsMax = 80;

/**
 * What a collected product is filtered by beside text and price, each as one text: `a` name value for an attribute or a
 * choice, `n` name for having it at all, `m` name value for what only its platform tells, and for whether it can be bought.
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

/** The text of a trait, as it is kept and sought. */
export function traitText(kind: 'a' | 'n' | 'm', name: string, value = ''): string {
  return `${kind}\t${words(name)}${kind === 'n' ? '' : `\t${words(value)}`}`;
}

/** What only its platform tells of a product, out of the traits it was kept with. */
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

/** Names are ours, whatever the platform calls them; values are the platform's words, `yes`, or ours for `availability`. */
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

/** Whether anything of a product can be bought, by what its source says; '' where it says nothing of it. */
function availabilityOf(variants: readonly Variant[]): '' | 'available' | 'sold-out' {
  const canBuy = variants.map(({ available, stock }) => available ?? (stock === null ? null : stock > 0));
  return canBuy.includes(true) ? 'available' : canBuy.every((one) => one === false) ? 'sold-out' : '';
}

/** What tells that words are not as they are kept: most are, and every product that is read has dozens of them. */
const untidy = /^\s|\s$|[^\S ]| {2}|[\p{Cc}\p{Cs}]/u;

function words(text: string): string {
  if (text.length <= wordsMax && !untidy.test(text)) {
    return text;
  }
  const tidy = columnText(text).replaceAll('\u001f', ' ').replaceAll(/\s+/gu, ' ').trim();
  // Cut in the middle of a character or behind a space, they would be cut otherwise when they are sought.
  return tidy.slice(0, wordsMax).toWellFormed().trim();
}
