import { fetchFrom } from '@bowerbird/simulators/simulation';
import { expect, it } from 'vitest';
import { collectAll, contextFor } from '../../testing/collecting.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { woocommerce } from '../index.ts';
import { lister } from './lister.ts';
import { hoodie, idOf, item, makeWhole, mug, preparedStore } from './testing.ts';

const collector = woocommerce.collector as NonNullable<typeof woocommerce.collector>;

it('what was listed is read back from the shop as it was, and what is hidden is not', async () => {
  const open = await preparedStore();
  const { access, context, store } = open;
  const items = [item(mug, 1), item(hoodie, 2), item({ ...mug, handle: 'hidden' }, 3)].map((each) => ({
    ...each,
  }));
  for (const each of items) {
    const terms = new Map<string, string>();
    let parent: string | null = null;
    for (const name of ['Home', 'Mugs & more']) {
      const path = name === 'Home' ? ['Home'] : ['Home', name];
      parent = (await lister.writer.terms?.make({ kind: 'category', path }, parent, access, context)) ?? null;
      terms.set(JSON.stringify(['category', ...path]), parent ?? '');
    }
    terms.set(
      JSON.stringify(['tag', 'kitchen']),
      (await lister.writer.terms?.make({ kind: 'tag', path: ['kitchen'] }, null, access, context)) ?? '',
    );
    Object.assign(each, { terms });
  }
  const made = await lister.writer.create(items, access, context);
  for (const [at, each] of items.entries()) {
    await makeWhole(each, made[at], open);
  }
  const shown = items
    .slice(0, 2)
    .map((each, at) => ({ ...each, storeProductId: idOf(made[at]), images: new Map() }));
  await lister.writer.publish?.(shown, access, context);

  const { products, skipped } = await collectAll(
    collector,
    { scope: 'shop', addresses: [new URL('http://moss.localhost:8901/')] },
    contextFor(fetchFrom(new Map([['moss.localhost', store]])), fakeClock()),
  );

  expect([products.map(({ handle }) => handle).sort(), skipped]).toEqual([
    ['fleece-hoodie', 'stoneware-mug'],
    [],
  ]);
  for (const listed of [mug, hoodie]) {
    const read = products.find(({ handle }) => handle === listed.handle);
    const { title, descriptionHtml, vendor, tags, options, currency } = listed;
    expect(read).toMatchObject({ title, descriptionHtml, vendor, tags, options, currency });
    expect(read?.categories.map((path) => path.at(-1))).toEqual(['Mugs & more']);
    expect(read?.images).toHaveLength(listed.images.length);
    const amounts = (variants: typeof listed.variants) =>
      variants.map(({ sku, optionValues, price, compareAtPrice, available }) => [
        sku,
        optionValues,
        price,
        compareAtPrice,
        available,
      ]);
    expect(amounts(read?.variants ?? [])).toEqual(amounts(listed.variants));
  }
});
