import { AppError } from '@bowerbird/contract/errors';
import { pageSize, type RestApi } from '../../../collecting/wordpress/rest.ts';
import { closedWay } from '../../../net/failures.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../../reading/unread.ts';

/** What the shop's settings contain and its products leave out. */
interface Settings {
  currency: string | null;
  weightUnit: string | null;
}

const unknown: Settings = { currency: null, weightUnit: null };
/** Largest number of pages of a product's variations. */
const variationPagesMax = 50;

/**
 * Presents the shop's own API (`wc/v3`) in the form of its public one, so that both are read by the same code: drafts
 * and private products are in it, amounts are plain, and variations are requested by their product (`readme.md`, How a
 * shop is read).
 */
export function asStoreApi(rest: RestApi): RestApi {
  let settings: Promise<Settings> | null = null;
  const parents = new Map<string, { variations: object[] }>();

  return {
    async list(path, { type, parent, ...params }) {
      if (path !== '/products') {
        return await rest.list(path, params);
      }
      if (type === 'variation') {
        return await variationsOf(String(parent).split(','));
      }
      const page = await rest.list(path, { ...params, status: 'any' });
      settings ??= readSettings(rest);
      const stated = await settings;
      return {
        ...page,
        items: page.items.map((item) => (isObject(item) ? productForm(item, stated) : item)),
      };
    },
  };

  function productForm(item: UnreadObject, stated: Settings): object {
    const id = idOf(item.id);
    const form = {
      ...storeForm(item, stated),
      slug: textOf(item.slug) ?? `product-${id ?? ''}`,
      attributes: itemsOf(item.attributes).filter(isObject).map(attributeForm),
      variations: itemsOf(item.variations).map((variation): object => ({ id: variation })),
    };
    if (id !== null && form.variations.length > 0) {
      parents.set(id, form);
    }
    return form;
  }

  /** Returns every variation of each product, with its option values moved to where the public form has them. */
  async function variationsOf(ids: readonly string[]) {
    const stated = (await settings) ?? unknown;
    const all: object[] = [];
    for (const id of ids) {
      const found: UnreadObject[] = [];
      for (let page = 1; page <= variationPagesMax; page += 1) {
        const { items } = await rest.list(`/products/${id}/variations`, {
          per_page: pageSize,
          page,
          orderby: 'id',
          order: 'asc',
        });
        found.push(...items.filter(isObject));
        if (items.length < pageSize) {
          break;
        }
      }
      const parent = parents.get(id);
      if (parent !== undefined) {
        parent.variations = found.map((variation) => ({
          id: variation.id,
          attributes: itemsOf(variation.attributes)
            .filter(isObject)
            .map(({ name, option }) => ({ name, value: textOf(option) })),
        }));
        parents.delete(id);
      }
      all.push(
        ...found.map((variation) => ({
          ...storeForm(variation, stated),
          parent: id,
          images: [variation.image],
        })),
      );
    }
    return { items: all, total: all.length, pages: 1 };
  }
}

/** Returns the fields that products and variations share. */
function storeForm(item: UnreadObject, { currency, weightUnit }: Settings): object {
  const stock = item.manage_stock === false ? null : wholeOf(item.stock_quantity);
  const weight = textOf(item.weight);
  return {
    ...item,
    prices: pricesForm(item, currency),
    is_purchasable: item.purchasable,
    is_in_stock: item.stock_status !== 'outofstock',
    low_stock_remaining: stock === null ? null : Math.max(0, stock),
    formatted_weight: weight === null || weightUnit === null ? null : `${weight} ${weightUnit}`,
  };
}

/** Returns prices in the minor units of the public form, with as many decimals as the shop itself wrote. */
function pricesForm(item: UnreadObject, currency: string | null): object {
  const [price, regular] = [textOf(item.price), textOf(item.regular_price)];
  const decimals = Math.max(decimalsOf(price), decimalsOf(regular));
  return {
    price: price === null ? null : inMinor(price, decimals),
    regular_price: regular === null ? null : inMinor(regular, decimals),
    currency_code: currency,
    currency_minor_unit: decimals,
  };
}

function decimalsOf(price: string | null): number {
  return /^\d{1,12}\.(\d{1,6})$/.exec(price ?? '')?.[1]?.length ?? 0;
}

/** Anything but a plain amount stays unchanged, and is rejected with a named error. */
function inMinor(price: string, decimals: number): string {
  const [, whole = '', part = ''] = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(price) ?? [];
  return whole === '' ? price : `${whole}${part.padEnd(decimals, '0')}`.replace(/^0+(?=\d)/, '');
}

function attributeForm(attribute: UnreadObject): object {
  return {
    name: attribute.name,
    has_variations: attribute.variation === true,
    terms: itemsOf(attribute.options).map((name) => ({ name, slug: name })),
  };
}

/** Keys that may not read the settings may still read products: their amounts then name no currency. */
async function readSettings(rest: RestApi): Promise<Settings> {
  const [general, products] = await Promise.all([settingsIn(rest, 'general'), settingsIn(rest, 'products')]);
  return {
    currency: general.get('woocommerce_currency') ?? null,
    weightUnit: products.get('woocommerce_weight_unit') ?? null,
  };
}

async function settingsIn(rest: RestApi, group: string): Promise<Map<string, string>> {
  try {
    const { items } = await rest.list(`/settings/${group}`, {});
    return new Map(
      items.filter(isObject).flatMap(({ id, value }): [string, string][] => {
        const [name, text] = [textOf(id), textOf(value)];
        return name === null || text === null ? [] : [[name, text]];
      }),
    );
  } catch (thrown) {
    const { code } = AppError.from(thrown);
    if (code !== 'source.right-missing' && code !== 'source.credentials-wrong') {
      closedWay(thrown);
    }
    return new Map();
  }
}
