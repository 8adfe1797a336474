import { plainText } from './html-text.ts';
import type { PageProduct } from './linked-data.ts';
import { walkMarkup } from './walk-markup.ts';

type Told = Map<string, string[]>;
/** Texts longer than this are no name and no price. */
const textMax = 20_000;
const valuesMax = 200;
/** Where an element tells its value in an attribute instead of in its words. */
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
/** Things inside a product that tell of it; a review or another product inside does not. */
const ofIt =
  /schema\.org\/(?:Offer|AggregateOffer|Brand|Organization|PriceSpecification|UnitPriceSpecification)$/i;

/** The first product that a page's microdata tell (`itemscope`, `itemprop`; HTML 5.2 section 5); null when there is none. */
export function productInMicrodata(html: string): PageProduct | null {
  // Most pages have none, and a search costs far less than a pass over the markup.
  if (!/itemscope/i.test(html)) {
    return null;
  }
  const told = propertiesOf(html);
  const first = (name: string) => told.get(name)?.[0] ?? null;
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
    pictures: [...new Set(told.get('image') ?? [])],
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
        picture: null,
        optionValues: [],
      },
    ],
  };
}

/** What the first product on a page tells of itself, its offer and its brand, by name, each value in order. */
function propertiesOf(html: string): Told {
  const told: Told = new Map();
  let depth = 0;
  let begun: number | null = null;
  let done = false;
  /** Things inside the product that are open, with how deep each began; `null` for one that is not of it. */
  const inside: { depth: number; prefix: string | null }[] = [];
  let word: { name: string; depth: number; text: string } | null = null;

  const add = (name: string, value: string) => {
    const values = told.get(name) ?? [];
    if (value.trim() !== '' && values.length < valuesMax) {
      told.set(name, [...values, value.trim()]);
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
  return told;
}
