import type { CatalogProduct } from '../storefront/catalog.ts';

/** The site's notation for unlimited stock. */
const unlimited = 9_999_999;

/**
 * Returns a product as an alibaba.com page keeps it in `window.detailData`: quantity steps without choices, a price
 * range with choices.
 */
export function detailForm(product: CatalogProduct, origin: string): object {
  const single = product.variants.length === 1 && product.options[0]?.name === 'Title';
  const [first] = product.variants;
  const image = (place: number | null) => imageAddress(product, place, origin);
  const axes = single ? [] : product.options;
  return {
    globalData: {
      buyer: { accountId: 77, crossdomainToken: 'visitor-token', umidToken: 'visitor-token' },
      product: {
        productId: product.id,
        subject: product.title.replaceAll('&', '&amp;'),
        moq: 1,
        productLeafId: 100001120,
        mediaItems: product.images.map((_, place) => ({
          type: 'image',
          group: 'photos',
          imageUrl: { big: image(place), normal: `${image(place)}_120x120.jpg` },
        })),
        price: {
          unit: 'piece',
          currencyRule: { currencyPattern: 'BRL {0}', rate: 5.5 },
          ...(single && first
            ? { productLadderPrices: tiers(first.price, first.compareAtPrice) }
            : { productRangePrices: range(product) }),
        },
        sku: {
          skuAttrs: axes.map(({ id, name, values }, axis) => ({
            id,
            name,
            type: axis === 0 ? 'IMAGE' : 'TEXT',
            values: values.map((value, at) => ({ id: -at - 1, name: value })),
          })),
          skuInfoMap: single
            ? {}
            : Object.fromEntries(
                product.variants.map(({ id, optionValues, price }) => [
                  axes
                    .map((axis, at) => `${axis.id}:${-axis.values.indexOf(optionValues[at] ?? '') - 1};`)
                    .join(''),
                  { id, dollarPrice: sent(price), price: visitors(sent(price)) },
                ]),
              ),
        },
        productKeyIndustryProperties: [{ attrName: 'Brand Name', attrValue: product.vendor }],
        productOtherProperties: [
          { attrName: 'Brand Name', attrValue: product.vendor },
          { attrName: 'Type', attrValue: product.productType },
        ],
      },
      inventory: {
        skuInventory: Object.fromEntries(
          product.variants.map(({ id, quantity, available }) => [
            id,
            {
              warehouseInventoryList: [
                { inventoryCount: available ? Math.min(quantity, unlimited) : 0, placeOfDispatchId: 'CN' },
              ],
            },
          ]),
        ),
      },
      trade: { logisticInfo: { unitWeight: String((first?.grams ?? 0) / 1000) }, salesVolume: '7 sold' },
      seller: { companyId: 42, companyName: product.vendor, homeUrl: `${origin}/index.html?from=detail` },
      seo: { breadCrumb: { pathList: [{ hrefObject: { name: product.productType, url: `${origin}/` } }] } },
    },
  };
}

function tiers(price: string, full: string | null): object[] {
  const steps = [
    { min: 1, max: 99, share: 1 },
    { min: 100, max: -1, share: 0.9 },
  ];
  return steps.map(({ min, max, share }) => {
    const part = (text: string) =>
      typeof sent(text) === 'number' ? Number((Number(text) * share).toFixed(2)) : text;
    return full
      ? { min, max, dollarPrice: part(full), promotionDollarPrice: part(price), price: visitors(part(full)) }
      : { min, max, dollarPrice: part(price), price: visitors(part(price)) };
  });
}

/** Converts to the visitor's currency, at the page's rate. */
function visitors(dollars: number | string): number | string {
  return typeof dollars === 'number' ? Number((dollars * 5.5).toFixed(2)) : dollars;
}

function range({ variants }: CatalogProduct): object {
  const amounts = variants.map(({ price }) => Number(price));
  return { dollarPriceRangeLow: Math.min(...amounts), dollarPriceRangeHigh: Math.max(...amounts) };
}

/** Returns the price as a number, as pages send it; a text that is no price is sent unchanged. */
export function sent(price: string): number | string {
  return /^\d+(\.\d+)?$/.test(price) ? Number(price) : price;
}

export function imageAddress(product: CatalogProduct, place: number | null, origin: string): string {
  const path = place === null ? undefined : product.images[place]?.path;
  return path === undefined ? '' : `${origin}/kf/${path.split('/').at(-1)?.split('?')[0]}`;
}
