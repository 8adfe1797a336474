import type { ShoplineLedger, StoredCollection } from './ledger.ts';
import { longId, moment, type StoredImage, type StoredProduct, type StoredVariant } from './record.ts';

/** Returns a product as every answer contains it (`shopline/readme.md`, Writing products; the vendor's example). */
export function productForm(
  product: StoredProduct,
  ledger: ShoplineLedger,
  reaches: (source: string) => boolean,
): object {
  const id = longId(product.number);
  const images = product.images.filter(({ source }) => reaches(source)).map(imageForm);
  return {
    body_html: product.bodyHtml,
    created_at: moment(product.createdAt),
    handle: product.handle,
    id,
    image: images[0] ?? null,
    images,
    options: product.options.map(({ name, valuesImages }, place) => {
      const values = [...new Set(product.variants.map(({ choices }) => choices[place] ?? ''))];
      const optionId = `${id.slice(0, -3)}${String(place).padStart(3, '0')}`;
      return {
        id: optionId,
        name,
        option_values: values.map((value, at) => ({ id: `${optionId.slice(0, -3)}${place}${at}`, value })),
        product_id: id,
        values,
        values_images: valuesImages,
      };
    }),
    path: `/products/${product.handle}`,
    product_behavior: '',
    product_category: product.category,
    product_type: 'NORMAL',
    published_at: product.publishedAt === null ? '' : moment(product.publishedAt),
    published_scope: 'web',
    spu: product.spu,
    status: product.status,
    subtitle: product.subtitle,
    // A list when written, one text when read (`shopline/readme.md`, Writing products).
    tags: product.tags.join(', '),
    template_path: '',
    title: product.title,
    updated_at: moment(product.updatedAt),
    variants: product.variants.map((variant, at) => variantForm(variant, at, id, ledger, reaches)),
    vendor: product.vendor,
  };
}

function variantForm(
  variant: StoredVariant,
  at: number,
  productId: string,
  ledger: ShoplineLedger,
  reaches: (source: string) => boolean,
): object {
  const { choices, image } = variant;
  return {
    barcode: variant.barcode,
    compare_at_price: variant.compareAtPrice,
    id: longId(variant.number),
    image: image && reaches(image.source) ? imageForm(image) : null,
    inventory_item_id: itemId(variant.number),
    inventory_policy: variant.policy,
    inventory_quantity: ledger.inventoryOf(variant.number),
    inventory_tracker: variant.tracked,
    ...Object.fromEntries(choices.map((value, place) => [`option${place + 1}`, value])),
    position: at + 1,
    price: variant.price,
    product_id: productId,
    required_shipping: variant.shipped,
    sku: variant.sku,
    taxable: variant.taxable,
    title: choices.filter((value) => value !== '').join(' · '),
    weight: variant.weight,
    weight_unit: variant.weightUnit,
  };
}

/** Returns an image; the store serves it under its own address. */
function imageForm({ number, source, alt }: StoredImage): object {
  const name = source.split('?')[0]?.split('/').at(-1) ?? '';
  return { alt, id: String(number), src: `https://img.myshopline.com/image/store/${number}/${name}` };
}

export function itemId(variant: number): string {
  return `578506${variant}`;
}

export function variantOfItem(item: string): number {
  return Number(item.replace(/^578506/, ''));
}

export function collectionForm({ number, title, handle }: StoredCollection): object {
  return { id: longId(number), title, handle, published_scope: 'web', sort_order: 'manual', body_html: '' };
}
