import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../reading/unread.ts';

/**
 * Converts `/products/{handle}.js`, and the same object in a theme's page, to the form of the feed. Its prices are
 * whole hundredths of a unit, also for currencies without decimals.
 */
export function feedFormOf(sent: unknown): unknown {
  if (!isObject(sent) || !('price' in sent || 'variants' in sent)) {
    return sent;
  }
  return {
    ...named(sent, ['id', 'title', 'handle', 'vendor', 'tags', 'published_at', 'created_at', 'options']),
    body_html: sent.description ?? sent.content ?? null,
    product_type: sent.type ?? null,
    images: imagesOf(sent),
    variants: itemsOf(sent.variants).map((variant) => (isObject(variant) ? variantOf(variant) : variant)),
  };
}

function variantOf(variant: UnreadObject): UnreadObject {
  const values = itemsOf(variant.options);
  return {
    ...named(variant, [
      'id',
      'sku',
      'barcode',
      'option1',
      'option2',
      'option3',
      'available',
      'taxable',
      'requires_shipping',
      'inventory_management',
      'inventory_policy',
      'featured_image',
    ]),
    ...(values.length > 0 ? { option1: values[0], option2: values[1], option3: values[2] } : {}),
    inventory_quantity: variant.inventory_quantity,
    grams: variant.weight,
    price: priceOfHundredths(variant.price),
    compare_at_price: priceOfHundredths(variant.compare_at_price),
  };
}

/** Converts 1990 to "19.90". Anything but a whole number stays unchanged, to be rejected with a named error. */
export function priceOfHundredths(price: unknown): unknown {
  if (typeof price !== 'number' || !Number.isSafeInteger(price) || price < 0) {
    return price;
  }
  const digits = String(price).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `media` has the alt texts and the sizes, `images` only the addresses. */
function imagesOf(sent: UnreadObject): unknown[] {
  const media = new Map<string, UnreadObject>();
  for (const item of itemsOf(sent.media)) {
    const src = isObject(item) ? textOf(item.src) : null;
    if (src !== null && isObject(item)) {
      media.set(src, item);
    }
  }
  return itemsOf(sent.images).map((image) => {
    const src = textOf(isObject(image) ? image.src : image);
    const known = src === null ? undefined : media.get(src);
    return { src, alt: known?.alt, width: known?.width, height: known?.height, id: idOf(known?.id) };
  });
}

function named(from: UnreadObject, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, from[key]]));
}
