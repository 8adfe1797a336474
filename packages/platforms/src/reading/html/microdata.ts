import type { PageProduct } from '../json/linked-data.ts';
import { plainText } from './html-text.ts';
import { walkMarkup } from './walk-markup.ts';

type Stated = Map<string, string[]>;
/** Longest text, in characters, that can be a name or a price. */
const textMax = 20_000;
const valuesMax = 200;
/** Elements whose value is in an attribute instead of their text. */
const valueIn: Record<string, string> = {
  meta: 'content',
  link: 'href',
  a: 'href',
  img: 'src',
  source: 'src',
  data: 'value',
  time: 'datetime',
};
const product = /schema\.org\/(?:Product|ProductGroup)$/i;
/** Types inside a product that describe it; a review or another product inside does not. */
const ofIt =
  /schema\.org\/(?:Offer|AggregateOffer|Brand|Organization|PriceSpecification|UnitPriceSpecification)$/i;

/**
 * Returns the first product in a page's microdata (`itemscope`, `itemprop`; HTML 5.2 section 5); null when there is
 * none.
 */
export function productInMicrodata(html: string): PageProduct | null {
  // Most pages have none, and a text search costs far less than a pass over the markup.
  if (!/itemscope/i.test(html)) {
    return null;
  }
  const stated = propertiesOf(html);
  const first = (name: string) => stated.get(name)?.[0] ?? null;
  const name = plainText(first('name') ?? '');
  const price = first('price') ?? first('lowPrice');
  if (name === '' || price === null) {
    return null;
  }
  const availability = first('availability')?.split('/').at(-1)?.toLowerCase();
  return {
    name,
    description: first('description') ?? '',
    brand: plainText(first('brand/name') ?? first('brand') ?? '') || null,
    category: first('category'),
    images: [...new Set(stated.get('image') ?? [])],
    optionNames: [],
    variants: [
      {
        id: null,
        sku: first('sku'),
        barcode: first('gtin13') ?? first('gtin') ?? first('gtin12') ?? first('gtin8'),
        price: price.replace(/^[^\d-]+/, '').trim(),
        currency: first('priceCurrency'),
        available:
          availability === undefined
            ? null
            : /^(?:instock|limitedavailability|preorder|backorder)$/.test(availability),
        image: null,
        optionValues: [],
      },
    ],
  };
}

/**
 * Returns the properties of the first product on a page, its offer and its brand, by name, each with its values in
 * order.
 */
function propertiesOf(html: string): Stated {
  const stated: Stated = new Map();
  let depth = 0;
  let begun: number | null = null;
  let done = false;
  /** Open items inside the product, with the depth at which each began; `null` for one that does not describe it. */
  const inside: { depth: number; prefix: string | null }[] = [];
  let word: { name: string; depth: number; text: string } | null = null;

  const add = (name: string, value: string) => {
    const values = stated.get(name) ?? [];
    if (value.trim() !== '' && values.length < valuesMax) {
      stated.set(name, [...values, value.trim()]);
    }
  };
  walkMarkup(html, {
    onopentag(tag, attributes) {
      depth += 1;
      if (done) {
        return;
      }
      const type = attributes.itemtype ?? '';
      if (begun === null) {
        begun = attributes.itemscope !== undefined && product.test(type) ? depth : null;
        return;
      }
      const names = attributes.itemprop?.split(/\s+/) ?? [];
      const outer = inside.at(-1)?.prefix ?? (inside.length === 0 ? '' : null);
      if (attributes.itemscope !== undefined) {
        const prefix = outer === null || !ofIt.test(type) ? null : names.includes('brand') ? 'brand/' : outer;
        inside.push({ depth, prefix });
        return;
      }
      const [name] = names;
      if (name === undefined || outer === null) {
        return;
      }
      const key = outer + name;
      const value = attributes.content ?? attributes[valueIn[tag] ?? 'content'];
      if (value !== undefined) {
        add(key, value);
      } else {
        word ??= { name: key, depth, text: '' };
      }
    },
    ontext(text) {
      if (word !== null && word.text.length < textMax) {
        word.text += text;
      }
    },
    onclosetag() {
      if (word !== null && depth <= word.depth) {
        add(word.name, word.text);
        word = null;
      }
      if (inside.at(-1)?.depth === depth) {
        inside.pop();
      }
      done ||= begun !== null && depth === begun;
      depth -= 1;
    },
  });
  return stated;
}
