import { shopify } from '@bowerbird/platforms/shopify/index';
import { shoplazza } from '@bowerbird/platforms/shoplazza/index';
import { shopline } from '@bowerbird/platforms/shopline/index';
import { shopyy } from '@bowerbird/platforms/shopyy/index';
import { woocommerce } from '@bowerbird/platforms/woocommerce/index';
import { wordpress } from '@bowerbird/platforms/wordpress/index';
import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { createShoplazzaShop } from '@bowerbird/simulators/shoplazza/shop';
import { createShoplineStore } from '@bowerbird/simulators/shopline/store/shop-store';
import { createShopyyShop } from '@bowerbird/simulators/shopyy/shop';
import type { Outside } from '@bowerbird/simulators/simulation';
import { createWooStore } from '@bowerbird/simulators/woocommerce/store/woo-store';
import { createWordpressSite } from '@bowerbird/simulators/wordpress/shop';
import type { SimulatedStore } from './listing.ts';

/**
 * An edit by hand: the field that it changes in every product, as `DriftKind` names it, and each hidden status by
 * itself.
 */
export type Edit =
  | 'title'
  | 'description'
  | 'vendor'
  | 'productType'
  | 'tags'
  | 'price'
  | 'compareAtPrice'
  | 'sku'
  | 'barcode'
  | 'variants'
  | `status ${'draft' | 'archived' | 'pending' | 'private' | 'hidden'}`;

/** A simulated store of one platform that its merchant edits by hand. */
export interface EditedStore extends Omit<SimulatedStore, 'clock'> {
  /**
   * Edits every product in one field and returns a function that undoes it; covers every field that we send and the
   * store returns.
   */
  edits: ReadonlyMap<Edit, () => () => void>;
}

/** A one-pixel GIF. */
const dot = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (letter) =>
  letter.charCodeAt(0),
);
const beside: typeof fetch = async () =>
  new Response(new Uint8Array(dot), { headers: { 'content-type': 'image/gif' } });

const byHand = 'Changed by hand';
const html = `<p>${byHand}</p>`;
const barcode = '4006381333931';

/** The changes of one field in each product of a store. */
type Changes<Stored> = Partial<Record<Edit, (product: Stored) => Partial<Stored>>>;

function editsOf<Stored>(
  products: () => readonly Stored[],
  save: (product: Stored) => unknown,
  changes: Changes<Stored>,
): EditedStore['edits'] {
  const edit = (change: (product: Stored) => Partial<Stored>) => () => {
    const before = [...products()];
    for (const product of before) {
      save({ ...product, ...change(product) });
    }
    return () => {
      for (const product of before) {
        save(product);
      }
    };
  };
  return new Map(
    (Object.keys(changes) as Edit[]).flatMap((name) => {
      const change = changes[name];
      return change ? [[name, edit(change)] as const] : [];
    }),
  );
}

/** Returns the variants with a change in the last one: a simple product has only that one. */
function last<Variant>(variants: readonly Variant[], change: Partial<Variant>): { variants: Variant[] } {
  const end = variants.length - 1;
  return { variants: variants.map((variant, at) => (at === end ? { ...variant, ...change } : variant)) };
}

/** Returns all but the last variant; a simple product keeps it. */
function fewer<Variant>(variants: readonly Variant[]): { variants: Variant[] } {
  return { variants: variants.slice(0, Math.max(1, variants.length - 1)) };
}

export const editedStores = {
  shopify(outside: Outside): EditedStore {
    const shop = createShopifyShop({ name: 'edited', outside, settings: { pace: 'free' } });
    return {
      platform: shopify,
      simulation: shop,
      connection: 'token',
      credentials: { token: shop.settings.access.token },
      edits: editsOf(
        () => shop.view().products,
        (product) => shop.merchant.edit(product.id, product),
        {
          title: () => ({ title: byHand }),
          description: () => ({ descriptionHtml: html }),
          vendor: () => ({ vendor: byHand }),
          productType: () => ({ productType: byHand }),
          tags: () => ({ tags: [byHand] }),
          price: ({ variants }) => last(variants, { price: '7.70' }),
          compareAtPrice: ({ variants }) => last(variants, { compareAtPrice: '999.00' }),
          sku: ({ variants }) => last(variants, { sku: 'BY-HAND' }),
          barcode: ({ variants }) => last(variants, { barcode }),
          variants: ({ variants }) => fewer(variants),
          'status draft': () => ({ status: 'DRAFT' as const }),
          'status archived': () => ({ status: 'ARCHIVED' as const }),
        },
      ),
    };
  },

  woocommerce(outside: Outside): EditedStore {
    const { settings, ledger, ...simulation } = createWooStore({ name: 'edited', outside });
    const { consumerKey, consumerSecret } = settings;
    const products = () => [...ledger.products.values()];
    const save = (product: ReturnType<typeof products>[number]) => ledger.put(product);
    const isLast = ({ id, parent }: { id: number; parent: number }) =>
      products().every((other) => parent === 0 || other.parent !== parent || other.id <= id);
    /** In a variable product its last variation has the change. */
    const ofLast =
      (change: Partial<ReturnType<typeof products>[number]>) =>
      (product: ReturnType<typeof products>[number]) =>
        product.type !== 'variable' && isLast(product) ? change : {};
    const ofProduct =
      (change: Partial<ReturnType<typeof products>[number]>) =>
      ({ parent }: { parent: number }) =>
        parent === 0 ? change : {};
    return {
      platform: woocommerce,
      simulation,
      connection: 'rest-keys',
      credentials: { consumerKey, consumerSecret },
      beside,
      edits: editsOf(products, save, {
        title: ofProduct({ name: byHand }),
        description: ofProduct({ description: html }),
        tags: ofProduct({ tags: [] }),
        price: ofLast({ salePrice: '7.70' }),
        compareAtPrice: ofLast({ regularPrice: '999.00' }),
        sku: ofLast({ sku: 'BY-HAND' }),
        barcode: ofLast({ gtin: barcode }),
        'status draft': ofProduct({ status: 'draft' }),
        'status pending': ofProduct({ status: 'pending' }),
        'status private': ofProduct({ status: 'private' }),
      }),
    };
  },

  wordpress(outside: Outside): EditedStore {
    const { settings, ledger, ...simulation } = createWordpressSite({ name: 'edited', outside });
    const { user, applicationPassword } = settings;
    const posts = () => [...ledger.posts.values()].filter(({ type }) => type === 'post');
    return {
      platform: wordpress,
      simulation,
      connection: 'application-password',
      credentials: { user, applicationPassword },
      beside,
      edits: editsOf(posts, (post) => ledger.posts.set(post.id, post), {
        title: () => ({ title: byHand }),
        description: ({ content }) => ({ content: content.replace('Holds', byHand) }),
        'status draft': () => ({ status: 'draft' as const }),
        'status private': () => ({ status: 'private' as const }),
      }),
    };
  },

  shopline(outside: Outside): EditedStore {
    const store = createShoplineStore({ name: 'edited', outside, store: { pace: 'free' } });
    return {
      platform: shopline,
      simulation: store,
      connection: 'token',
      credentials: { token: store.settings.token },
      edits: editsOf(
        () => store.view().products,
        (product) => store.ledger.put(product, outside.now()),
        {
          title: () => ({ title: byHand }),
          description: () => ({ bodyHtml: html }),
          vendor: () => ({ vendor: byHand }),
          productType: () => ({ category: byHand }),
          tags: () => ({ tags: [byHand] }),
          price: ({ variants }) => last(variants, { price: '7.70' }),
          compareAtPrice: ({ variants }) => last(variants, { compareAtPrice: '999.00' }),
          sku: ({ variants }) => last(variants, { sku: 'BY-HAND' }),
          barcode: ({ variants }) => last(variants, { barcode }),
          variants: ({ variants }) => fewer(variants),
          'status draft': () => ({ status: 'draft' as const }),
          'status archived': () => ({ status: 'archived' as const }),
        },
      ),
    };
  },

  shoplazza(outside: Outside): EditedStore {
    const wide = { maximum: 100_000, restoreRate: 100_000 };
    const shop = createShoplazzaShop({
      name: 'edited',
      outside,
      store: { buckets: { app: wide, store: wide } },
    });
    return {
      platform: shoplazza,
      simulation: shop,
      connection: 'token',
      credentials: { token: shop.settings.token },
      edits: editsOf(
        () => shop.view().products,
        (product) => shop.ledger.save(product, 'merchant', 'update', outside.now()),
        {
          title: () => ({ title: byHand }),
          description: () => ({ description: html }),
          vendor: () => ({ vendor: byHand }),
          tags: () => ({ tags: [byHand] }),
          price: ({ variants }) => last(variants, { price: '7.70' }),
          compareAtPrice: ({ variants }) => last(variants, { compareAtPrice: '999.00' }),
          sku: ({ variants }) => last(variants, { sku: 'BY-HAND' }),
          barcode: ({ variants }) => last(variants, { barcode }),
          variants: ({ variants }) => fewer(variants),
          'status hidden': () => ({ published: false }),
        },
      ),
    };
  },

  shopyy(outside: Outside): EditedStore {
    const rate = { perSecond: 100_000, burst: 100_000 };
    const shop = createShopyyShop({ name: 'edited', outside, store: { rate } });
    return {
      platform: shopyy,
      simulation: shop,
      connection: 'token',
      credentials: { token: shop.settings.token },
      edits: editsOf(
        () => shop.view().products,
        (product) => shop.ledger.update(product, product, 'merchant', outside.now()),
        {
          title: () => ({ title: byHand }),
          description: ({ bodyHtml }) => ({ bodyHtml: bodyHtml.replace('Holds', byHand) }),
          vendor: () => ({ vendor: byHand }),
          productType: () => ({ productType: byHand }),
          tags: () => ({ tags: [byHand] }),
          price: ({ variants }) => last(variants, { price: '7.70' }),
          compareAtPrice: ({ variants }) => last(variants, { compareAtPrice: '999.00' }),
          sku: ({ variants }) => last(variants, { sku: 'BY-HAND' }),
          barcode: ({ variants }) => last(variants, { barcode }),
          variants: ({ variants }) => fewer(variants),
          'status hidden': () => ({ status: 0 as const }),
        },
      ),
    };
  },
} satisfies Record<string, (outside: Outside) => EditedStore>;

export type EditedName = keyof typeof editedStores;
