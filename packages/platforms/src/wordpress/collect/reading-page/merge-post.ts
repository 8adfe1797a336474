import type { Product, ProductField, Variant } from '@bowerbird/catalog/product';
import type { PageForm } from '../../../collecting/pages/page-forms.ts';
import { type FieldForms, type FieldsStated, withFieldsStated } from '../../../reading/page-fields.ts';
import { stem } from '../schema.ts';

type Form = PageForm | 'markup' | 'shop';

/** Returns the product of a post that its page describes only in text, marked with the fields that the text gave. */
export function markedPost(post: Product): Product {
  const isStated = { vendor: post.vendor !== null, currency: post.currency !== null };
  return withFieldsStated<Form>(post, {
    way: 'markup',
    fields: {
      title: 'markup',
      handle: 'address',
      variants: 'markup',
      options: 'markup',
      descriptionHtml: 'markup',
      ...shownFields(post),
      ...(isStated.vendor && { vendor: 'shop' }),
      ...(isStated.currency && { currency: 'markup' }),
    },
  });
}

/**
 * Returns a page's machine-readable product completed by the post that the same page shows: its text with markup, its
 * terms, the descriptions of its images, and the options and the former price that its text gives beside the same
 * price. A post with another name belongs to another product. When nothing names a vendor, the site is the vendor, as
 * when the API is read.
 */
export function completedByPost(
  { product, stated }: { product: Product; stated: FieldsStated<PageForm> },
  post: Product | null,
  siteName: string | null,
): Product {
  const { way, fields, inPart = [] } = stated;
  const named: FieldForms<Form> = {
    ...fields,
    ...(product.vendor === null && siteName !== null && { vendor: 'shop' }),
  };
  const vendor = product.vendor ?? siteName;
  if (post === null || !isOf(post, product)) {
    return withFieldsStated<Form>({ ...product, vendor }, { way, fields: named, inPart });
  }
  const variants = withChoice(product.variants, post.variants);
  const asStated: readonly ProductField[] = ['variants', 'options'];
  return withFieldsStated<Form>(
    {
      ...product,
      vendor,
      descriptionHtml: post.descriptionHtml,
      productType: product.productType ?? post.productType,
      tags: post.tags,
      categories: post.categories,
      images: withShown(product.images, post.images),
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
      inPart: variants === null ? inPart.filter((field) => asStated.includes(field)) : [],
    },
  );
}

/** Returns the fields that a post itself shows; a theme may leave its terms out. */
function shownFields(post: Product): FieldForms<'markup'> {
  return {
    ...(post.productType !== null && { productType: 'markup' }),
    ...(post.tags.length > 0 && { tags: 'markup' }),
    ...(post.categories.length > 0 && { categories: 'markup' }),
    ...(post.images.length > 0 && { images: 'markup' }),
  };
}

/** Open Graph titles may end with the site's name. */
function isOf(post: Product, product: Product): boolean {
  return product.title.toLowerCase().startsWith(post.title.toLowerCase());
}

/**
 * Returns the variants in the post's text, with the machine-readable data of the single variant; null when the prices
 * differ.
 */
function withChoice(stated: readonly Variant[], shown: readonly Variant[]): Variant[] | null {
  const [one, ...others] = stated;
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
      imageUrl: one.imageUrl,
    }),
  }));
}

/** Returns the machine-readable images with the post's descriptions, then those that only the post shows. */
function withShown(stated: Product['images'], shown: Product['images']): Product['images'] {
  const byStem = new Map(shown.map((image) => [stem(image.url), image]));
  const known = new Set(stated.map(({ url }) => stem(url)));
  return [
    ...stated.map((image) => {
      const same = byStem.get(stem(image.url));
      return same === undefined ? image : { ...same, url: image.url };
    }),
    ...shown.filter(({ url }) => !known.has(stem(url))),
  ];
}
