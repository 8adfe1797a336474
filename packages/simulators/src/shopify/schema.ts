import { buildSchema, GraphQLError, type GraphQLSchema, Kind, type ValueNode } from 'graphql';
import { bulkSdl } from './schema/bulk.ts';
import { inputsSdl } from './schema/inputs.ts';
import { productsSdl } from './schema/products.ts';
import { rootsSdl } from './schema/roots.ts';
import { shopSdl } from './schema/shop.ts';
import { valuesSdl } from './schema/values.ts';

/** The Admin API's version of which our schema is a part. */
export const schemaVersion = '2026-10';

/** Our own small schema; a test verifies that it is a true part of the real one. */
export const sdl = [rootsSdl, bulkSdl, shopSdl, productsSdl, inputsSdl, valuesSdl].join('\n');

/** The schema that the simulated Admin side executes. */
export const adminSchema: GraphQLSchema = buildSchema(sdl);

for (const name of ['Money', 'Decimal']) {
  readsAs(name, decimal);
}
readsAs('DateTime', moment);

/** Sets how a scalar parses what callers send. */
function readsAs(name: string, read: (value: unknown) => unknown): void {
  const scalar = adminSchema.getType(name);
  if (scalar && 'parseValue' in scalar) {
    scalar.parseValue = read;
    scalar.parseLiteral = (node: ValueNode) =>
      read('value' in node && node.kind !== Kind.BOOLEAN ? node.value : null);
  }
}

function decimal(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^-?\d+(\.\d+)?$/.test(text)) {
    throw new GraphQLError(`invalid decimal '${String(value)}'`);
  }
  return text;
}

function moment(value: unknown): string {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) {
    throw new GraphQLError(`invalid date time '${String(value)}'`);
  }
  return value;
}
