import { type Statement, section } from '../statement.ts';

/** Section 1 of the specification. */
export const product: readonly Statement[] = section([
  ['1.merchants', 'Users are merchants who sign in.'],
  [
    '1.tagline',
    "The product's tagline stresses collecting and editing goods, exporting a common goods CSV format, and bulk listing.",
  ],
  [
    '1.integrations',
    'Integrations by route name: Shopify-like, Shopline, Shoplazza, AliExpress, Alibaba, WordPress, Shopyy and WooCommerce (the last two appear as modules of collected results).',
  ],
  ['1.help-menu', 'Header: a help dropdown linking to news and video tutorials.'],
  ['1.footer', "Footer: links to the provider's site, about, contact, help docs and tutorials."],
  ['1.app-title', 'The app title is a Chinese-named tools-collection name.'],
  ['1.page-title', 'The page title is the page title followed by the product title.'],
  ['1.no-pwa', 'PWA is off.'],
]);
