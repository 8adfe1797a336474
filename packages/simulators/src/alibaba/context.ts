import type { CatalogProduct } from '../storefront/catalog.ts';
import { inScript } from '../storefront/markup.ts';
import { imageAddress } from './detail-data.ts';

/** Writes a product as a 1688 page does: not quite JSON, with bare numeric keys and references to other places. */
export function contextScript(product: CatalogProduct, origin: string): string {
  const state = inScript(contextForm(product, origin)).replaceAll(/"(\d+)":(?=\d)/g, '$1:');
  return `window.contextPath = "/default";
window.context=(function(b,d){var c=d.module||{};var e={};for(var a in c){if(typeof c[a]==="string"){e[a]=c[a]}}return d})(window.contextPath,${state});`;
}

/** Returns the content of that script, before serialization. */
export function contextForm(product: CatalogProduct, origin: string): object {
  const single = product.variants.length === 1 && product.options[0]?.name === 'Title';
  const [first] = product.variants;
  const images = product.images.map((_, place) => imageAddress(product, place, origin));
  const kind = single ? 'rangePrice' : 'skuPrice';
  const prices = single
    ? [{ price: first?.price, beginAmount: 1 }]
    : product.variants.slice(0, 2).map(({ price }) => ({ price, beginAmount: 1 }));
  const offer = { offerId: product.id, offerTitle: product.title };
  return {
    result: {
      data: {
        Root: {
          fields: {
            dataJson: {
              tempModel: { ...offer, companyName: product.vendor },
              isPricePrivate: false,
              orderParamModel: {
                orderParam: {
                  beginNum: 1,
                  canBookedAmount: product.variants.reduce((sum, { quantity }) => sum + quantity, 0),
                  skuParam: { skuPriceType: kind, skuRangePrices: prices },
                },
              },
              skuModel: skuModel(product, single, images),
            },
          },
        },
        gallery: { fields: { offerImgList: images, subject: product.title } },
        productTitle: { fields: { title: product.title } },
        mainPrice: {
          fields: { priceModel: { currentPrices: prices, priceDisplayType: kind }, unit: '件' },
        },
        description: { fields: { detailUrl: `${origin}/1688offer/${product.id}` } },
        submitOrder: {
          fields: {
            skuWeight: Object.fromEntries(product.variants.map(({ id, grams }) => [id, grams / 1000])),
          },
        },
        productPackInfo: {
          fields: {
            pieceWeightScale: {
              pieceWeightScaleInfo: product.variants.map(({ id, grams }) => ({ skuId: id, weight: grams })),
            },
          },
        },
      },
      global: {
        globalData: {
          model: {
            offerDetail: {
              status: 'PUBLISHED',
              featureAttributes: [{ name: '品牌', value: product.vendor }],
              leafCategoryName: product.productType,
              imageList: { $ref: '$.result.data.gallery.fields.offerImgList' },
            },
            sellerModel: { companyName: product.vendor },
          },
        },
      },
    },
  };
}

function skuModel(product: CatalogProduct, single: boolean, images: readonly string[]): object {
  if (single) {
    return { skuProps: [], skuInfoMap: [] };
  }
  return {
    skuProps: product.options.map(({ name, values }, axis) => ({
      fid: 3216 + axis,
      prop: name,
      value: values.map((value) =>
        axis === 0 ? { name: value, imageUrl: images[0] ?? '' } : { name: value },
      ),
    })),
    skuInfoMap: Object.fromEntries(
      product.variants.map(({ id, optionValues, price, compareAtPrice, quantity, available }) => [
        optionValues.join('&gt;'),
        {
          skuId: id,
          price: compareAtPrice ?? price,
          discountPrice: price,
          canBookCount: available ? quantity : 0,
        },
      ]),
    ),
  };
}
