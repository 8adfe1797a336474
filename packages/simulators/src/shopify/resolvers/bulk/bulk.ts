import { type DocumentNode, Kind, parse, validate } from 'graphql';
import type { AdminContext, UserError, View } from '../../admin/admin-context.ts';
import { stagedPath } from '../../bulk/bulk-files.ts';
import { adminSchema } from '../../schema.ts';
import { bulkView } from './bulk-view.ts';
import { type BulkWork, begin, noPlaceFor } from './bulk-work.ts';

interface StagedInput {
  resource: string;
  filename: string;
  mimeType: string;
  httpMethod: 'POST' | 'PUT';
}

/**
 * Simulates `stagedUploadsCreate`: returns an address to upload a file to, and the fields that must be sent with it
 * (`shopify/readme.md`, Images; Bulk operations).
 */
export function stagedUploadsCreate({ input }: { input: StagedInput[] }, context: AdminContext): View {
  const { ledger, origin } = context;
  const targets = input.map(({ resource, filename, mimeType }) => {
    const key = `tmp/${ledger.newId()}/${resource.toLowerCase()}/${crypto.randomUUID()}/${filename}`;
    ledger.bulk.staged.set(key, null);
    const parameters = { 'Content-Type': mimeType, success_action_status: '201', acl: 'private', key };
    const signed = {
      ...parameters,
      policy: btoa(JSON.stringify(parameters)),
      'x-goog-signature': 'practice',
    };
    return {
      url: `${origin}${stagedPath}`,
      resourceUrl: `${origin}${stagedPath}/${key}`,
      parameters: Object.entries(signed).map(([name, value]) => ({ name, value })),
    };
  });
  return { stagedTargets: targets, userErrors: [] };
}

/**
 * Simulates `bulkOperationRunMutation`: applies a mutation to a file of variables, a line at a time
 * (`shopify/readme.md`, Bulk operations).
 */
export function bulkOperationRunMutation(
  {
    mutation,
    stagedUploadPath,
    clientIdentifier,
  }: { mutation: string; stagedUploadPath: string; clientIdentifier?: string | null },
  context: AdminContext,
): View {
  const { ledger } = context;
  const refuse = (code: string, field: string[] | null, message: string) => ({
    bulkOperation: null,
    userErrors: [{ code, field, message }] satisfies UserError[],
  });
  const refused = context.faults.injectFault('refuse', 'bulkOperationRunMutation');
  if (refused) {
    return refuse(String(refused.value ?? 'INTERNAL_FILE_SERVER_ERROR'), null, 'Refused');
  }
  if (clientIdentifier && (clientIdentifier.length < 10 || clientIdentifier.length > 255)) {
    return refuse('INVALID_MUTATION', ['clientIdentifier'], 'Client identifier must be 10 to 255 characters');
  }
  const wrong = mutationFault(mutation);
  if (wrong !== null) {
    return refuse('INVALID_MUTATION', ['mutation'], wrong);
  }
  const content = ledger.bulk.staged.get(stagedUploadPath) ?? null;
  if (content === null) {
    return refuse('NO_SUCH_FILE', ['stagedUploadPath'], 'The JSONL file could not be found.');
  }
  const lines = content.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) {
    return refuse('INVALID_STAGED_UPLOAD_FILE', ['stagedUploadPath'], 'The JSONL file is empty.');
  }
  const busy = noPlaceFor('MUTATION', context);
  if (busy) {
    return { bulkOperation: null, userErrors: [busy] };
  }
  const run = begin('MUTATION', mutation, linesWork(mutation, lines, context), context);
  return { bulkOperation: bulkView(run, context), userErrors: [] };
}

/** Processes the lines one by one, in the order in which a store takes them. */
function linesWork(mutation: string, lines: readonly string[], context: AdminContext): BulkWork {
  const order = shuffled(lines.length);
  return {
    itemsPerSecond: context.settings.bulk.linesPerSecond,
    next(at) {
      const line = order.shift();
      return line === undefined
        ? { kind: 'nothing-left' }
        : { kind: 'done', results: [lineResult(mutation, lines[line] ?? '', line, context, at)] };
    },
  };
}

/**
 * Returns why a mutation is not allowed: bulk mutations are not, and a document may have only one mutation, with at
 * most one connection in it (`shopify/readme.md`, Bulk operations).
 */
function mutationFault(text: string): string | null {
  let document: DocumentNode;
  try {
    document = parse(text);
  } catch (error) {
    return error instanceof Error ? error.message : 'Parse error';
  }
  const [first] = validate(adminSchema, document);
  if (first) {
    return first.message;
  }
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  if (operations.length !== 1 || operation?.kind !== Kind.OPERATION_DEFINITION) {
    return 'Exactly one operation is allowed.';
  }
  const [field, other] = operation.selectionSet.selections;
  if (operation.operation !== 'mutation' || other || field?.kind !== Kind.FIELD) {
    return 'A bulk mutation must hold one mutation field.';
  }
  return /^bulk/.test(field.name.value) ? 'Bulk operations cannot be nested.' : null;
}

/** Lines are not processed in order (`shopify/readme.md`, Bulk operations): here each ten of them in reverse. */
function shuffled(count: number): number[] {
  const tens = Array.from({ length: Math.ceil(count / 10) }, (_, ten) => ten * 10);
  return tens.flatMap((from) => {
    const size = Math.min(10, count - from);
    return Array.from({ length: size }, (_, at) => from + size - 1 - at);
  });
}

function lineResult(
  mutation: string,
  line: string,
  number: number,
  context: AdminContext,
  at: number,
): string {
  const result = context.runLine(mutation, line, at);
  return JSON.stringify({ ...result, __lineNumber: number });
}
