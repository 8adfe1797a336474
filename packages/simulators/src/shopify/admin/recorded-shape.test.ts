import { expect, it } from 'vitest';
import { missingFrom, type Shape, shapeOf } from '../../testing/shape.ts';
import { practiceStore } from '../testing/practice-store.ts';
import { recordedFile } from '../testing/real-schema.ts';

const lists = [
  'products-annies-organic-farm.json',
  'products-compliancewarehouse.json',
  'products-multivariant-udsy19.json',
];
const single = 'localboxes-product.json';

/** Fields that our answers have in addition to the recorded ones, each with its reason. */
const moreInLists: Record<string, string> = {
  'products[].variants[].option2: string': 'none of the recorded shops has a product with two options',
  'products[].variants[].featured_image.alt: string': 'none of the recorded pictures has an alt text',
};
const oneVariant =
  'the recorded product has one variant, without barcode, picture or former price of its own';
const newerKeys = 'came with later versions of the shop; the recording is of 2022 (`readme.md`)';
const moreInSingle: Record<string, string> = {
  'product.variants[].option2: string': oneVariant,
  'product.variants[].image_id: number': oneVariant,
  'product.variants[].sku: null': 'sku is null, empty or a text in lists, so here too',
  'product.images[].alt: string': 'the recorded picture has no alt text',
  'product.image.alt: string': 'the recorded picture has no alt text',
  'product.images[].variant_ids[]: number': oneVariant,
  'product.image.variant_ids[]: number': oneVariant,
  'product.variants[].tax_code: string': newerKeys,
  'product.variants[].quantity_rule: object': newerKeys,
  'product.variants[].quantity_rule.min: number': newerKeys,
  'product.variants[].quantity_rule.max: null': newerKeys,
  'product.variants[].quantity_rule.increment: number': newerKeys,
  'product.variants[].price_currency: string': newerKeys,
  'product.variants[].compare_at_price_currency: string': newerKeys,
  'product.variants[].quantity_price_breaks: array': newerKeys,
};

const recorded = [...lists, single].map((file) => recordedFile(`storefront/${file}`));

if (recorded.some((text) => text === null)) {
  it('has the recorded answers, where they are asked for', () => {
    process.stdout.write('Recorded Shopify answers are not here; the simulator was not held to them.\n');

    expect(process.env.CI ?? '').toBe('');
  });
} else {
  const shapes = recorded.map((text) => shapeOf(JSON.parse(text ?? '')));
  const listShapes = shapes.slice(0, lists.length);

  it.each(lists.map((file, place) => [file, place] as const))(
    'gives everything that %s has',
    async (_, place) => {
      expect(missingFrom(shapes[place] ?? new Map(), await listShape())).toEqual([]);
    },
  );

  it('gives nothing in lists that no recorded one has, but for what is named', async () => {
    const all: Shape = new Map();
    for (const shape of listShapes) {
      for (const [path, kinds] of shape) {
        all.set(path, new Set([...(all.get(path) ?? []), ...kinds]));
      }
    }

    expect(missingFrom(await listShape(), all).sort()).toEqual(Object.keys(moreInLists).sort());
  });

  it('gives a single product as recorded, but for what is named', async () => {
    const ours = await singleShape();
    const theirs = shapes.at(-1) ?? new Map();

    expect(missingFrom(theirs, ours)).toEqual([]);
    expect(missingFrom(ours, theirs).sort()).toEqual(Object.keys(moreInSingle).sort());
  });
}

async function listShape(): Promise<Shape> {
  const shop = practiceStore({ name: 'glade-home', products: { count: 250 } });
  return shapeOf(await (await shop.get('/products.json?limit=250')).json());
}

async function singleShape(): Promise<Shape> {
  const shop = practiceStore({ name: 'glade-home', products: { count: 250 } });
  const { products } = await (await shop.get('/products.json?limit=250')).json();
  const shape: Shape = new Map();
  for (const { handle } of products) {
    shapeOf(await (await shop.get(`/products/${handle}.json`)).json(), '', shape);
  }
  return shape;
}
