import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  getArgumentValues,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { ProductInput } from '../resolvers/products/product-input.ts';
import { adminSchema } from '../schema.ts';

type Variables = Record<string, unknown>;

/** Largest cost of a single query (`shopify/readme.md`, Rate limits). */
export const costPerQueryMaximum = 1000;

/**
 * Returns the query cost in points, as `shopify/readme.md` states it under Rate limits: scalars 0, objects 1,
 * connections by their page size, a mutation 10, and what a `productSet` input holds. When the answer is given, only
 * what it contains is counted.
 */
export function costOf(
  operation: OperationDefinitionNode,
  document: DocumentNode,
  variables: Variables,
  answer?: unknown,
): number {
  const fragments = new Map(
    document.definitions
      .filter(
        (definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION,
      )
      .map((fragment) => [fragment.name.value, fragment.selectionSet]),
  );
  const count = (answered: boolean): number => {
    const walk = { fragments, variables, answered };
    let total = 0;
    for (const field of fieldsOf(operation.selectionSet, fragments)) {
      total += rootCost(field, operation, walk, answered ? property(answer, nameOf(field)) : undefined);
    }
    return Math.ceil(total);
  };
  return answer === undefined ? count(false) : Math.min(count(false), count(true));
}

interface Walk {
  fragments: Map<string, SelectionSetNode>;
  variables: Variables;
  answered: boolean;
}

function rootCost(field: FieldNode, operation: OperationDefinitionNode, walk: Walk, answer: unknown): number {
  const mutation = operation.operation === 'mutation';
  const type = mutation ? adminSchema.getMutationType() : adminSchema.getQueryType();
  const definition = type?.getFields()[field.name.value];
  if (!definition) {
    return 0;
  }
  const inside = fieldCost(field, definition, walk, answer);
  return mutation ? 10 + Math.max(0, inside - 1) + inputCost(field, definition, walk) : inside;
}

function fieldCost(
  field: FieldNode,
  definition: GraphQLField<unknown, unknown>,
  walk: Walk,
  answer: unknown,
): number {
  const type = getNamedType(definition.type);
  if (
    !isCompositeType(type) ||
    !field.selectionSet ||
    (walk.answered && (answer === null || answer === undefined))
  ) {
    return 0;
  }
  if (type.name.endsWith('Connection')) {
    const one =
      1 + Math.max(...['nodes', 'edges'].map((way) => itemCost(field, way, type.name, walk, answer)), 0);
    return one * (walk.answered ? shownCount(answer) : pageSize(field, definition, walk));
  }
  return 1 + insideCost(field.selectionSet, type.name, walk, Array.isArray(answer) ? answer[0] : answer);
}

/** Returns the cost of one item of a connection by the way its items are requested: `nodes`, or `edges { node }`. */
function itemCost(field: FieldNode, way: string, typeName: string, walk: Walk, answer: unknown): number {
  const requested = fieldsOf(field.selectionSet, walk.fragments).find(({ name }) => name.value === way);
  const fields = fieldsOfType(typeName);
  if (!requested?.selectionSet || !fields) {
    return 0;
  }
  const itemType = getNamedType(fields[way]?.type);
  const shown = property(answer, nameOf(requested));
  const first = Array.isArray(shown) ? shown[0] : undefined;
  const cost = insideCost(requested.selectionSet, itemType?.name ?? '', walk, first);
  return way === 'edges' ? Math.max(0, cost - 1) : cost;
}

function insideCost(selection: SelectionSetNode, typeName: string, walk: Walk, answer: unknown): number {
  let total = 0;
  for (const { field, on } of fieldsWithType(selection, typeName, walk.fragments)) {
    const definition = fieldsOfType(on)?.[field.name.value];
    if (definition) {
      total += fieldCost(field, definition, walk, property(answer, nameOf(field)));
    }
  }
  return total;
}

function pageSize(field: FieldNode, definition: GraphQLField<unknown, unknown>, { variables }: Walk): number {
  const { first, last } = getArgumentValues(definition, field, variables);
  const size = first ?? last;
  return typeof size === 'number' ? size : 1;
}

function shownCount(answer: unknown): number {
  const items = property(answer, 'nodes') ?? property(answer, 'edges');
  return Array.isArray(items) ? items.length : 0;
}

/** Returns what the input of a `productSet` adds, by the schema's own text (`shopify/readme.md`, Rate limits). */
function inputCost(
  field: FieldNode,
  definition: GraphQLField<unknown, unknown>,
  { variables }: Walk,
): number {
  if (field.name.value !== 'productSet') {
    return 0;
  }
  // graphql-js returns arguments of the schema's own types; those of productSet are ours.
  const { input } = getArgumentValues(definition, field, variables) as { input: ProductInput };
  const variants = input.variants ?? [];
  const variantMetafields = variants.reduce((total, { metafields }) => total + (metafields?.length ?? 0), 0);
  return (
    variants.length * 0.2 +
    (input.files?.length ?? 0) * 1.9 +
    variants.filter(({ file }) => file).length * 0.6 +
    (input.metafields?.length ?? 0) * 0.4 +
    variantMetafields * 0.4
  );
}

function fieldsOf(selection: SelectionSetNode | undefined, fragments: Walk['fragments']): FieldNode[] {
  return selection ? fieldsWithType(selection, '', fragments).map(({ field }) => field) : [];
}

function fieldsWithType(
  selection: SelectionSetNode,
  on: string,
  fragments: Walk['fragments'],
): { field: FieldNode; on: string }[] {
  return selection.selections.flatMap((one) => {
    if (one.kind === Kind.FIELD) {
      return [{ field: one, on }];
    }
    const inner = one.kind === Kind.INLINE_FRAGMENT ? one.selectionSet : fragments.get(one.name.value);
    const type = one.kind === Kind.INLINE_FRAGMENT ? (one.typeCondition?.name.value ?? on) : on;
    return inner ? fieldsWithType(inner, type, fragments) : [];
  });
}

function fieldsOfType(name: string) {
  const type = adminSchema.getType(name);
  return isObjectType(type) || isInterfaceType(type) ? type.getFields() : null;
}

function nameOf(field: FieldNode): string {
  return field.alias?.value ?? field.name.value;
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
