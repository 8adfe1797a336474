/** Parts of a product page's markup that describe the product itself. */
export type Part =
  | 'product'
  | 'heading'
  | 'price'
  | 'short'
  | 'description'
  | 'other-description'
  | 'description-tab'
  | 'categories'
  | 'tags'
  | 'crumbs'
  | 'table'
  | 'form'
  | 'grouped'
  | 'button'
  | 'gallery'
  | 'sku'
  | 'stock';

type Attributes = Readonly<Record<string, string>>;

/**
 * Classes by which WooCommerce, its blocks, themes and page builders name the parts of a product page
 * (`woocommerce/readme.md`).
 */
const byClass = new Map<string, Part>([
  ['product_title', 'heading'],
  ['wp-block-post-title', 'heading'],
  ['price', 'price'],
  ['wc-block-components-product-price', 'price'],
  ['woocommerce-product-details__short-description', 'short'],
  ['product-short-description', 'short'],
  ['woocommerce-Tabs-panel--description', 'description'],
  ['elementor-widget-woocommerce-product-content', 'other-description'],
  ['elementor-widget-theme-post-content', 'other-description'],
  ['wp-block-woocommerce-product-description', 'other-description'],
  ['wp-block-post-content', 'other-description'],
  ['et_pb_wc_description', 'other-description'],
  ['brxe-product-content', 'other-description'],
  ['product-description', 'other-description'],
  ['woocommerce-product-details__description', 'other-description'],
  ['posted_in', 'categories'],
  ['taxonomy-product_cat', 'categories'],
  ['tagged_as', 'tags'],
  ['taxonomy-product_tag', 'tags'],
  ['woocommerce-breadcrumb', 'crumbs'],
  ['woocommerce-breadcrumbs', 'crumbs'],
  ['rank-math-breadcrumb', 'crumbs'],
  ['yoast-breadcrumb', 'crumbs'],
  ['breadcrumb', 'crumbs'],
  ['breadcrumbs', 'crumbs'],
  ['woocommerce-product-attributes', 'table'],
  ['shop_attributes', 'table'],
  ['variations_form', 'form'],
  ['grouped_form', 'grouped'],
  ['single_add_to_cart_button', 'button'],
  ['woocommerce-product-gallery', 'gallery'],
  ['woocommerce-product-gallery__image', 'gallery'],
  ['wp-block-woocommerce-product-image-gallery', 'gallery'],
  ['images', 'gallery'],
  ['sku', 'sku'],
  ['stock', 'stock'],
]);
const byId = new Map<string, Part>([
  ['tab-description', 'description'],
  ['accordion-description-content', 'description'],
  ['tab_description', 'other-description'],
  ['product-description', 'other-description'],
  ['breadcrumbs', 'crumbs'],
]);

/** Classes of elements that show other products than the page's own. */
const others = new Set([
  'related',
  'upsells',
  'up-sells',
  'cross-sells',
  'products',
  'product_list_widget',
  'woocommerce-mini-cart',
  'widget_shopping_cart_content',
  'wc-block-grid__products',
  'wc-block-product-template',
  'wp-block-woocommerce-product-collection',
  'wp-block-woocommerce-related-products',
]);
/** Elements that contain the page's own product, whatever classes a theme gives them. */
const frames = new Set(['html', 'body', 'main', 'article', 'form', 'table', 'tbody']);

/** Returns the part of the page that an element is; null for none. */
export function partOf(name: string, attributes: Attributes, classes: readonly string[]): Part | null {
  if (attributes['data-product_variations'] !== undefined) {
    return 'form';
  }
  if (name === 'a' && attributes.href === '#tab-description') {
    return 'description-tab';
  }
  if (name === 'button' && attributes.name === 'add-to-cart') {
    return 'button';
  }
  const known = attributes.id === undefined ? undefined : byId.get(attributes.id);
  return known ?? classes.map((one) => byClass.get(one)).find((part) => part !== undefined) ?? null;
}

/** Reports whether an element shows other products. */
export function isOfOthers(name: string, classes: readonly string[]): boolean {
  return !frames.has(name) && classes.some((one) => others.has(one));
}
