import { slugOf } from '../../store/wordpress-slug.ts';
import { text } from '../../storefront/markup.ts';
import type { StoredFile, StoredProduct, StoredTerm } from './record.ts';
import { encodedName, type ShopOrder, shownValues } from './values.ts';

/** The store as its answers name it. */
export interface StoreForm extends ShopOrder {
  origin: string;
}

/** Returns a product as REST v3 sends it, keys in the recorded order (`woocommerce/readme.md`, Writing products). */
export function productForm(product: StoredProduct, store: StoreForm): object {
  const { ledger, origin } = store;
  const variations = ledger.variationsOf(product.id);
  const isVariable = product.type === 'variable';
  const price = isVariable ? lowestOf(variations) : priceOf(product);
  const images = product.images.flatMap((id) => ledger.files.get(id) ?? []);
  return {
    id: product.id,
    name: encodedName(product.name),
    slug: product.slug,
    permalink: addressOf(product, origin),
    ...dates(product),
    type: product.type,
    status: product.status,
    featured: false,
    catalog_visibility: 'visible',
    description: product.description,
    short_description: product.shortDescription,
    sku: product.sku,
    ...amounts(product, price, isVariable),
    on_sale: product.salePrice !== '',
    purchasable: price !== '',
    total_sales: product.sales ?? 0,
    virtual: product.virtual,
    downloadable: false,
    downloads: [],
    download_limit: -1,
    download_expiry: -1,
    external_url: '',
    button_text: '',
    tax_status: product.taxStatus,
    tax_class: '',
    manage_stock: product.manageStock,
    stock_quantity: product.stockQuantity,
    backorders: 'no',
    backorders_allowed: false,
    backordered: false,
    low_stock_amount: null,
    sold_individually: false,
    weight: product.weight,
    dimensions: { length: '', width: '', height: '' },
    shipping_required: !product.virtual,
    shipping_taxable: !product.virtual,
    shipping_class: '',
    shipping_class_id: 0,
    reviews_allowed: true,
    average_rating: '0',
    rating_count: 0,
    upsell_ids: [],
    cross_sell_ids: [],
    parent_id: 0,
    purchase_note: '',
    categories: product.categories.flatMap((id) => termOf(ledger.terms.get(id))),
    brands: [],
    tags: product.tags.flatMap((id) => termOf(ledger.terms.get(id))),
    images: images.map((file) => ({ ...fileForm(file, origin), ...sizesForm(file, origin) })),
    attributes: product.attributes
      .toSorted((one, other) => one.position - other.position)
      .map((each) => ({
        id: each.id,
        name: attributeName(each, store),
        slug: ledger.attributes.get(each.id)?.slug ?? each.name,
        position: each.position,
        visible: each.visible,
        variation: each.variation,
        options: shownValues(each, store).map((value) => (each.id > 0 ? encodedName(value) : value)),
      })),
    default_attributes: [],
    variations: variations.map(({ id }) => id),
    grouped_products: [],
    menu_order: product.menuOrder,
    price_html: price === '' ? '' : `<span class="woocommerce-Price-amount amount">${price}</span>`,
    related_ids: [],
    meta_data: product.meta,
    stock_status: isVariable
      ? variations.some(({ stockStatus }) => stockStatus !== 'outofstock')
        ? 'instock'
        : 'outofstock'
      : product.stockStatus,
    has_options: isVariable,
    post_password: '',
    global_unique_id: product.gtin,
    permalink_template: `${origin}/product/%pagename%/`,
    generated_slug: product.slug,
    _links: linksForm(`products/${product.id}`, 'products', origin),
  };
}

/** 7.9.0 answers a name with non-Latin letters as its slug, decoded, where that differs (seen). */
function attributeName({ id, name }: { id: number; name: string }, { ordersValues }: StoreForm): string {
  const isOdd = !ordersValues && id === 0 && /[^\p{Script=Latin}\p{N}\p{P}\p{S}\s]/u.test(name);
  return isOdd ? decodeURIComponent(slugOf(name)) : name;
}

/** Returns a variation; without a SKU of its own it shows its parent's (recorded). */
export function variationForm(variation: StoredProduct, store: StoreForm): object {
  const { ledger, origin } = store;
  const parent = ledger.products.get(variation.parent);
  const [file] = variation.images.flatMap((id) => ledger.files.get(id) ?? []);
  const choice = new URLSearchParams(
    variation.choice.map(({ name, option }) => [`attribute_${name.toLowerCase()}`, option]),
  );
  const list = `products/${variation.parent}/variations`;
  return {
    id: variation.id,
    type: 'variation',
    ...dates(variation),
    description: variation.description,
    permalink: `${parent ? addressOf(parent, origin) : origin}?${choice}`,
    sku: variation.sku || (parent?.sku ?? ''),
    global_unique_id: variation.gtin,
    ...amounts(variation, priceOf(variation), false),
    on_sale: variation.salePrice !== '',
    status: variation.status,
    purchasable: priceOf(variation) !== '',
    virtual: variation.virtual,
    downloadable: false,
    downloads: [],
    download_limit: -1,
    download_expiry: -1,
    tax_status: variation.taxStatus,
    tax_class: 'parent',
    manage_stock: variation.manageStock,
    stock_quantity: variation.stockQuantity,
    stock_status: variation.stockStatus,
    backorders: 'no',
    backorders_allowed: false,
    backordered: false,
    low_stock_amount: null,
    weight: variation.weight,
    dimensions: { length: '', width: '', height: '' },
    shipping_class: '',
    shipping_class_id: 0,
    image: file ? fileForm(file, origin) : null,
    gallery_image_ids: [],
    attributes: variation.choice.map(({ id, name, option }) => ({
      id,
      name: attributeName({ id, name }, store),
      slug: ledger.attributes.get(id)?.slug ?? slugOf(name),
      option: id > 0 ? encodedName(option) : option,
    })),
    menu_order: variation.menuOrder,
    meta_data: variation.meta,
    name: variation.choice.map(({ option }) => option).join(', '),
    parent_id: variation.parent,
    _links: {
      ...linksForm(`${list}/${variation.id}`, list, origin),
      up: [{ href: `${origin}/wp-json/wc/v3/products/${variation.parent}` }],
    },
  };
}

export function termForm(term: StoredTerm, { origin, ledger }: StoreForm): object {
  const list = term.taxonomy === 'product_cat' ? 'products/categories' : 'products/tags';
  const isCategory = term.taxonomy === 'product_cat';
  return {
    id: term.id,
    name: text(term.name),
    slug: term.slug,
    ...(isCategory && { parent: term.parent }),
    description: '',
    ...(isCategory && { display: 'default', image: null, menu_order: 0 }),
    count: [...ledger.products.values()].filter(
      ({ status, categories, tags }) => status === 'publish' && [...categories, ...tags].includes(term.id),
    ).length,
    _links: linksForm(`${list}/${term.id}`, list, origin),
  };
}

/** Returns only the requested fields. */
export function cut(form: object, query: URLSearchParams): object {
  const fields = query.get('_fields')?.split(',');
  return fields === undefined
    ? form
    : Object.fromEntries(Object.entries(form).filter(([name]) => fields.includes(name)));
}

export function fileAddress({ name }: StoredFile, origin: string): string {
  return `${origin}/wp-content/uploads/${name}`;
}

function fileForm(file: StoredFile, origin: string): object {
  const created = moment(file.created);
  return {
    id: file.id,
    date_created: created,
    date_created_gmt: created,
    date_modified: created,
    date_modified_gmt: created,
    src: fileAddress(file, origin),
    name: file.title,
    alt: file.alt,
  };
}

function sizesForm(file: StoredFile, origin: string): object {
  const src = fileAddress(file, origin);
  return { srcset: `${src} 640w`, sizes: '(max-width: 640px) 100vw, 640px', thumbnail: src };
}

function amounts(product: StoredProduct, price: string, isVariable: boolean): object {
  return {
    price,
    regular_price: isVariable ? '' : product.regularPrice,
    sale_price: isVariable ? '' : product.salePrice,
    date_on_sale_from: null,
    date_on_sale_from_gmt: null,
    date_on_sale_to: null,
    date_on_sale_to_gmt: null,
  };
}

function priceOf({ regularPrice, salePrice }: StoredProduct): string {
  return salePrice || regularPrice;
}

function lowestOf(variations: readonly StoredProduct[]): string {
  const prices = variations.map(priceOf).filter((price) => price !== '');
  return prices.sort((one, other) => Number(one) - Number(other))[0] ?? '';
}

function addressOf({ id, slug, status }: StoredProduct, origin: string): string {
  return status === 'publish' || status === 'private'
    ? `${origin}/product/${slug}/`
    : `${origin}/?post_type=product&p=${id}`;
}

function termOf(term: StoredTerm | undefined): object[] {
  return term ? [{ id: term.id, name: text(term.name), slug: term.slug }] : [];
}

function dates({ created, modified }: { created: number; modified: number }): object {
  return {
    date_created: moment(created),
    date_created_gmt: moment(created),
    date_modified: moment(modified),
    date_modified_gmt: moment(modified),
  };
}

function linksForm(self: string, list: string, origin: string): object {
  const root = `${origin}/wp-json/wc/v3/`;
  const allow = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  return {
    self: [{ href: root + self, targetHints: { allow } }],
    collection: [{ href: root + list }],
  };
}

/** Returns a time as WooCommerce writes it: in UTC, without a zone. */
function moment(at: number): string {
  return new Date(at).toISOString().slice(0, 19);
}
