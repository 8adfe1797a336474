import type {
  CatalogCategory,
  CatalogImage,
  CatalogProduct,
  CatalogVariant,
} from '../../storefront/catalog.ts';

/** Returns a product as `/products.json` lists it: these keys, in this order (`shopify/readme.md`, Product fields). */
export function listForm(product: CatalogProduct, origin: string): object {
  return {
    id: product.id,
    title: product.title,
    handle: product.handle,
    body_html: product.bodyHtml,
    published_at: product.publishedAt,
    created_at: product.createdAt,
    updated_at: product.updatedAt,
    vendor: product.vendor,
    product_type: product.productType,
    tags: product.tags,
    variants: product.variants.map((variant, place) => ({
      id: variant.id,
      ...choicesOf(variant),
      sku: variant.sku,
      requires_shipping: variant.requiresShipping,
      taxable: variant.taxable,
      featured_image: featured(variant, product, origin),
      available: variant.available,
      price: variant.price,
      grams: variant.grams,
      compare_at_price: variant.compareAtPrice,
      position: place + 1,
      product_id: product.id,
      created_at: product.createdAt,
      updated_at: product.updatedAt,
    })),
    images: product.images.map((image, place) => ({
      id: image.id,
      created_at: product.createdAt,
      position: place + 1,
      updated_at: product.updatedAt,
      product_id: product.id,
      variant_ids: variantsOf(place, product),
      src: origin + image.path,
      width: image.width,
      height: image.height,
    })),
    options: product.options.map(({ name, values }, place) => ({ name, position: place + 1, values })),
  };
}

/**
 * Returns a product as `/products/{handle}.json` gives it: tags as one text, barcode and currency, but not `available`.
 * Some shops include the quantity here, others nowhere (`shopify/readme.md`, Product fields).
 */
export function singleForm(
  product: CatalogProduct,
  origin: string,
  currency: string,
  statesQuantity = true,
): object {
  const images = product.images.map((image, place) => imageForm(image, place, product, origin));
  return {
    id: product.id,
    title: product.title,
    body_html: product.bodyHtml,
    vendor: product.vendor,
    product_type: product.productType,
    created_at: product.createdAt,
    handle: product.handle,
    updated_at: product.updatedAt,
    published_at: product.publishedAt,
    template_suffix: '',
    published_scope: 'web',
    tags: product.tags.join(', '),
    variants: product.variants.map((variant, place) => ({
      id: variant.id,
      product_id: product.id,
      title: variant.optionValues.join(' / '),
      price: variant.price,
      sku: variant.sku,
      position: place + 1,
      inventory_policy: variant.continues ? 'continue' : 'deny',
      compare_at_price: variant.compareAtPrice ?? '',
      fulfillment_service: 'manual',
      inventory_management: managementOf(variant),
      ...optionsOf(variant),
      created_at: product.createdAt,
      updated_at: product.updatedAt,
      taxable: variant.taxable,
      barcode: variant.barcode ?? '',
      grams: variant.grams,
      image_id: variant.image === null ? null : (product.images[variant.image]?.id ?? null),
      weight: variant.grams / 1000,
      weight_unit: 'kg',
      ...(statesQuantity && {
        inventory_quantity: variant.quantity,
        old_inventory_quantity: variant.quantity,
      }),
      requires_shipping: variant.requiresShipping,
      tax_code: '',
      quantity_rule: { min: 1, max: null, increment: 1 },
      price_currency: currency,
      compare_at_price_currency: variant.compareAtPrice ? currency : '',
      quantity_price_breaks: [],
    })),
    options: product.options.map(({ id, name, values }, place) => ({
      id,
      product_id: product.id,
      name,
      position: place + 1,
      values,
    })),
    images,
    image: images[0] ?? null,
  };
}

/**
 * Returns a product as `/products/{handle}.js` gives it: prices as whole numbers of hundredths, no quantity
 * (`shopify/readme.md`, Product fields).
 */
export function scriptForm(product: CatalogProduct) {
  const cents = product.variants.map(({ price }) => minor(price));
  const former = product.variants.map(({ compareAtPrice }) => minor(compareAtPrice ?? '0'));
  return {
    id: product.id,
    title: product.title,
    handle: product.handle,
    description: product.bodyHtml ?? '',
    published_at: product.publishedAt,
    created_at: product.createdAt,
    vendor: product.vendor,
    type: product.productType,
    tags: product.tags,
    price: Math.min(...cents),
    price_min: Math.min(...cents),
    price_max: Math.max(...cents),
    available: product.variants.some(({ available }) => available),
    price_varies: new Set(cents).size > 1,
    compare_at_price: former[0] === 0 ? null : former[0],
    compare_at_price_min: Math.min(...former),
    compare_at_price_max: Math.max(...former),
    compare_at_price_varies: new Set(former).size > 1,
    variants: product.variants.map((variant) => ({
      id: variant.id,
      ...choicesOf(variant),
      sku: variant.sku,
      requires_shipping: variant.requiresShipping,
      taxable: variant.taxable,
      featured_image: variant.image === null ? null : (product.images[variant.image]?.path ?? null),
      available: variant.available,
      name: `${product.title} - ${variant.optionValues.join(' / ')}`,
      public_title: variant.optionValues.join(' / '),
      options: variant.optionValues,
      price: minor(variant.price),
      weight: variant.grams,
      compare_at_price: variant.compareAtPrice === null ? null : minor(variant.compareAtPrice),
      inventory_management: managementOf(variant),
      barcode: variant.barcode ?? '',
    })),
    images: product.images.map(({ path }) => path),
    featured_image: product.images[0]?.path ?? null,
    options: product.options.map(({ name, values }, place) => ({ name, position: place + 1, values })),
    url: `/products/${product.handle}`,
    media: product.images.map((image, place) => ({
      alt: image.alt,
      id: image.id,
      position: place + 1,
      preview_image: { aspect_ratio: 1, height: image.height, width: image.width, src: image.path },
      aspect_ratio: 1,
      height: image.height,
      media_type: 'image',
      src: image.path,
      width: image.width,
    })),
  };
}

/** Returns a category as `/collections.json` lists it. */
export function categoryForm(category: CatalogCategory): object {
  return {
    id: category.id,
    title: category.title,
    handle: category.handle,
    description: category.description,
    published_at: category.updatedAt,
    updated_at: category.updatedAt,
    image: null,
    products_count: category.count,
  };
}

function imageForm(image: CatalogImage, place: number, product: CatalogProduct, origin: string): object {
  return {
    id: image.id,
    product_id: product.id,
    position: place + 1,
    created_at: product.createdAt,
    updated_at: product.updatedAt,
    alt: image.alt,
    width: image.width,
    height: image.height,
    src: origin + image.path,
    variant_ids: variantsOf(place, product),
  };
}

function featured({ image }: CatalogVariant, product: CatalogProduct, origin: string): object | null {
  const shown = image === null ? undefined : product.images[image];
  return shown && image !== null ? imageForm(shown, image, product, origin) : null;
}

/** Returns the inventory management; null means that the quantity is not counted. */
function managementOf({ tracked = true }: CatalogVariant): 'shopify' | null {
  return tracked ? 'shopify' : null;
}

function variantsOf(place: number, product: CatalogProduct): number[] {
  return product.variants.filter(({ image }) => image === place).map(({ id }) => id);
}

function choicesOf(variant: CatalogVariant): object {
  return { title: variant.optionValues.join(' / '), ...optionsOf(variant) };
}

function optionsOf({ optionValues }: CatalogVariant): object {
  const [option1, option2, option3] = optionValues;
  return { option1: option1 ?? null, option2: option2 ?? null, option3: option3 ?? null };
}

function minor(price: string): number {
  const amount = Number(price);
  return Number.isFinite(amount) ? Math.round(amount * 100) : 0;
}
