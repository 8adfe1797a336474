import { shopNumber } from './resolvers/shop-view.ts';
import type { StoreSettings } from './settings.ts';

/** Returns `/meta.json`: the shop in figures (`shopify/readme.md`, Public endpoints; its keys from memory). */
export function metaForm(settings: StoreSettings, products: number, categories: number, url: URL): object {
  return {
    id: shopNumber(settings.name),
    name: settings.title,
    city: 'Bristol',
    province: '',
    country: 'GB',
    currency: settings.currency,
    domain: url.host,
    url: url.origin,
    myshopify_domain: `${settings.name}.myshopify.com`,
    description: 'A practice shop on this machine.',
    ships_to_countries: ['GB', 'US', 'CN', 'BR'],
    money_format: '{{amount}}',
    published_collections_count: categories,
    published_products_count: products,
    shopify_pay_enabled_card_brands: [],
  };
}

/** Returns `/cart.js`: an empty cart, which contains the session's currency. */
export function cartForm(currency: string): object {
  return {
    token: 'practice',
    note: null,
    attributes: {},
    original_total_price: 0,
    total_price: 0,
    total_discount: 0,
    total_weight: 0,
    item_count: 0,
    items: [],
    requires_shipping: false,
    currency,
    items_subtotal_price: 0,
    cart_level_discount_applications: [],
  };
}

/** Returns `/robots.txt`: what every shop closes to robots. */
export function robotsText(origin: string): string {
  const closed = ['/admin', '/cart', '/orders', '/checkouts/', '/carts', '/account', '/search', '/policies/'];
  return `# This is a practice shop\nUser-agent: *\n${closed.map((path) => `Disallow: ${path}`).join('\n')}\nSitemap: ${origin}/sitemap.xml\n`;
}
