import { type DocumentNode, Kind, parse, validate } from 'graphql';
import { faultNumber } from '../../../simulation-faults.ts';
import { type AdminContext, isoTime, type UserError, type View } from '../admin-context.ts';
import { type BulkRun, hasEnded } from '../bulk-books.ts';
import { resultsPath, stagedPath } from '../bulk-files.ts';
import { gid, numberOf } from '../gid.ts';
import { adminSchema } from '../schema.ts';
import { connection, type PageArguments } from './connection.ts';

interface StagedInput {
  resource: string;
  filename: string;
  mimeType: string;
  httpMethod: 'POST' | 'PUT';
}

/** `stagedUploadsCreate`: an address to put a file at, and the fields that must go with it (platform notes 3.5, 3.9). */
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

/** `bulkOperationRunMutation`: works a file of variables through a mutation, a line at a time (platform notes 3.9). */
export function bulkOperationRunMutation(
  {
    mutation,
    stagedUploadPath,
    clientIdentifier,
  }: { mutation: string; stagedUploadPath: string; clientIdentifier?: string | null },
  context: AdminContext,
): View {
  const { ledger, settings, now } = context;
  const refuse = (code: string, field: string[] | null, message: string) => ({
    bulkOperation: null,
    userErrors: [{ code, field, message }] satisfies UserError[],
  });
  const refused = context.faults.strike('refuse', 'bulkOperationRunMutation');
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
  const most = settings.bulk.concurrent;
  if (ledger.bulk.running().length >= most) {
    return most === 1
      ? refuse(
          'OPERATION_IN_PROGRESS',
          null,
          'A bulk mutation operation for this app and shop is already in progress.',
        )
      : refuse('LIMIT_REACHED', null, 'Bulk operations limit reached. Please try again later.');
  }
  const run: BulkRun = {
    id: ledger.newId(),
    query: mutation,
    status: 'CREATED',
    errorCode: null,
    createdAt: now,
    completedAt: null,
    done: 0,
    results: [],
    secret: crypto.randomUUID(),
  };
  ledger.bulk.runs.set(run.id, run);
  begin(run, lines, context);
  return { bulkOperation: bulkView(run, context), userErrors: [] };
}

/** Any mutation except the bulk ones, one of them only, with one connection in it at most (platform notes 3.9). */
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

/** How an operation goes wrong: by what, and after how many lines. */
interface Ending {
  status: 'COMPLETED' | 'FAILED' | 'CANCELED' | 'EXPIRED';
  after: number;
}

function begin(run: BulkRun, lines: readonly string[], context: AdminContext): void {
  const { ledger, settings, faults, text, now } = context;
  const lineMs = 1000 / settings.bulk.linesPerSecond;
  const struck = (
    [
      ['bulk-fails', 'FAILED'],
      ['bulk-cancelled', 'CANCELED'],
      ['bulk-expires', 'EXPIRED'],
    ] as const
  ).flatMap(([kind, status]): Ending[] => {
    const fault = faults.strike(kind, text);
    return fault ? [{ status, after: Math.min(lines.length, faultNumber(fault, 1)) }] : [];
  });
  const ending: Ending = struck[0] ?? { status: 'COMPLETED', after: lines.length };
  const untold = faults.strike('bulk-untold', text);
  const toldMax = untold ? faultNumber(untold, 1) : Number.POSITIVE_INFINITY;
  const order = shuffled(lines.length);
  const step = (at: number) => {
    if (run.status === 'CANCELING') {
      end(run, 'CANCELED', at);
      return;
    }
    const line = order[run.done];
    if (run.done >= ending.after || line === undefined) {
      end(run, ending.status, at);
      return;
    }
    run.status = 'RUNNING';
    const told = lineResult(run, lines[line] ?? '', line, context, at);
    run.done += 1;
    if (run.results.length < toldMax) {
      run.results.push(told);
    }
    ledger.later(at + lineMs, step);
  };
  ledger.later(now + settings.bulk.beginsAfterMs, step);
}

function end(run: BulkRun, status: Ending['status'], at: number): void {
  run.status = status;
  run.completedAt = at;
  run.errorCode = status === 'FAILED' ? 'INTERNAL_SERVER_ERROR' : null;
}

/** Lines are not processed in order (platform notes 3.9): here each ten of them backwards. */
function shuffled(count: number): number[] {
  const tens = Array.from({ length: Math.ceil(count / 10) }, (_, ten) => ten * 10);
  return tens.flatMap((from) => {
    const size = Math.min(10, count - from);
    return Array.from({ length: size }, (_, at) => from + size - 1 - at);
  });
}

function lineResult(run: BulkRun, line: string, number: number, context: AdminContext, at: number): string {
  const result = context.runLine(run.query, line, at);
  return JSON.stringify({ ...result, __lineNumber: number });
}

export function bulkOperationCancel({ id }: { id: string }, context: AdminContext): View {
  const run = runOf(id, context);
  if (!run) {
    return { bulkOperation: null, userErrors: [{ field: ['id'], message: 'Bulk operation does not exist' }] };
  }
  if (!hasEnded(run.status)) {
    run.status = 'CANCELING';
  }
  return { bulkOperation: bulkView(run, context), userErrors: [] };
}

export function bulkOperation({ id }: { id: string }, context: AdminContext): View | null {
  const run = runOf(id, context);
  return run ? bulkView(run, context) : null;
}

/** All operations of this app, by when they were made, or by when they ended. */
export function bulkOperations(
  { sortKey, ...page }: PageArguments & { sortKey?: string | null },
  context: AdminContext,
): View {
  const runs = [...context.ledger.bulk.runs.values()];
  if (sortKey === 'COMPLETED_AT') {
    runs.sort((one, other) => (one.completedAt ?? 0) - (other.completedAt ?? 0));
  }
  return connection(runs, page, (run) => bulkView(run, context));
}

/** The latest of this type; we play no bulk queries. */
export function currentBulkOperation({ type }: { type?: string | null }, context: AdminContext): View | null {
  const last = [...context.ledger.bulk.runs.values()].at(-1);
  return type === 'MUTATION' && last ? bulkView(last, context) : null;
}

function runOf(id: string, { ledger }: AdminContext): BulkRun | null {
  return ledger.bulk.runs.get(numberOf('BulkOperation', id) ?? -1) ?? null;
}

/** What an operation tells of itself; the addresses of its results are there once it has ended. */
export function bulkView(run: BulkRun, { origin }: AdminContext): View {
  const signed = `${origin}${resultsPath}/bulk-${run.id}.jsonl?Signature=${run.secret}`;
  const address = run.results.length > 0 && run.status !== 'EXPIRED' ? signed : null;
  const partial = run.status === 'FAILED' || run.status === 'CANCELED';
  return {
    __typename: 'BulkOperation',
    id: gid('BulkOperation', run.id),
    type: 'MUTATION',
    status: run.status,
    errorCode: run.errorCode,
    query: run.query,
    createdAt: isoTime(run.createdAt),
    completedAt: run.completedAt === null ? null : isoTime(run.completedAt),
    objectCount: String(run.done),
    rootObjectCount: String(run.done),
    fileSize: run.status === 'COMPLETED' ? String(run.results.join('\n').length) : null,
    url: run.status === 'COMPLETED' ? address : null,
    partialDataUrl: partial ? address : null,
  };
}
