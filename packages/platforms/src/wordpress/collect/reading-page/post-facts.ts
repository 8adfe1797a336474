import { priceIn } from '../../../reading/price-text.ts';
import type { PostParts } from './post-html.ts';

/** What a post's text says about the product it shows. */
export interface PostFacts {
  price: string | null;
  compareAtPrice: string | null;
  currency: string | null;
  sku: string | null;
  options: { name: string; values: string[] }[];
  attributes: { name: string; value: string }[];
}

const priceWord = /\b(price|preis|prix|precio|prezzo|preço|cena)\b|价格|價格|售价|特价/i;
const optionWord =
  /^(colou?r|size|material|style|farbe|größe|couleur|taille|cor|tamanho|color|talla|颜色|顏色|尺寸|规格|規格)$/i;
const lineMax = 300;

/** Reads price, former price, SKU, options and facts from a post's text by fixed rules (`readme.md`, Product pages). */
export function postFacts(post: Pick<PostParts, 'lines' | 'struck' | 'rows'>): PostFacts {
  const lines = post.lines.map((line) => line.slice(0, lineMax));
  const named = lines.filter((line) => priceWord.test(line));
  const shown = [...named, ...lines].map(priceIn).find((found) => found !== null) ?? null;
  const former = post.struck.map(priceIn).find((found) => found !== null) ?? null;
  const pairs = [...post.rows, ...lines.flatMap(pairIn)];
  const options = pairs.flatMap(({ name, value }) => {
    const values = value.split(/(?:(?<!\s)\s+)?[/|、]\s*/).filter((one) => one !== '');
    return optionWord.test(name) && values.length > 1 ? [{ name, values: [...new Set(values)] }] : [];
  });
  const isOption = new Set(options.map(({ name }) => name));
  return {
    price: shown?.price ?? null,
    compareAtPrice:
      shown !== null && former !== null && Number(former.price) > Number(shown.price) ? former.price : null,
    currency: shown?.currency ?? former?.currency ?? null,
    sku:
      pairs.find(({ name }) => /^(sku|art\.?-?nr\.?|ref\.?|item no\.?|货号|貨號)$/i.test(name))?.value ??
      null,
    options: options.slice(0, 3),
    attributes: post.rows.filter(({ name, value }) => name !== '' && value !== '' && !isOption.has(name)),
  };
}

/** Returns a name and value from "Colour: Black / White"; ignores a sentence that contains a colon. */
function pairIn(line: string): { name: string; value: string }[] {
  const [, name, value] = /^([^:：]{1,24})[:：]\s*(.{1,200})$/.exec(line) ?? [];
  return name === undefined || value === undefined ? [] : [{ name: name.trim(), value: value.trim() }];
}
