import { type DocumentNode, type FieldNode, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { z } from 'zod';
import type { AdminContext, AnswerBody, UserError, View } from '../../admin/admin-context.ts';
import { readBulkQuery, type SoundQuery } from './bulk-query-rules.ts';
import { bulkView } from './bulk-view.ts';
import { type BulkWork, begin, noPlaceFor, type WorkStep } from './bulk-work.ts';

/** Number of objects read at one moment; the store may change between two parts. */
const partSize = 100;

/**
 * Simulates `bulkOperationRunQuery`: reads all of a connection into a file of one line an object, part by part as time
 * passes, so that what changes meanwhile may appear in either state (`shopify/readme.md`, Bulk operations). Grouping
 * changes nothing where no connection is inside another.
 */
export function bulkOperationRunQuery({ query }: { query: string }, context: AdminContext): View {
  const refuse = (...userErrors: UserError[]) => ({ bulkOperation: null, userErrors });
  const refused = context.faults.injectFault('refuse', 'bulkOperationRunQuery');
  if (refused) {
    return refuse({ code: String(refused.value ?? 'INVALID'), field: null, message: 'Refused' });
  }
  const sound = readBulkQuery(query);
  if (typeof sound === 'string') {
    return refuse({ code: 'INVALID', field: ['query'], message: sound });
  }
  const busy = noPlaceFor('QUERY', context);
  if (busy) {
    return refuse(busy);
  }
  const run = begin('QUERY', query, readingWork(sound, context), context);
  return { bulkOperation: bulkView(run, context), userErrors: [] };
}

function readingWork(sound: SoundQuery, context: AdminContext): BulkWork {
  const document = inParts(sound);
  const name = sound.connection.alias?.value ?? sound.connection.name.value;
  let after: string | null = null;
  let isRead = false;
  return {
    itemsPerSecond: context.settings.bulkQueryObjectsPerSecond,
    next(at, max): WorkStep {
      if (isRead) {
        return { kind: 'nothing-left' };
      }
      const answer = context.runRead(document, { first: Math.min(partSize, max), after }, at);
      const part = Part.safeParse(answer.data).data?.[name];
      if (!part) {
        return { kind: 'failed', errorCode: errorCodeOf(answer) };
      }
      after = part.pageInfo.endCursor;
      isRead = !part.pageInfo.hasNextPage;
      return { kind: 'done', results: part.edges.map(({ node }) => JSON.stringify(node)) };
    },
  };
}

const Part = z.record(
  z.string(),
  z.object({
    edges: z.array(z.object({ node: z.unknown() })),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
);

function errorCodeOf({ errors }: AnswerBody): 'ACCESS_DENIED' | 'INTERNAL_SERVER_ERROR' {
  const Denied = z.array(z.looseObject({ extensions: z.looseObject({ code: z.literal('ACCESS_DENIED') }) }));
  return Denied.safeParse(errors).success ? 'ACCESS_DENIED' : 'INTERNAL_SERVER_ERROR';
}

/** Returns the same query, by pages: its own paging arguments are optional and ignored, as in a real bulk query. */
function inParts({ document, operation, connection }: SoundQuery): DocumentNode {
  const pages = pagedField();
  const own = (connection.arguments ?? []).filter(
    ({ name }) => !['first', 'last', 'after', 'before'].includes(name.value),
  );
  const field: FieldNode = {
    ...connection,
    arguments: [...own, ...(pages.field.arguments ?? [])],
    selectionSet: {
      kind: Kind.SELECTION_SET,
      selections: [
        ...(connection.selectionSet?.selections ?? []),
        ...(pages.field.selectionSet?.selections ?? []),
      ],
    },
  };
  const paged: OperationDefinitionNode = {
    ...operation,
    variableDefinitions: pages.operation.variableDefinitions ?? [],
    selectionSet: { kind: Kind.SELECTION_SET, selections: [field] },
  };
  return {
    ...document,
    definitions: document.definitions.map((definition) => (definition === operation ? paged : definition)),
  };
}

/** Returns the parts of a query that page. */
function pagedField(): { operation: OperationDefinitionNode; field: FieldNode } {
  const { definitions } = parse(
    'query Paged($first: Int, $after: String) { any(first: $first, after: $after) { pageInfo { hasNextPage endCursor } } }',
  );
  const [operation] = definitions;
  const field = operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections[0] : null;
  if (operation?.kind !== Kind.OPERATION_DEFINITION || field?.kind !== Kind.FIELD) {
    throw new Error('a template that is none');
  }
  return { operation, field };
}
