import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** A product page as a real shop answered it, with its address. */
export interface RecordedPage {
  platform: string;
  file: string;
  url: string;
}

const folder = new URL('../../../../../shared/fixtures/', import.meta.url);

/** Whether the recorded data is present beside the project: it is not part of it. */
export const isRecordedHere = existsSync(folder);

/** Every recorded product page; the README beside them describes each and where it was recorded. */
export const recordedPages: readonly RecordedPage[] = [
  alibaba('product-ladder-two-axes.html', 'https://www.alibaba.com/product-detail/a_1600919613373.html'),
  alibaba('product-ladder-promotion.html', 'https://www.alibaba.com/product-detail/a_1601584212085.html'),
  alibaba('product-range-price-per-sku.html', 'https://www.alibaba.com/product-detail/a_1601387573652.html'),
  alibaba(
    'product-two-values-of-one-name.html.gz',
    'https://www.alibaba.com/product-detail/a_1601825563615.html',
  ),
  china('1688-offer-desktop-window-context.html', 'https://detail.1688.com/offer/951410798382.html'),
  china('1688-offer-mobile-init-data.html', 'https://m.1688.com/offer/951410798382.html'),
  answer('mtop-pdp-skus-2026-10.json', '1005006000000001'),
  answer('mtop-pdp-minimal.json', '1005006000000001'),
  shopify('mellowsleep-app-json-beats-json-ld', 'https://mellowsleep.com/products/cloud-cooling-pillow-case'),
  shopify('zahrastore-var-meta-only', 'https://miona-vinovatheme.myshopify.com/products/printed-t-shirt'),
  shopify('7vapes-open-graph-and-meta', 'https://7vapes.ca/collections/all/products/quattro-vape-juice-deal'),
  shopify(
    'coffeegrinders-var-meta',
    'https://coffeeroastersco.com.au/products/dancing-bean-blends-house-blend-1kg-x-10',
  ),
  shopify('wth6h1-offers-without-names', 'https://wth6h1-i1.myshopify.com/products/2025-1'),
  woocommerce('page-fleece-hoodie.html', 'https://shop.example.test/product/fleece-hoodie/'),
  woocommerce('page-stoneware-mug.html', 'https://shop.example.test/product/stoneware-mug/'),
  woocommerce(
    'montova-in-a-folder.html.gz',
    'https://clapat-themes.com/wordpress/montoya/product/hoodie-with-zipper/',
  ),
  woocommerce(
    'foamkraft-in-a-folder-labels.html.gz',
    'https://webdesign-finder.com/qtex/product/white-t-shirt/',
  ),
  woocommerce('revplus-any-variation.html.gz', 'https://mohamedjbeili.github.io/revplus/product/t-shirt/'),
  {
    platform: 'shoplazza',
    file: 'shoplazza/product-page.SYNTHETIC.html',
    url: 'https://shop.example/products/sample-hoodie',
  },
  {
    platform: 'shopline',
    file: 'shopline/product-page.SYNTHETIC.html',
    url: 'https://shop.example/products/sample-product',
  },
  {
    platform: 'shopline-tw',
    file: 'shopline/tw-product-page.SYNTHETIC.html',
    url: 'https://shop.example/products/sample',
  },
];

/**
 * Returns the page's markup; an answer of the shop's own API as the page that carries it. Throws where the recorded data
 * is not present.
 */
export function markupOf({ file }: RecordedPage): string {
  const content = readFileSync(new URL(file, folder));
  const text = (file.endsWith('.gz') ? gunzipSync(content) : content).toString('utf8');
  return file.endsWith('.json') ? `<script type="application/json">${text}</script>` : text;
}

function alibaba(name: string, url: string): RecordedPage {
  return { platform: 'alibaba', file: `alibaba/${name}`, url };
}

function answer(name: string, item: string): RecordedPage {
  return {
    platform: 'aliexpress',
    file: `aliexpress/${name}`,
    url: `https://www.aliexpress.com/item/${item}.html`,
  };
}

function china(name: string, url: string): RecordedPage {
  return { platform: 'alibaba-1688', file: `alibaba/${name}`, url };
}

function shopify(name: string, url: string): RecordedPage {
  return { platform: 'shopify', file: `shopify/pages/${name}.html.gz`, url };
}

function woocommerce(name: string, url: string): RecordedPage {
  return { platform: 'woocommerce', file: `woocommerce/html/${name}`, url };
}
