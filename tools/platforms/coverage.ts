import type { Product } from '@bowerbird/catalog/product';

/** Products as one way of reading returned them. */
export interface Reading {
  /** The platform's name. */
  platform: string;
  way: string;
  products: readonly Product[];
}

type Variant = Product['variants'][number];

const some = (stated: (variant: Variant) => boolean) => (product: Product) => product.variants.some(stated);

/** Every field of a product, and whether this product has a value for it; an empty field has none. */
export const coverageFields: readonly [name: string, isStated: (product: Product) => boolean][] = [
  ['title', ({ title }) => title !== ''],
  ['description', ({ descriptionHtml }) => descriptionHtml !== ''],
  ['vendor', ({ vendor }) => vendor !== null],
  ['type', ({ productType }) => productType !== null],
  ['tags', ({ tags }) => tags.length > 0],
  ['options', ({ options }) => options.length > 0],
  ['several variants', ({ variants }) => variants.length > 1],
  ['price', some(({ price }) => price !== null)],
  ['compare-at', some(({ compareAtPrice }) => compareAtPrice !== null)],
  ['cost', some(({ cost }) => cost !== null)],
  ['stock', some(({ stock }) => stock !== null)],
  ['availability', some(({ available }) => available !== null)],
  ['weight', some(({ weight }) => weight !== null)],
  ['barcode', some(({ barcode }) => barcode !== null)],
  ['SKU', some(({ sku }) => sku !== null)],
  ['images', ({ images }) => images.length > 0],
  ['variant images', some(({ imageUrl }) => imageUrl !== null)],
  ['alt', ({ images }) => images.some(({ alt }) => alt !== '')],
  ['categories', ({ categories }) => categories.length > 0],
  ['SEO', ({ seo }) => seo.title !== null || seo.description !== null],
  ['currency', ({ currency }) => currency !== null],
  ['attributes', ({ attributes }) => attributes.length > 0],
  ['tiers', ({ priceTiers }) => priceTiers.length > 0],
];

/** Returns a table of how many products of each reading have each field; "–" where none does. */
export function coverageTable(readings: readonly Reading[]): string {
  const head = ['Platform', 'Method', 'Products', ...coverageFields.map(([name]) => name)];
  const rows = readings.map(({ platform, way, products }) => [
    platform,
    way,
    String(products.length),
    ...coverageFields.map(([, isStated]) => String(products.filter(isStated).length || '–')),
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const begin = '<!-- recorded -->';
const end = '<!-- recorded end -->';

/**
 * Returns the part of `docs/platforms.md` about fields. If the recorded data is missing (`recorded` is null), the
 * document's existing text about it is kept.
 */
export function fieldsPart(
  simulated: readonly Reading[],
  recorded: readonly Reading[] | null,
  written: string,
): string {
  const [from, to] = [written.indexOf(begin), written.indexOf(end)];
  const kept = from < 0 || to < from ? '' : written.slice(from + begin.length, to).trim();
  return `## Fields, by method

For how many products each method gives each field. "–": this method does not give the field, and each product is marked
(\`decisions/0035-what-is-marked-as-unknown.md\`) if products of the platform have such a field. A field without a value (tags, options, compare-at price) counts as not
given. *Feed*: lists or an open API; *page*: each product at its own address, if there are no lists or they are closed; *API*: with the merchant's API connection; *plugin*: the
page alone, as a browser shows it.

**Simulated shops**, read by each method:

${coverageTable(simulated)}

**Answers of real shops**, recorded. The recordings are not part of the repository; these figures are checked only where they are available.

${begin}
${recorded === null ? kept : coverageTable(recorded)}
${end}
`;
}
