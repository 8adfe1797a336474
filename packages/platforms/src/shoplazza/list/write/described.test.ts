import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isObject, itemsOf } from '../../../reading/unread.ts';
import { lister } from '../lister.ts';
import { attempt, item, mug, preparedStore } from '../testing.ts';

const file = new URL(
  '../../../../../../../shared/fixtures/shoplazza/openapi-2026-01-products-meta.json',
  import.meta.url,
);

if (!existsSync(file)) {
  it('has the description of the API, where it is asked for', () => {
    process.stdout.write('The description of Shoplazza is not here; what is sent was not held against it.\n');

    expect(process.env.CI ?? '').toBe('');
  });
} else {
  const described: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const kinds: Record<string, (value: unknown) => boolean> = {
    string: (value) => typeof value === 'string',
    boolean: (value) => typeof value === 'boolean',
    integer: (value) => Number.isInteger(value),
    number: (value) => typeof value === 'number',
    array: Array.isArray,
    object: isObject,
  };

  /**
   * Returns the paths where a value contradicts the vendor's own description or is missing from it, and the required
   * fields that the value lacks.
   */
  function unknownIn(value: unknown, schema: string, path = ''): string[] {
    const schemas = isObject(described) && isObject(described.schemas) ? described.schemas : {};
    const form = schemas[schema];
    const fields = itemsOf(isObject(form) ? form.fields : null).filter(isObject);
    const sent = isObject(value) ? value : {};
    const missing = fields
      .filter(({ name, required }) => required === true && sent[String(name)] === undefined)
      .map(({ name }) => `${path}${name} is missing`);
    const wrong = Object.entries(sent).flatMap(([name, inside]) => {
      const field = fields.find((one) => one.name === name);
      if (!field || !kinds[String(field.type)]?.(inside)) {
        return [`${path}${name}`];
      }
      const own = typeof field.schema === 'string' ? field.schema : null;
      const each =
        isObject(field.items) && typeof field.items.schema === 'string' ? field.items.schema : null;
      return [
        ...(own === null ? [] : unknownIn(inside, own, `${path}${name}.`)),
        ...(each === null
          ? []
          : itemsOf(inside).flatMap((part) => unknownIn(part, each, `${path}${name}[].`))),
      ];
    });
    return [...missing, ...wrong];
  }

  it("sends what the vendor's description of 2026-01 knows, and all that it asks for", async () => {
    const { access, context } = await preparedStore();
    const sent: [request: string, body: unknown][] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (typeof init?.body === 'string') {
        const route = new URL(String(input)).pathname.replaceAll(/[\da-f-]{36}/g, '{id}');
        sent.push([`${init.method} ${route.replace('/openapi/2026-01', '')}`, JSON.parse(init.body)]);
      }
      return await context.fetch(input, init);
    };
    const watched = { ...context, fetch };
    const terms = new Map([[JSON.stringify(['category', 'Mugs']), 'e6cc4df1-d4f5-4ad4-a019-2e0f3ddd6e63']]);
    const [made] = await lister.writer.create([{ ...item, terms }], access, watched);
    const [first, second] = mug.variants;
    const variants = [second, { ...first, optionValues: ['Moss', '250 ml'] }];
    const options = [{ name: 'Colour', values: ['Mist', 'Moss'] }, mug.options[1]];
    const product = { ...mug, variants, options, images: mug.images.slice(1) } as typeof mug;
    const storeProductId = made?.outcome === 'applied' ? made.storeProductId : '';
    const [updated] = await lister.writer.update(
      [{ ...item, attemptId: attempt(2), product, terms, storeProductId, images: new Map() }],
      access,
      watched,
    );

    const schemas: Record<string, [part: string, schema: string]> = {
      'POST /products': ['product', 'v202506.Product'],
      'PUT /products/{id}': ['product', 'v202506.UpdateProductParam'],
      'POST /products/{id}/variants': ['variant', 'v202506.CreateVariantParam'],
    };
    expect(updated?.outcome).toBe('applied');
    expect(new Set(sent.map(([request]) => request))).toEqual(new Set(Object.keys(schemas)));
    for (const [request, body] of sent) {
      const [part = '', schema = ''] = schemas[request] ?? [];
      expect(unknownIn(isObject(body) ? body[part] : null, schema, `${request} `)).toEqual([]);
    }
  });
}
