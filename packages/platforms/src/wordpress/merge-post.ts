import type { Product, ProductField, Variant } from '@bowerbird/catalog/product';
import type { PageForm } from '../collecting/page-forms.ts';
import { type FieldForms, type FieldsTold, withFieldsTold } from '../page-fields.ts';
import { stem } from './schema.ts';

type Form = PageForm | 'markup' | 'shop';

/** The product of a post that its page tells by words alone, with what they told. */
export function markedPost(post: Product): Product {
  const isTold = { vendor: post.vendor !== null, currency: post.currency !== null };
  return withFieldsTold<Form>(post, {
    way: 'markup',
    fields: {
      title: 'markup',
      handle: 'address',
      variants: 'markup',
      options: 'markup',
      descriptionHtml: 'markup',
      ...shownFields(post),
      ...(isTold.vendor && { vendor: 'shop' }),
      ...(isTold.currency && { currency: 'markup' }),
    },
  });
}

/**
 * A product that a page tells machines, completed by the post that the same page shows: its text with the markup, its terms, its
 * pictures' descriptions, and the choice and the former price that its words tell beside the same price. A post of
 * another name is another one's. The site stands for a vendor that nothing names, as it does where the API is read.
 */
export function completedByPost(
  { product, told }: { product: Product; told: FieldsTold<PageForm> },
  post: Product | null,
  siteName: string | null,
): Product {
  const { way, fields, inPart = [] } = told;
  const named: FieldForms<Form> = {
    ...fields,
    ...(product.vendor === null && siteName !== null && { vendor: 'shop' }),
  };
  const vendor = product.vendor ?? siteName;
  if (post === null || !isOf(post, product)) {
    return withFieldsTold<Form>({ ...product, vendor }, { way, fields: named, inPart });
  }
  const variants = withChoice(product.variants, post.variants);
  const asTold: readonly ProductField[] = ['variants', 'options'];
  return withFieldsTold<Form>(
    {
      ...product,
      vendor,
      descriptionHtml: post.descriptionHtml,
      productType: product.productType ?? post.productType,
      tags: post.tags,
      categories: post.categories,
      pictures: withShown(product.pictures, post.pictures),
      ...(variants !== null && { variants, options: post.options }),
    },
    {
      way,
      fields: {
        ...shownFields(post),
        ...named,
        descriptionHtml: 'markup',
        ...(variants !== null && { options: 'markup' }),
      },
      inPart: variants === null ? inPart.filter((field) => asTold.includes(field)) : [],
    },
  );
}

/** What a post shows of itself; a theme may leave its terms out. */
function shownFields(post: Product): FieldForms<'markup'> {
  return {
    ...(post.productType !== null && { productType: 'markup' }),
    ...(post.tags.length > 0 && { tags: 'markup' }),
    ...(post.categories.length > 0 && { categories: 'markup' }),
    ...(post.pictures.length > 0 && { pictures: 'markup' }),
  };
}

/** Open Graph titles may end with the site's name. */
function isOf(post: Product, product: Product): boolean {
  return product.title.toLowerCase().startsWith(post.title.toLowerCase());
}

/** The variants of the post's words with what the page tells machines of the one; null where they tell another price. */
function withChoice(told: readonly Variant[], shown: readonly Variant[]): Variant[] | null {
  const [one, ...others] = told;
  const price = shown[0]?.price ?? null;
  if (one === undefined || others.length > 0 || one.price === null || Number(one.price) !== Number(price)) {
    return null;
  }
  const isAlone = shown.length === 1;
  return shown.map((variant) => ({
    ...variant,
    price: one.price,
    available: one.available,
    ...(isAlone && {
      id: one.id,
      sku: one.sku ?? variant.sku,
      barcode: one.barcode,
      pictureUrl: one.pictureUrl,
    }),
  }));
}

/** Pictures told to machines, as the post describes them, then those that the post alone shows. */
function withShown(told: Product['pictures'], shown: Product['pictures']): Product['pictures'] {
  const byStem = new Map(shown.map((picture) => [stem(picture.url), picture]));
  const known = new Set(told.map(({ url }) => stem(url)));
  return [
    ...told.map((picture) => {
      const same = byStem.get(stem(picture.url));
      return same === undefined ? picture : { ...same, url: picture.url };
    }),
    ...shown.filter(({ url }) => !known.has(stem(url))),
  ];
}
