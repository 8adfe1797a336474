import { isObject, itemsOf } from '@bowerbird/platforms/reading/unread';
import {
  type DocumentNode,
  executeSync,
  type GraphQLError,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import type { Bucket } from '../../store/bucket.ts';
import { root } from '../resolvers/root.ts';
import { adminSchema } from '../schema.ts';
import type { StoreSettings } from '../settings.ts';
import type { AdminContext, AnswerBody } from './admin-context.ts';
import { costOf, costPerQueryMaximum } from './cost.ts';

/** A GraphQL request that was parsed and found valid, with the cost that it requests. */
export interface Prepared {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown>;
  requestedCost: number;
}

/** Parses and validates a request against the schema; returns an answer body when it is not valid. */
export function prepare(body: unknown): Prepared | AnswerBody {
  const { query, variables, operationName } = asRequest(body);
  let document: DocumentNode;
  try {
    document = parse(query);
  } catch (error) {
    return {
      errors: [
        {
          message: error instanceof Error ? error.message : 'Parse error',
          extensions: { code: 'PARSE_ERROR' },
        },
      ],
    };
  }
  const errors = validate(adminSchema, document);
  const operation = getOperationAST(document, operationName);
  if (errors.length > 0 || !operation) {
    return { errors: operation ? errors.map(stated) : [{ message: 'No operation was found to run' }] };
  }
  const read = getVariableValues(adminSchema, operation.variableDefinitions ?? [], variables);
  if (!read.coerced) {
    return {
      errors: read.errors.map((error) => ({ ...error.toJSON(), extensions: { code: 'INVALID_VARIABLE' } })),
    };
  }
  const requestedCost = costOf(operation, document, read.coerced);
  if (requestedCost > costPerQueryMaximum) {
    const message = `Query cost is ${requestedCost}, which exceeds the single query max cost limit (${costPerQueryMaximum}).`;
    return {
      errors: [
        {
          message,
          extensions: { code: 'MAX_COST_EXCEEDED', cost: requestedCost, maxCost: costPerQueryMaximum },
        },
      ],
    };
  }
  return { document, operation, variables, requestedCost };
}

/** Runs a prepared request and reports its cost; THROTTLED when the bucket does not hold the requested cost. */
export function run(prepared: Prepared, bucket: Bucket | null, context: AdminContext): AnswerBody {
  const { document, operation, variables, requestedCost } = prepared;
  const { maximum, restoreRate } = context.settings.bucket;
  const cost = (actualQueryCost: number | null) => ({
    cost: {
      requestedQueryCost: requestedCost,
      actualQueryCost,
      throttleStatus: {
        maximumAvailable: maximum,
        currentlyAvailable: Math.floor(bucket?.available(context.now) ?? maximum),
        restoreRate,
      },
    },
  });
  if (bucket && !bucket.take(requestedCost, context.now)) {
    return { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }], extensions: cost(null) };
  }
  const { data, errors } = executeSync({
    schema: adminSchema,
    document,
    operationName: operation.name?.value ?? null,
    rootValue: root,
    contextValue: context,
    variableValues: variables,
  });
  const actual = data ? costOf(operation, document, coercedOf(prepared), data) : 0;
  bucket?.giveBack(requestedCost - actual, context.now);
  return {
    data,
    ...(errors ? { errors: errors.map((error) => error.toJSON()) } : {}),
    extensions: cost(actual),
  };
}

/** Prepares one line of a bulk operation: JSON of variables, each line validated by itself. */
export function prepareLine(query: string, line: string): Prepared | AnswerBody {
  try {
    return prepare({ query, variables: JSON.parse(line) });
  } catch {
    return { errors: [{ message: 'The line is not valid JSON.' }] };
  }
}

/** Prepares a part of a bulk query, which was validated when the operation started. */
export function preparedRead(document: DocumentNode, variables: Record<string, unknown>): Prepared {
  const operation = getOperationAST(document);
  if (!operation) {
    throw new Error('a document without an operation');
  }
  return { document, operation, variables, requestedCost: 0 };
}

/** Runs a request without cost, as the work of a bulk operation is run (`shopify/readme.md`, Bulk operations). */
export function runAlone(prepared: Prepared, context: AdminContext): AnswerBody {
  const { data, errors } = run(prepared, null, context);
  return { ...(data !== undefined && { data }), ...(errors && { errors }) };
}

/** Returns how long the store works on a request before it answers, in milliseconds. */
export function workingMs(
  { operation, variables }: Prepared,
  { slowAbove, synchronousMs }: StoreSettings['productSet'],
): number {
  const definition = adminSchema.getMutationType()?.getFields().productSet;
  const isSlow = operation.selectionSet.selections.some((field) => {
    if (field.kind !== Kind.FIELD || field.name.value !== 'productSet' || !definition) {
      return false;
    }
    const { input, synchronous } = getArgumentValues(definition, field, variables);
    return synchronous === true && isObject(input) && itemsOf(input.variants).length > slowAbove;
  });
  return isSlow ? synchronousMs : 0;
}

/** Reports whether the request may change something. */
export function isWrite({ operation }: Prepared): boolean {
  return operation.operation === 'mutation';
}

function coercedOf({ operation, variables }: Prepared): Record<string, unknown> {
  return getVariableValues(adminSchema, operation.variableDefinitions ?? [], variables).coerced ?? {};
}

function asRequest(body: unknown): {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | undefined;
} {
  const sent = typeof body === 'object' && body !== null ? body : {};
  const query = 'query' in sent && typeof sent.query === 'string' ? sent.query : '';
  const variables = 'variables' in sent && typeof sent.variables === 'object' ? sent.variables : null;
  const name =
    'operationName' in sent && typeof sent.operationName === 'string' ? sent.operationName : undefined;
  return { query, variables: { ...variables }, operationName: name };
}

/** Returns a validation error with Shopify's code for it (`shopify/readme.md`, Errors). */
function stated(error: GraphQLError): object {
  const field = /^Cannot query field "(?<field>\w+)" on type "(?<type>\w+)"/.exec(error.message)?.groups;
  if (field) {
    const message = `Field '${field.field}' doesn't exist on type '${field.type}'`;
    return {
      ...error.toJSON(),
      message,
      extensions: { code: 'undefinedField', typeName: field.type, fieldName: field.field },
    };
  }
  const code = error.message.startsWith('Unknown argument')
    ? 'argumentNotAccepted'
    : /argument .* is required/.test(error.message)
      ? 'missingRequiredArguments'
      : error.nodes?.some(({ kind }) => kind === Kind.VARIABLE)
        ? 'variableMismatch'
        : 'argumentLiteralsIncompatible';
  return { ...error.toJSON(), extensions: { code } };
}
