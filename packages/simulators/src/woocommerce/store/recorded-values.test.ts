import { existsSync, readFileSync } from 'node:fs';
import { isObject, itemsOf, type UnreadObject } from '@bowerbird/platforms/reading/unread';
import { expect, it } from 'vitest';
import { createWooStore } from './woo-store.ts';

const folder = new URL(
  '../../../../../../shared/fixtures/woocommerce/recorded-7.9.0-and-11.0.1/',
  import.meta.url,
);

if (!existsSync(folder)) {
  it('has the recorded answers about values, where they are asked for', () => {
    process.stdout.write(
      'Recorded WooCommerce values are not here; the played store was not held to them.\n',
    );

    expect(process.env.CI ?? '').toBe('');
  });
} else {
  const recorded = (name: string): UnreadObject =>
    JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));

  /** A store with the attribute "Color" and these values of it. */
  async function openStore(values: readonly string[], ordersValues = true) {
    const store = createWooStore({ name: 'glade-home', store: { ordersValues } });
    const { consumerKey, consumerSecret } = store.settings;
    const call = async (method: string, path: string, body?: object): Promise<UnreadObject> => {
      const answer = await store.answer(
        new Request(`http://glade-home.localhost/wp-json/wc/v3${path}`, {
          method,
          ...(body && { body: JSON.stringify(body) }),
          headers: { authorization: `Basic ${btoa(`${consumerKey}:${consumerSecret}`)}` },
        }),
      );
      return await answer.json();
    };
    const { id } = await call('POST', '/products/attributes', { name: 'Color' });
    await call('POST', `/products/attributes/${id}/terms/batch`, {
      create: values.map((name) => ({ name })),
    });
    const made = async (row: object, route = '/products/batch', kind = 'create') =>
      firstOf((await call('POST', route, { [kind]: [row] }))[kind]);
    return { call, made, color: Number(id) };
  }

  function firstOf(rows: unknown): UnreadObject {
    const [row] = itemsOf(rows);
    return isObject(row) ? row : {};
  }

  /**
   * Returns our attributes, reduced to the fields that the recorded ones have; each store has its own attribute ids.
   */
  function like(theirs: unknown, ours: unknown): unknown[] {
    return itemsOf(ours).map((one, at) => {
      const fields = Object.keys(Object(itemsOf(theirs)[at]));
      return Object.fromEntries(fields.map((field) => [field, isObject(one) ? one[field] : undefined]));
    });
  }

  function numbered(theirs: unknown, color: number): unknown[] {
    return itemsOf(theirs).map((one) => (isObject(one) && one.id === 1 ? { ...one, id: color } : one));
  }

  it.each(['woo-11.0.1-wp-7.1.4', 'woo-7.9.0-wp-6.1.9'])(
    'answers names and values with ampersands, quotes and tags as recorded in %s',
    async (version) => {
      const create = recorded(`${version}-create-variable-ampersand`).row as UnreadObject;
      const read = recorded(`${version}-read-variable-ampersand-edit`).row as UnreadObject;
      const chosen = recorded(`${version}-variation-ampersand`).row as UnreadObject;
      const readChosen = recorded(`${version}-read-variation-ampersand-edit`).row as UnreadObject;
      const { call, made, color } = await openStore(['Red']);
      const product = await made({
        name: 'Recorded “A” & B <i>x</i> 1/2"',
        type: 'variable',
        status: 'draft',
        tags: [{ name: 'Salt & Pepper' }],
        attributes: [
          { id: color, visible: true, variation: true, options: ['Navy & Gold', 'A "q" <b>', 'Red'] },
          { name: 'Größe & Maß', visible: true, variation: true, options: ['XS & S', 'M'] },
        ],
      });
      const variations = `/products/${product.id}/variations`;
      const choice = [
        { id: color, option: 'Navy & Gold' },
        { name: 'Größe & Maß', option: 'XS & S' },
      ];
      const variation = await made({ attributes: choice }, `${variations}/batch`);
      const again = firstOf(await call('GET', `/products?include=${product.id}&status=any&context=edit`));
      const variationAgain = firstOf(await call('GET', `${variations}?context=edit`));

      for (const [theirs, ours] of [
        [create, product],
        [read, again],
        [chosen, variation],
        [readChosen, variationAgain],
      ] as const) {
        expect(like(theirs.attributes, ours.attributes)).toEqual(numbered(theirs.attributes, color));
      }
      expect([product.name, again.name]).toEqual([create.name, read.name]);
      expect(itemsOf(product.tags).map((tag) => isObject(tag) && tag.name)).toEqual(['Salt &amp; Pepper']);
    },
  );

  it('takes values for the terms that are there, by the database’s collation, as recorded', async () => {
    const { sent, row } = recorded('woo-7.9.0-wp-6.1.9-values-of-existing-terms');
    const { made, color } = await openStore(['Red', 'Grün', 'Teal'], false);

    const product = await made({
      name: 'T',
      type: 'variable',
      attributes: [{ id: color, visible: true, variation: true, options: sent }],
    });

    const theirs = isObject(row) ? row.attributes : [];
    expect(like(theirs, product.attributes)).toEqual(numbered(theirs, color));
  });

  it('takes a value that its product does not list for a slug, and names the holder of a SKU, as recorded', async () => {
    const { rows } = recorded('woo-7.9.0-wp-6.1.9-variations-odd-values');
    const { call, made, color } = await openStore(['Red']);
    const product = await made({
      name: 'T',
      type: 'variable',
      attributes: [{ id: color, variation: true, options: ['Red'] }],
    });
    const holder = await made({ name: 'Holder', sku: 'SK-1' });

    const answer = await call('POST', `/products/${product.id}/variations/batch`, {
      create: [
        { attributes: [{ id: color, option: 'RED' }] },
        { attributes: [{ id: color, option: 'Not listed' }] },
        { sku: 'SK-1', attributes: [{ id: color, option: 'Red' }] },
      ],
    });

    const ours = itemsOf(answer.create).filter(isObject);
    const theirs = itemsOf(rows).filter(isObject);
    expect(ours.slice(0, 2).map((one, at) => like(theirs[at]?.attributes, one.attributes))).toEqual(
      theirs.slice(0, 2).map((one) => numbered(one.attributes, color)),
    );
    const refused = JSON.parse(
      JSON.stringify(theirs[2]).replace('"resource_id":27', `"resource_id":${holder.id}`),
    );
    expect(ours[2]).toEqual({ ...refused, error: { ...refused.error, data: expect.anything() } });
    expect(Object(ours[2]?.error).data).toEqual({ ...refused.error.data, unique_sku: 'SK-1-1' });
  });

  it('gives a draft that is thrown away the ending of its slug, as recorded', async () => {
    const [theirs] = itemsOf(recorded('woo-7.9.0-wp-6.1.9-trashed-draft-slug').rows);
    const { call, made } = await openStore([]);
    const { id } = await made({ name: 'T', slug: 'rec-case', status: 'draft' });
    await call('DELETE', `/products/${id}`);

    const thrown = firstOf(await call('GET', '/products?status=trash'));

    expect({ id, slug: thrown.slug, status: thrown.status }).toEqual({ ...Object(theirs), id });
  });
}
