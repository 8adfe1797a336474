import type { CatalogProduct, CatalogVariant } from '../storefront/catalog.ts';

/** Numbers of choices and values as the source writes them; the third choice is the ship-from place. */
const choiceIds = [14, 5, 200000124];
const shipsFrom = 200007763;
const china = 201336100;
export const sellerId = '231422982';
export const storeId = '4682001';

interface Sold {
  product: CatalogProduct;
  origin: string;
}

/** An item that cannot be bought has an absurd price, as on the real site (`aliexpress/readme.md`, Product pages). */
const placeholder = '$149,799.85';

/** Returns the answer that fills today's item page. */
export function mtopForm({ product, origin }: Sold): object {
  const single = isSingle(product);
  const entries = product.variants.map((variant) => [String(variant.id), requestedForm(variant)]);
  const unsold = single ? [] : [{ skuIdStr: `${product.id}99`, path: '14:1', salable: false, skuStock: 0 }];
  return {
    ret: ['SUCCESS::调用成功'],
    data: {
      result: {
        GLOBAL_DATA: {
          globalData: {
            productId: product.id,
            subject: product.title,
            currencyCode: 'USD',
            categoryId: 200000345,
            storeId: Number(storeId),
            sellerId: Number(sellerId),
            storeName: product.vendor,
            sales: '42',
          },
        },
        PRODUCT_TITLE: { text: product.title },
        HEADER_IMAGE_PC: { imagePathList: images(product, origin) },
        SKU: {
          skuProperties: single ? [] : choices(product, origin),
          skuPaths: [
            ...unsold,
            ...product.variants.map((variant, at) => ({
              skuIdStr: String(variant.id),
              // This number is larger than a JavaScript number can hold.
              skuId: variant.id,
              path: single ? '' : [...paths(product, variant), `${shipsFrom}:${china}`].reverse().join(';'),
              salable: true,
              skuStock: variant.available ? variant.quantity : 0,
              ...(at === 0 ? {} : { skuAttr: '' }),
            })),
          ],
        },
        PRICE: {
          targetSkuPriceInfo: requestedForm(product.variants[0]),
          skuIdStrPriceInfoMap: Object.fromEntries([
            ...entries,
            ...unsold.map(({ skuIdStr }) => [skuIdStr, { salePriceString: placeholder }]),
            // An entry that was already written is only referenced.
            ...entries.slice(0, 1).map(([id]) => [id, { $ref: '$.PRICE.targetSkuPriceInfo' }]),
          ]),
        },
        PRODUCT_PROP_PC: { showedProps: [{ attrName: 'Material', attrValue: 'Linen &amp; oak' }] },
        DESC: { pcDescUrl: `${origin}/product/description/pc/v2/en_US/desc.htm?productId=${product.id}` },
        SHOP_CARD_PC: { storeName: product.vendor },
      },
    },
  };
}

/** Returns the state that pages carried until about 2024. */
export function componentsForm(sold: Sold): object {
  const { product } = sold;
  return {
    productInfoComponent: { id: product.id, subject: product.title, categoryId: 200000345 },
    currencyComponent: { currencyCode: 'USD' },
    imageComponent: { imagePathList: images(product, sold.origin) },
    skuComponent: { productSKUPropertyList: isSingle(product) ? [] : choices(product, sold.origin) },
    priceComponent: { skuPriceList: priceList(product) },
    productPropComponent: { props: [{ attrName: 'Material', attrValue: 'Oak' }] },
    productDescComponent: { descriptionUrl: `${sold.origin}/desc.htm?productId=${product.id}` },
    sellerComponent: { storeName: product.vendor, storeNum: Number(storeId) },
    breadcrumbComponent: {
      pathList: [
        { name: 'Home', url: '//www.aliexpress.com/' },
        { name: product.productType || 'Odd', cateId: 200000345 },
      ],
    },
  };
}

/** Returns the state that pages carried until about 2022. */
export function modulesForm(sold: Sold): object {
  const { product } = sold;
  return {
    commonModule: { productId: product.id, categoryId: 200000345, tradeCurrencyCode: 'USD' },
    titleModule: { subject: product.title },
    imageModule: { imagePathList: images(product, sold.origin) },
    skuModule: {
      productSKUPropertyList: isSingle(product) ? [] : choices(product, sold.origin),
      skuPriceList: priceList(product),
    },
    detailDesc: product.bodyHtml ?? '',
    storeModule: { storeName: product.vendor, storeNum: Number(storeId), sellerAdminSeq: Number(sellerId) },
  };
}

/** Returns the `result` of the open platform's product call, with wrapped lists. */
export function openApiForm({ product, origin }: Sold): object {
  const wrapped = (name: string, list: object[]) => ({ [name]: list });
  return {
    ae_item_base_info_dto: {
      product_id: product.id,
      subject: product.title,
      category_id: 200000345,
      currency_code: 'CNY',
      product_status_type: 'onSelling',
      detail: product.bodyHtml ?? '',
    },
    ae_multimedia_info_dto: { image_urls: images(product, origin).join(';') },
    ae_item_sku_info_dtos: wrapped(
      'ae_item_sku_info_d_t_o',
      product.variants.map((variant) => ({
        sku_id: String(variant.id),
        offer_sale_price: variant.price,
        sku_price: variant.compareAtPrice ?? variant.price,
        currency_code: 'USD',
        sku_available_stock: variant.available ? variant.quantity : 0,
        ae_sku_property_dtos: wrapped(
          'ae_sku_property_d_t_o',
          isSingle(product)
            ? []
            : variant.optionValues.map((value, at) => ({
                sku_property_id: choiceIds[at],
                sku_property_name: product.options[at]?.name,
                property_value_id: valueId(product, at, value),
                sku_property_value: value,
              })),
        ),
      })),
    ),
    ae_store_info: { store_id: Number(storeId), store_name: product.vendor },
  };
}

function isSingle({ options, variants }: CatalogProduct): boolean {
  return variants.length === 1 && options[0]?.name === 'Title';
}

function choices(product: CatalogProduct, origin: string): object[] {
  const all = images(product, origin);
  const own = product.options.map(({ name, values }, at) => ({
    skuPropertyId: choiceIds[at],
    skuPropertyName: name,
    skuPropertyValues: values.map((value) => {
      const shows = product.variants.find(({ optionValues }) => optionValues[at] === value)?.image ?? null;
      return {
        propertyValueIdLong: valueId(product, at, value),
        propertyValueDisplayName: value,
        ...(at === 0 && shows !== null ? { skuPropertyImagePath: all[shows] } : {}),
      };
    }),
  }));
  const ships = { propertyValueIdLong: china, propertyValueDisplayName: 'China Mainland' };
  return [{ skuPropertyId: shipsFrom, skuPropertyName: 'Ships From', skuPropertyValues: [ships] }, ...own];
}

function valueId(product: CatalogProduct, place: number, value: string): number {
  return 100 + place * 10_000 + (product.options[place]?.values.indexOf(value) ?? 0);
}

function paths(product: CatalogProduct, variant: CatalogVariant): string[] {
  return variant.optionValues.map((value, at) => `${choiceIds[at]}:${valueId(product, at, value)}`);
}

function requestedForm(variant: CatalogVariant | undefined): object {
  return variant
    ? {
        originalPrice: amount(variant.compareAtPrice ?? variant.price),
        salePriceString: amount(variant.price).formatedAmount,
      }
    : {};
}

function priceList(product: CatalogProduct): object[] {
  return product.variants.map((variant) => ({
    skuIdStr: String(variant.id),
    skuAttr: isSingle(product) ? '' : paths(product, variant).join(';'),
    skuVal: {
      availQuantity: variant.available ? variant.quantity : 0,
      skuAmount: amount(variant.compareAtPrice ?? variant.price),
      skuActivityAmount: amount(variant.price),
    },
  }));
}

function amount(price: string): { currency: string; formatedAmount: string; value?: number } {
  const isPlain = /^\d+(?:\.\d+)?$/.test(price);
  return { currency: 'USD', formatedAmount: `US $${price}`, ...(isPlain ? { value: Number(price) } : {}) };
}

export function images({ images: all }: CatalogProduct, origin: string): string[] {
  return all.map(({ path }) => `${origin}/pics/${path.split('/').at(-1)?.split('?')[0]}`);
}
