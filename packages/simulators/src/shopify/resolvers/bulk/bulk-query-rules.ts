import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  Kind,
  type OperationDefinitionNode,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { adminSchema } from '../../schema.ts';

/** A valid bulk query: the document, its operation, and the connection that it reads. */
export interface SoundQuery {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  connection: FieldNode;
}

/**
 * Parses a bulk query; a text gives the reason for a rejection: anything but one query of one connection by `edges {
 * node }` (`shopify/readme.md`, Bulk operations). Of the five connections, two deep, that Shopify allows, one at the
 * top level is simulated.
 */
export function readBulkQuery(text: string): SoundQuery | string {
  let document: DocumentNode;
  try {
    document = parse(text);
  } catch (error) {
    return `Invalid bulk query: ${error instanceof Error ? error.message : 'Parse error'}`;
  }
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  if (operations.length !== 1 || operation?.kind !== Kind.OPERATION_DEFINITION) {
    return 'Exactly one operation is allowed.';
  }
  if (operation.operation !== 'query') {
    return 'Invalid operation type. Only `query` operations are supported.';
  }
  const [invalid] = validate(adminSchema, document);
  if (invalid) {
    return `Invalid bulk query: ${invalid.message}`;
  }
  if ((operation.variableDefinitions ?? []).length > 0) {
    return 'A bulk query cannot take variables.';
  }
  const [field, other] = operation.selectionSet.selections;
  if (other || field?.kind !== Kind.FIELD) {
    return 'Bulk queries must contain exactly one top-level field.';
  }
  return connectionFault(document, field) ?? { document, operation, connection: field };
}

function connectionFault(document: DocumentNode, top: FieldNode): string | null {
  if (top.name.value === 'node' || top.name.value === 'nodes') {
    return `Bulk queries cannot contain a top level \`${top.name.value}\` field.`;
  }
  const connections = connectionsIn(document);
  if (connections.length === 0) {
    return 'Bulk queries must contain at least one connection.';
  }
  const astray = connections.filter((field) => !readsByEdges(field)).map(({ name }) => `'${name.value}'`);
  if (astray.length > 0) {
    return (
      "All connection fields in a bulk query must select their contents using 'edges' > 'node', e.g: 'products { edges { node {'. " +
      `Selecting via 'nodes' is not supported. Invalid connection fields: ${astray.join(', ')}.`
    );
  }
  return connections.length === 1 && connections[0] === top
    ? null
    : 'This simulator reads one connection at the top of a bulk query, and none within it.';
}

function connectionsIn(document: DocumentNode): FieldNode[] {
  const found: FieldNode[] = [];
  const types = new TypeInfo(adminSchema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field(field) {
        const type = types.getType();
        if (type && getNamedType(type).name.endsWith('Connection')) {
          found.push(field);
        }
      },
    }),
  );
  return found;
}

function readsByEdges({ selectionSet }: FieldNode): boolean {
  const selected = (selectionSet?.selections ?? []).flatMap((one) => (one.kind === Kind.FIELD ? [one] : []));
  const edges = selected.find(({ name }) => name.value === 'edges');
  const inEdges = edges?.selectionSet?.selections ?? [];
  return (
    selected.every(({ name }) => name.value !== 'nodes') &&
    inEdges.some((one) => one.kind === Kind.FIELD && one.name.value === 'node')
  );
}
