import { idOf, isObject, itemsOf, type UnreadObject, wholeOf } from '@bowerbird/platforms/reading/unread';
import type { ProductChange, ShopyyLedger } from './ledger.ts';
import type { StoredOption, StoredVariant } from './record.ts';

/** Reason why a body is rejected, in the API's own words (`shopyy/readme.md`, Writing products; Errors). */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
}

const optionsMax = 3;

/**
 * Returns what a body requests to keep, as a complete record: what it leaves out is emptied (`shopyy/readme.md`,
 * Writing products). Throws `NotTaken` for what the store refuses. `rehost` returns the address under which the store
 * shows an image.
 */
export function changeIn(
  body: unknown,
  ledger: ShopyyLedger,
  { isNew, rehost }: { isNew: boolean; rehost(src: string): string },
): ProductChange {
  const sent = isObject(body) ? body : {};
  const title = required(sent, 'title');
  const specMode = wholeOf(sent.spec_mode);
  if (specMode !== 1 && specMode !== 2) {
    throw new NotTaken('spec_mode不能为空');
  }
  const images = itemsOf(sent.images)
    .filter(isObject)
    .map((image) => ({
      id: wholeOf(image.image_id) ?? ledger.newPart(),
      src: rehost(required(image, 'src')),
      alt: words(image.alt),
    }));
  if (images.length === 0) {
    throw new NotTaken('图片不能为空');
  }
  const rows = itemsOf(sent.variants).filter(isObject);
  if (isNew && rows.length === 0) {
    throw new NotTaken('variants不能为空');
  }
  const options = optionsIn(sent, rows, specMode, ledger);
  return {
    title,
    specMode,
    images,
    options,
    variants: rows.map((row) => variantIn(row, options, ledger)),
    subtitle: words(sent.subtitle),
    handle: words(sent.handle) || handleOf(title),
    spu: words(sent.spu) || String(ledger.newPart()),
    status: wholeOf(sent.status) === 1 ? 1 : 0,
    miniDetail: words(sent.mini_detail),
    // Kept without surrounding white space (`shopyy/readme.md`, Writing products).
    bodyHtml: words(sent.body_html),
    innerTitle: words(sent.inner_title),
    vendor: words(sent.vendor),
    productType: words(sent.product_type),
    tags: itemsOf(sent.tags).map(words),
    metaTitle: words(sent.meta_title),
    metaDescript: words(sent.meta_descript),
    metaKeywords: itemsOf(sent.meta_keywords).map(words),
    inventoryTracking: wholeOf(sent.inventory_tracking) ?? 0,
    inventoryPolicy: wholeOf(sent.inventory_policy) ?? 1,
    taxable: wholeOf(sent.taxable) ?? 0,
    freeShipping: wholeOf(sent.free_shipping) ?? 0,
    collections: collectionsIn(sent, ledger),
  };
}

/**
 * Positions count from 0; invented numbers match nothing, and neither error says which one is wrong
 * (`shopyy/readme.md`, Writing products).
 */
function optionsIn(
  sent: UnreadObject,
  rows: readonly UnreadObject[],
  specMode: 1 | 2,
  ledger: ShopyyLedger,
): StoredOption[] {
  const given = itemsOf(sent.options).filter(isObject);
  if (specMode === 1) {
    return [];
  }
  if (given.length === 0 || given.length > optionsMax) {
    throw new NotTaken('产品属性错误');
  }
  const known = new Set(
    [...ledger.products.values()].flatMap(({ options }) =>
      options.flatMap(({ id, values }) => [id, ...values.map((value) => value.id)]),
    ),
  );
  const numbered = (part: UnreadObject, place: number, parts: readonly unknown[]): number => {
    const id = wholeOf(part.id);
    const position = wholeOf(part.position) ?? place;
    if ((id !== null && !known.has(id)) || position < 0 || position >= parts.length) {
      throw new NotTaken('数据不存在');
    }
    return ledger.newPart();
  };
  const options = given.map((option, place): StoredOption => {
    const values = itemsOf(option.values).filter(isObject);
    const name = required(option, 'option_name');
    return {
      name,
      id: numbered(option, place, given),
      values: values.map((value, at) => ({
        name: required(value, 'option_value'),
        id: numbered(value, at, values),
      })),
    };
  });
  for (const row of rows) {
    for (const [place, option] of options.entries()) {
      if (required(row, `option${place + 1}_title`) !== option.name) {
        throw new NotTaken('产品属性错误');
      }
      const value = required(row, `option${place + 1}_value_title`);
      if (!option.values.some(({ name }) => name === value)) {
        throw new NotTaken('产品属性错误');
      }
    }
  }
  return options;
}

/** Each write creates the variants again, with new numbers (`shopyy/readme.md`, Writing products). */
function variantIn(row: UnreadObject, options: readonly StoredOption[], ledger: ShopyyLedger): StoredVariant {
  const price = words(row.price);
  if (price === '') {
    throw new NotTaken('price不能为空');
  }
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(price)) {
    throw new NotTaken('price格式错误');
  }
  return {
    id: ledger.newPart(),
    values: options.map((_, place) => words(row[`option${place + 1}_value_title`])),
    sku: words(row.sku),
    barcode: words(row.barcode),
    price: Number(price).toFixed(2),
    compareAtPrice: Number(words(row.compare_at_price) || '0').toFixed(2),
    weight: Number(words(row.weight) || '0').toFixed(4),
    quantity: wholeOf(row.inventory_quantity) ?? 0,
    src: words(row.src),
  };
}

function collectionsIn(sent: UnreadObject, ledger: ShopyyLedger): number[] {
  return itemsOf(sent.collections)
    .filter(isObject)
    .map((one) => {
      const id = Number(idOf(one.collection_id) ?? idOf(one.id));
      if (!ledger.collections.has(id)) {
        throw new NotTaken('数据不存在');
      }
      return id;
    });
}

function required(sent: UnreadObject, name: string): string {
  const given = words(sent[name]);
  if (given === '') {
    throw new NotTaken(`${name}不能为空`);
  }
  return given;
}

function words(sent: unknown): string {
  return typeof sent === 'string' ? sent.trim() : typeof sent === 'number' ? String(sent) : '';
}

function handleOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
