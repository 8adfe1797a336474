import { existsSync, readFileSync } from 'node:fs';
import { Product } from '@bowerbird/catalog/product';
import { isObject } from '@bowerbird/platforms/reading/unread';
import { shopyy } from '@bowerbird/platforms/shopyy/index';
import { carefulLister, lister } from '@bowerbird/platforms/shopyy/list/lister';
import { withoutMark } from '@bowerbird/platforms/shopyy/list/marker';
import { item, lamp, prepared } from '@bowerbird/platforms/shopyy/list/testing';
import { collectAll, contextFor } from '@bowerbird/platforms/testing/collecting';
import { describe, expect, it } from 'vitest';
import { missingFrom, shapeOf } from '../../testing/shape.ts';
import { detailForm, listForm } from './forms.ts';

const address = new URL('http://practice.localhost:8901/');

describe('what was listed in a simulated Shopyy shop', () => {
  it('is what a collector reads there', async () => {
    const { shop, access, context } = await prepared(lister, { store: { rehostsImages: false } });
    await lister.writer.create([item], access, context);

    const { products, skipped } = await collectAll(
      shopyy.collector ?? raise(),
      { addresses: [address] },
      contextFor(context.fetch),
    );

    expect(skipped).toEqual([]);
    const [read] = products;
    expect(products).toHaveLength(1);
    expect(Product.parse(read)).toEqual(read);
    const kept = ['title', 'handle', 'vendor', 'productType', 'tags', 'options'] as const;
    for (const field of kept) {
      expect(read?.[field]).toEqual(lamp[field]);
    }
    expect(withoutMark(read?.descriptionHtml ?? '')).toBe(lamp.descriptionHtml);
    expect(read?.categories).toEqual([['Lamps']]);
    expect(read?.images.map(({ url, alt }) => [url, alt])).toEqual(
      lamp.images.map(({ url, alt }) => [url, alt]),
    );
    expect(read?.variants).toMatchObject(
      lamp.variants.map(({ sku, barcode, price, compareAtPrice, stock, optionValues, imageUrl }) => ({
        sku,
        barcode,
        price,
        compareAtPrice,
        stock,
        optionValues,
        imageUrl,
      })),
    );
    expect(shop.view().createdByKey).toEqual(new Map([[item.key, 1]]));
  });

  it('is seen by no shopper before it is published', async () => {
    const { access, context } = await prepared(carefulLister);
    const [made] = await carefulLister.writer.create([item], access, context);
    const id = made?.outcome === 'applied' ? made.storeProductId : '';
    const seen = async () =>
      (await collectAll(shopyy.collector ?? raise(), { addresses: [address] }, contextFor(context.fetch)))
        .ids;

    expect(await seen()).toEqual([]);
    await carefulLister.writer.publish?.(
      [{ ...item, storeProductId: id, images: new Map<string, string>() }],
      access,
      context,
    );
    expect(await seen()).toEqual([id]);
  });
});

const folder = new URL('../../../../../../shared/fixtures/shopyy/', import.meta.url);
const recorded = existsSync(folder);

if (!recorded) {
  it('has the recorded products, where they are asked for', () => {
    process.stdout.write(
      'Recorded Shopyy products are not here; the played shop was not held against them.\n',
    );

    expect(process.env.CI ?? '').toBe('');
  });
}

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

/** Counters and storefront-only fields: nothing that an app writes or looks for. */
const ofTheStorefront =
  /^(?:comment_\w+|add_to_cart_count|sale_count|visit_count|wish_count|total_virtual_sale_count|auth_keys(?:\[\])?|handle_md5|version|metafields|tag_ids|body_html_oss_bucket|published_at|inventory_quantity|image(?:\.\w+)?|variant(?:\.\w+)?|variant_(?:compare_at_price|weight)_(?:min|max)): /;

describe.runIf(recorded)('a played product beside recorded ones', () => {
  it.each(['product-spec-mode-1.json', 'product-spec-mode-2.json'])(
    'has in lists what %s has',
    async (name) => {
      const { shop, access, context } = await prepared(lister);
      const simple = {
        ...lamp,
        options: [],
        variants: lamp.variants.slice(0, 1).map((one) => ({ ...one, optionValues: [] })),
      };
      const product = name.includes('mode-1') ? { ...simple, categories: [] } : lamp;
      await lister.writer.create([{ ...item, product }], access, context);
      const [stored] = shop.view().products;
      const form = stored && listForm(stored, { origin: address.origin, storeId: 1, ledger: shop.ledger });

      const lacking = missingFrom(shapeOf(read(name)), shapeOf(form));

      expect(lacking.filter((path) => !ofTheStorefront.test(path))).toEqual([]);
    },
  );

  it('is shown whole as a connector of another team shows it', async () => {
    const { shop, access, context } = await prepared(lister);
    await lister.writer.create([item], access, context);
    const [stored] = shop.view().products;
    const form = stored && detailForm(stored, { origin: address.origin, storeId: 1, ledger: shop.ledger });
    const body = read('openapi-get-product-detail.json');

    expect(missingFrom(shapeOf(isObject(body) ? body.data : null), shapeOf(form))).toEqual([]);
  });
});

function raise(): never {
  throw new Error('Shopyy has a collector.');
}
