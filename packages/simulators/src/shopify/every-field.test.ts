import {
  type GraphQLArgument,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { expect, it } from 'vitest';
import { adminSchema } from './schema.ts';
import { practiceStore } from './testing/practice-store.ts';

/** Returns a value for each argument that a field, or a page of a list, requires. */
function given({ name, type }: GraphQLArgument): string | null {
  if (name === 'first') {
    return 'first: 2';
  }
  const known: Record<string, string> = {
    key: '"listing_key"',
    locationId: '"gid://shopify/Location/7100000000001"',
    publicationId: '"gid://shopify/Publication/7200000000001"',
    names: '["available"]',
  };
  return String(type).endsWith('!') && !isInputObjectType(getNamedType(type)) && known[name]
    ? `${name}: ${known[name]}`
    : null;
}

/** Requests every field of a type, down to this many levels. */
function everything(type: GraphQLOutputType, levels: number): string {
  const named = getNamedType(type);
  if (!isObjectType(named) && !isInterfaceType(named)) {
    return '';
  }
  const fields = Object.values(named.getFields()).flatMap((field) => {
    const composite = isCompositeType(getNamedType(field.type));
    if (composite && levels === 0) {
      return [];
    }
    const requested = field.args.flatMap((argument) => given(argument) ?? []);
    const inside = composite ? ` { __typename ${everything(field.type, levels - 1)} }` : '';
    return [`${field.name}${requested.length > 0 ? `(${requested.join(', ')})` : ''}${inside}`];
  });
  return fields.join(' ');
}

const typeNamed = (name: string) => {
  const type = adminSchema.getType(name);
  if (!isObjectType(type)) {
    throw new Error(`${name} is no object type`);
  }
  return type;
};

it('answers every field it promises of a product, its variants, images and stock', async () => {
  const store = practiceStore({ settings: { pace: 'free' } });
  await store.define();
  const collection = await store.admin(
    'mutation { collectionCreate(collection: { title: "Lamps" }) { collection { id } userErrors { message } } }',
  );
  const { id } = collection.data.collectionCreate.collection;
  const listed = await store.list('bb-one', {
    files: [{ originalSource: 'https://cdn.example/a.jpg' }],
    collections: [id],
    category: 'gid://shopify/TaxonomyCategory/aa-1',
  });
  const product = listed.data.productSet.product.id;
  await store.admin(
    'mutation($id: ID!) { publishablePublish(id: $id, input: [{ publicationId: "gid://shopify/Publication/7200000000001" }]) { userErrors { message } } }',
    { id: product },
  );
  store.clock.advance(5000);

  for (const type of ['Product', 'Collection']) {
    const fields = everything(typeNamed(type), 3);
    const answer = await store.admin(`query($id: ID!) { node(id: $id) { ... on ${type} { ${fields} } } }`, {
      id: type === 'Product' ? product : id,
    });
    expect(answer.errors).toEqual([]);
    expect(answer.data.node.id).toBe(type === 'Product' ? product : id);
  }
});

it.each([
  'shop',
  'currentAppInstallation',
  'publications(first: 5)',
  'locations(first: 5)',
  'collections(first: 5)',
])('answers every field it promises of %s', async (requested) => {
  const name = requested.replace(/\(.*/, '');
  const field = adminSchema.getQueryType()?.getFields()[name];
  const store = practiceStore({ settings: { pace: 'free' } });

  const answer = await store.admin(`{ ${requested} { ${field ? everything(field.type, 2) : ''} } }`);

  expect(answer.errors).toEqual([]);
  expect(answer.data).toHaveProperty(name, expect.anything());
});
