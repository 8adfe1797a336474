import { isObject, itemsOf, type UnreadObject } from '@bowerbird/platforms/reading/unread';
import { badField, type RestAnswer, refusal } from '../../store/rest-answers.ts';
import { uncategorised, type WooLedger } from './ledger.ts';
import { type ProductAttribute, type StoredProduct, writableStatuses } from './record.ts';
import { chosenValue, cleanValue, valueNamed } from './values.ts';

const texts = ['name', 'slug', 'description', 'short_description', 'sku', 'weight'] as const;
const amountFields = ['regular_price', 'sale_price'] as const;

/**
 * Returns the problem that the API's own check finds in a body; a row of a batch is not checked like this (read in its
 * source).
 */
export function problemIn(body: UnreadObject): RestAnswer | null {
  for (const name of [...texts, ...amountFields, 'global_unique_id', 'status']) {
    if (body[name] !== undefined && typeof body[name] !== 'string') {
      return badType(name);
    }
  }
  return statusProblem(body);
}

function statusProblem({ status }: UnreadObject): RestAnswer | null {
  const known: readonly unknown[] = writableStatuses;
  return status === undefined || known.includes(status)
    ? null
    : badField(
        'status',
        'rest_not_in_enum',
        'status is not one of draft, pending, private, publish, future, auto-draft, and trash.',
      );
}

function badType(name: string): RestAnswer {
  const message = `${name} is not of type string.`;
  return refusal(400, 'rest_invalid_param', `Invalid parameter(s): ${name}`, {
    params: { [name]: message },
    details: { [name]: { code: 'rest_invalid_type', message, data: { param: name } } },
  });
}

/** Writes a body into a product; returns the rejection, in which case nothing is written. */
export function writeInto(
  product: StoredProduct,
  body: UnreadObject,
  ledger: WooLedger,
  now: number,
): RestAnswer | null {
  const text = (name: string, before: string) => (typeof body[name] === 'string' ? body[name] : before);
  const problem = skuProblem(product, body, ledger);
  if (problem) {
    return problem;
  }
  const images = readImages(body, ledger, now);
  if ('status' in images) {
    return images;
  }
  product.name = text('name', product.name) || 'Product';
  product.description = stripped(text('description', product.description));
  product.shortDescription = stripped(text('short_description', product.shortDescription));
  product.sku = text('sku', product.sku);
  product.weight = text('weight', product.weight);
  product.gtin = gtinOf(text('global_unique_id', product.gtin));
  product.regularPrice = plainAmount(text('regular_price', product.regularPrice));
  product.salePrice = plainAmount(text('sale_price', product.salePrice));
  if (product.salePrice !== '' && Number(product.salePrice) >= Number(product.regularPrice)) {
    product.salePrice = '';
  }
  product.virtual = typeof body.virtual === 'boolean' ? body.virtual : product.virtual;
  product.taxStatus = text('tax_status', product.taxStatus);
  product.menuOrder = typeof body.menu_order === 'number' ? body.menu_order : product.menuOrder;
  product.images = images.ids ?? product.images;
  writeStock(product, body);
  writeKind(product, body, ledger);
  writeMeta(product, body, ledger);
  product.status = writableStatuses.find((one) => one === body.status) ?? product.status;
  product.modified = now;
  return null;
}

function skuProblem(product: StoredProduct, body: UnreadObject, ledger: WooLedger): RestAnswer | null {
  const sku = typeof body.sku === 'string' ? body.sku : '';
  const holder = sku === '' ? null : ledger.holderOfSku(sku, product.id);
  if (holder) {
    return refusal(400, 'product_invalid_sku', 'Invalid or duplicated SKU.', {
      resource_id: holder.id,
      unique_sku: `${sku}-1`,
    });
  }
  const gtin = typeof body.global_unique_id === 'string' ? gtinOf(body.global_unique_id) : '';
  const other = gtin === '' ? null : ledger.holderOfGtin(gtin, product.id);
  if (other) {
    return refusal(400, 'product_invalid_global_unique_id', 'Invalid or duplicated GTIN, UPC, EAN or ISBN.', {
      resource_id: other.id,
    });
  }
  return sku !== '' && ledger.trashedHolderOfSku(sku, product.id)
    ? refusal(
        400,
        'woocommerce_rest_product_not_created',
        `The product with SKU (${sku}) you are trying to insert is already present in the lookup table`,
      )
    : null;
}

/**
 * Reads images: each address is fetched within the request; one that cannot be fetched rejects the product
 * (`woocommerce/readme.md`, Images).
 */
function readImages(
  body: UnreadObject,
  ledger: WooLedger,
  now: number,
): { ids: number[] | null } | RestAnswer {
  const sent = Array.isArray(body.images)
    ? body.images
    : body.image === undefined
      ? null
      : [body.image].filter((one) => one !== null);
  if (sent === null) {
    return { ids: null };
  }
  const ids: number[] = [];
  const kind = Array.isArray(body.images) ? 'product' : 'variation';
  for (const one of sent.filter(isObject)) {
    if (typeof one.id === 'number' && one.id > 0) {
      const file = ledger.files.get(one.id);
      if (!file) {
        return refusal(400, `woocommerce_${kind}_invalid_image_id`, `#${one.id} is an invalid image ID.`);
      }
      // Name and texts belong to the image itself, whichever product shows it; an empty one changes nothing (read in
      // its source).
      const title = typeof one.name === 'string' && one.name !== '' ? one.name : file.title;
      const alt = typeof one.alt === 'string' && one.alt !== '' ? one.alt : file.alt;
      ledger.files.set(file.id, { ...file, title, alt });
      ids.push(one.id);
      continue;
    }
    const src = typeof one.src === 'string' ? one.src : '';
    const problem = fetchProblem(src);
    if (problem !== null) {
      return refusal(400, 'woocommerce_product_image_upload_error', problem);
    }
    const name = new URL(src).pathname.split('/').at(-1) ?? 'image.jpg';
    const title = typeof one.name === 'string' ? one.name : '';
    ids.push(ledger.addFile(name, title, typeof one.alt === 'string' ? one.alt : '', now).id);
  }
  // An image that is named twice is shown once (seen).
  return { ids: [...new Set(ids)] };
}

function fetchProblem(src: string): string | null {
  const url = URL.parse(src);
  const isPrivate = /^(localhost|127\.|10\.|192\.168\.)/.test(url?.hostname ?? '');
  if (url === null || isPrivate || !['', '80', '443', '8080'].includes(url.port)) {
    return `Error getting remote image ${src}. Error: A valid URL was not provided.`;
  }
  if (/\/none\.\w+$/.test(url.pathname)) {
    return `Error getting remote image ${src}. Error: Not Found`;
  }
  return /\.(html?|txt|pdf)$/.test(url.pathname)
    ? 'Invalid image: Sorry, you are not allowed to upload this file type.'
    : null;
}

function writeStock(product: StoredProduct, body: UnreadObject): void {
  const status = (['instock', 'outofstock', 'onbackorder'] as const).find((one) => one === body.stock_status);
  product.manageStock = typeof body.manage_stock === 'boolean' ? body.manage_stock : product.manageStock;
  product.stockStatus = status ?? product.stockStatus;
  if (product.manageStock) {
    product.stockQuantity =
      typeof body.stock_quantity === 'number' ? body.stock_quantity : (product.stockQuantity ?? 0);
    product.stockStatus = product.stockQuantity > 0 ? 'instock' : 'outofstock';
  } else {
    product.stockQuantity = null;
  }
}

/** Writes what only one of both has: a product its type and terms, a variation its option values. */
function writeKind(product: StoredProduct, body: UnreadObject, ledger: WooLedger): void {
  if (product.parent !== 0) {
    product.choice = body.attributes === undefined ? product.choice : choiceIn(body, ledger);
    return;
  }
  const type = (['simple', 'variable', 'grouped', 'external'] as const).find((one) => one === body.type);
  if (type !== undefined && type !== 'variable' && product.type === 'variable') {
    // A product that is no longer variable loses its variations (from memory).
    for (const { id } of ledger.allVariationsOf(product.id)) {
      ledger.products.delete(id);
    }
  }
  product.type = type ?? product.type;
  product.attributes = body.attributes === undefined ? product.attributes : attributesIn(body, ledger);
  if (Array.isArray(body.categories)) {
    // A category that does not exist is silently ignored (`woocommerce/readme.md`, Writing products).
    const known = body.categories
      .filter(isObject)
      .flatMap(({ id }) => (typeof id === 'number' && ledger.terms.has(id) ? [id] : []));
    product.categories = known;
  }
  if (product.categories.length === 0) {
    product.categories = [uncategorised];
  }
  if (Array.isArray(body.tags)) {
    product.tags = body.tags.filter(isObject).flatMap(({ id, name }) => {
      if (typeof id === 'number') {
        return ledger.terms.has(id) ? [id] : [];
      }
      const words = typeof name === 'string' ? name : '';
      return (ledger.termNamed('product_tag', words, 0) ?? ledger.addTerm('product_tag', words, null, 0)).id;
    });
  }
}

function attributesIn(body: UnreadObject, ledger: WooLedger): ProductAttribute[] {
  return itemsOf(body.attributes)
    .filter(isObject)
    .map((sent) => {
      const attribute = named(sent, ledger);
      const options = itemsOf(sent.options).filter((one) => typeof one === 'string');
      const isShared = attribute.id > 0;
      const values = isShared ? options.map((one) => valueNamed(attribute.id, one, ledger).name) : options;
      return {
        ...attribute,
        // All have the same position where none is given (recorded).
        position: typeof sent.position === 'number' ? sent.position : 0,
        visible: sent.visible === true,
        variation: sent.variation === true,
        options: isShared ? [...new Set(values)] : values,
      };
    });
}

function choiceIn(body: UnreadObject, ledger: WooLedger): StoredProduct['choice'] {
  return itemsOf(body.attributes)
    .filter(isObject)
    .map((sent) => {
      const attribute = named(sent, ledger);
      const option = typeof sent.option === 'string' ? sent.option : '';
      return {
        ...attribute,
        option:
          attribute.id === 0
            ? cleanValue(option).replaceAll('<', '&lt;')
            : chosenValue(attribute.id, option, ledger),
      };
    });
}

function named({ id, name }: UnreadObject, ledger: WooLedger): { id: number; name: string } {
  const known = typeof id === 'number' ? ledger.attributes.get(id) : undefined;
  return known
    ? { id: known.id, name: known.name }
    : { id: 0, name: typeof name === 'string' ? cleanValue(name) : '' };
}

function writeMeta(product: StoredProduct, body: UnreadObject, ledger: WooLedger): void {
  for (const sent of itemsOf(body.meta_data).filter(isObject)) {
    const key = typeof sent.key === 'string' ? sent.key : '';
    const rest = product.meta.filter((one) => one.key !== key);
    const id = product.meta.find((one) => one.key === key)?.id ?? ledger.nextMetaId();
    product.meta = [...rest, { id, key, value: sent.value }];
  }
}

/** Anything else than digits and hyphens is silently stored as nothing (`woocommerce/readme.md`, Writing products). */
function gtinOf(sent: string): string {
  return /^[\d-]+$/.test(sent) ? sent : '';
}

/**
 * A comma or a word in a price is silently dropped: "12,50 EUR" is 1250 (`woocommerce/readme.md`, Writing products).
 */
function plainAmount(sent: string): string {
  return sent.replaceAll(/[^\d.-]/g, '');
}

function stripped(html: string): string {
  return html.replaceAll(/<\/?(?:script|iframe)[^>]*>/gi, '').replaceAll(/ on\w+="[^"]*"/gi, '');
}
