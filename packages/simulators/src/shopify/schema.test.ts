import {
  buildSchema,
  type DocumentNode,
  getVariableValues,
  Kind,
  parse,
  validate,
  validateSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { adminSchema, sdl } from './schema.ts';
import { realSchema, recordedFile } from './testing/real-schema.ts';
import { notInReal } from './testing/schema-difference.ts';

const real = realSchema();
const operations = recordedFile('admin/operations.graphql');
const variables = recordedFile('admin/productset-variables.json');

/** Operations of the recorded file that request what we do not serve yet. */
const notServed = ['BowerbirdWebhook', 'BowerbirdTaxonomy', 'BowerbirdVariantsBulkCreate'];

it('is a sound schema', () => {
  expect(validateSchema(adminSchema)).toEqual([]);
});

describe('the check against the real schema', () => {
  const little = buildSchema(
    'type Query { a(x: Int!): Int! b: E c: N } enum E { ONE TWO } type N { d: String }',
  );

  it.each([
    ['a field that is not there', 'type Query { z: Int }', 'Query.z'],
    ['another nullability', 'type Query { a(x: Int!): Int }', 'Query.a is Int'],
    ['an argument that is not there', 'type Query { b(y: Int): String }', 'Query.b(y)'],
    ['a required argument left out', 'type Query { a: Int! }', 'Query.a(x) is required'],
    ['a value that is not there', 'type Query { b: E } enum E { ONE THREE }', 'E.THREE'],
    ['a type of another kind', 'type Query { b: String } interface N { d: String }', 'N is not there'],
  ])('sees %s', (_, ours, fault) => {
    expect(notInReal(buildSchema(ours), little).join('\n')).toContain(fault);
  });

  it('is content with a true part', () => {
    expect(notInReal(buildSchema('type Query { b: E } enum E { TWO }'), little)).toEqual([]);
  });
});

if (real === null) {
  it('has the real Admin schema, where it is asked for', () => {
    process.stdout.write("Shopify's Admin schema is not here; ours was not held against it.\n");

    expect(process.env.CI ?? '').toBe('');
  });
} else {
  it('is a true part of the real Admin schema', () => {
    expect(notInReal(buildSchema(sdl), real)).toEqual([]);
  });
}

if (operations === null || variables === null) {
  it('has the recorded operations, where they are asked for', () => {
    process.stdout.write('Recorded Admin operations are not here; nothing was held against them.\n');

    expect(process.env.CI ?? '').toBe('');
  });
} else {
  const each = single(parse(operations));

  it.each([...each].filter(([name]) => !notServed.includes(name)))(
    'takes the operation %s',
    (_, document) => {
      expect(validate(adminSchema, document)).toEqual([]);
    },
  );

  it('leaves out only the operations named above', () => {
    const refused = [...each].filter(([, document]) => validate(adminSchema, document).length > 0);

    expect(refused.map(([name]) => name)).toEqual(notServed);
  });

  it('takes the recorded variables of productSet', () => {
    const operation = each.get('BowerbirdProductSet')?.definitions[0];
    const definitions =
      operation?.kind === Kind.OPERATION_DEFINITION ? (operation.variableDefinitions ?? []) : [];

    expect(getVariableValues(adminSchema, definitions, JSON.parse(variables)).errors).toBeUndefined();
  });
}

function single(document: DocumentNode): Map<string, DocumentNode> {
  return new Map(
    document.definitions.flatMap((definition): [string, DocumentNode][] =>
      definition.kind === Kind.OPERATION_DEFINITION
        ? [[definition.name?.value ?? '', { kind: Kind.DOCUMENT, definitions: [definition] }]]
        : [],
    ),
  );
}
