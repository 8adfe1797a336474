import type { Image, Product, Variant } from '@bowerbird/catalog/product';
import { uploadedImageAt } from '@bowerbird/catalog/stored/uploaded-image';
import type { Json } from '../../../context.ts';
import { sentPrice } from '../../../listing/sent-price.ts';
import type { ToCreate } from '../../../listing/writes.ts';
import { variantFiles } from '../cost.ts';
import { imageName } from '../hash.ts';
import { imagesMax, tagsMax, titleMax } from '../limits.ts';
import { attemptField, keyField, metafieldNamespace } from '../operations.ts';

const weightUnits = { g: 'GRAMS', kg: 'KILOGRAMS', oz: 'OUNCES', lb: 'POUNDS' } as const;

/** What differs between creating a product and rewriting one. */
export interface InputFor {
  /** Images that the store holds already: media ids by file name. Empty for a create. */
  images: ReadonlyMap<string, string>;
  /** The location where inventory is counted; null leaves inventory unchanged. */
  locationId: string | null;
  /** Ids of variants whose inventory quantities are set; left out, those of all. The store owns what was sold since. */
  inventory?: ReadonlySet<string>;
}

/**
 * Returns the `ProductSetInput` of a product. Lists are sent whole, as `productSet` replaces them (`readme.md`, Writing
 * products).
 */
export async function productSetInput(
  { product, key, attemptId, options, staged }: ToCreate,
  given: InputFor,
): Promise<{ [name: string]: Json }> {
  const files = new Map<string, { [name: string]: Json }>();
  for (const image of product.images.slice(0, imagesMax)) {
    const file = await fileInput(key, image, given.images, staged);
    if (file !== null) {
      files.set(image.url, file);
    }
  }
  const pictured = new Set(
    product.variants.filter(({ imageUrl }) => imageUrl !== null).slice(0, variantFiles(product).kept),
  );
  const fileOf = (variant: Variant) =>
    pictured.has(variant) ? files.get(variant.imageUrl ?? '') : undefined;
  return {
    title: product.title.slice(0, titleMax),
    handle: product.handle,
    descriptionHtml: product.descriptionHtml,
    ...(product.vendor !== null && { vendor: product.vendor }),
    productType: product.productType ?? '',
    tags: product.tags.slice(0, tagsMax),
    status: options.status === 'active' ? 'ACTIVE' : 'DRAFT',
    seo: { title: product.seo.title, description: product.seo.description },
    productOptions: optionsOf(product),
    variants: product.variants.map((variant, index) =>
      variantInput(product, variant, index, fileOf(variant), given),
    ),
    files: [...files.values()],
    metafields: [
      { namespace: metafieldNamespace, key: keyField, type: 'id', value: key },
      { namespace: metafieldNamespace, key: attemptField, type: 'single_line_text_field', value: attemptId },
    ],
  };
}

/**
 * Returns the options; a product without options has one called Title, with one value (`readme.md`, Writing products).
 */
function optionsOf(product: Product): Json {
  if (product.options.length === 0) {
    return [{ name: 'Title', position: 1, values: [{ name: 'Default Title' }] }];
  }
  return product.options.map(({ name, values }, index) => ({
    name,
    position: index + 1,
    // Option values that no variant uses are rejected by some stores and shown by none.
    values: used(product, index, values).map((value) => ({ name: value })),
  }));
}

function used(product: Product, option: number, values: readonly string[]): string[] {
  const worn = new Set(product.variants.map((variant) => variant.optionValues[option]));
  return values.filter((value) => worn.has(value));
}

function variantInput(
  product: Product,
  variant: Variant,
  index: number,
  file: { [name: string]: Json } | undefined,
  { locationId, inventory }: InputFor,
): Json {
  return {
    position: index + 1,
    optionValues:
      product.options.length === 0
        ? [{ optionName: 'Title', name: 'Default Title' }]
        : product.options.map(({ name }, option) => ({
            optionName: name,
            name: variant.optionValues[option] ?? '',
          })),
    price: sentPrice(variant),
    compareAtPrice: variant.compareAtPrice,
    sku: variant.sku ?? '',
    barcode: variant.barcode,
    taxable: variant.taxable,
    // A variant with unknown inventory is sold as the source sells it; known inventory is counted down to zero and no
    // further.
    inventoryPolicy: variant.stock === null && variant.available !== false ? 'CONTINUE' : 'DENY',
    inventoryItem: {
      tracked: variant.stock !== null,
      requiresShipping: variant.requiresShipping,
      ...(variant.cost !== null && { cost: variant.cost }),
      ...(variant.weight !== null && {
        measurement: {
          weight: { value: Number(variant.weight.value), unit: weightUnits[variant.weight.unit] },
        },
      }),
    },
    ...(file && { file }),
    ...(locationId !== null &&
      variant.stock !== null &&
      (inventory?.has(variant.id) ?? true) && {
        inventoryQuantities: [{ locationId, name: 'available', quantity: Math.max(0, variant.stock) }],
      }),
  };
}

/**
 * Returns the input of an image. An image that the store holds already is named by its id, never by its address, which
 * would upload it twice. Null for an uploaded image that could not be staged where the store fetches it.
 */
async function fileInput(
  key: string,
  image: Image,
  held: ReadonlyMap<string, string>,
  staged: ReadonlyMap<string, string> | undefined,
): Promise<{ [name: string]: Json } | null> {
  const filename = await imageName(key, image.url);
  const id = held.get(filename);
  if (id !== undefined) {
    return { id, alt: image.alt };
  }
  const source = uploadedImageAt(image.url) === null ? image.url : staged?.get(image.url);
  return source === undefined
    ? null
    : {
        originalSource: source,
        filename,
        alt: image.alt,
        contentType: 'IMAGE',
        duplicateResolutionMode: 'RAISE_ERROR',
      };
}
