import type { Json } from '../../../context.ts';
import type { BulkKind } from '../../../listing/bulk.ts';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import type { ToUpdate } from '../../../listing/writes.ts';
import { createVariables, updateVariables } from '../write/write.ts';
import { putStagedFile } from './staged-file.ts';

/** Uploads were seen cut off at 20 MB (`readme.md`, Bulk operations). */
const bytesMax = 18 * 1024 * 1024;

/**
 * Uploads a file of variables to where the store reads it, one line an item, with as many of the first items as fit.
 */
export async function upload(
  kind: BulkKind,
  items: readonly ToUpdate[],
  store: StoreAccess,
  context: ListerContext,
): Promise<{ file: string; lines: number }> {
  const { content, lines } = await written(kind, items, store);
  if (lines === 0) {
    return { file: '', lines };
  }
  const { key } = await putStagedFile(
    { resource: 'BULK_MUTATION_VARIABLES', filename: 'bowerbird.jsonl', mimeType: 'text/jsonl' },
    content,
    store,
    context,
  );
  return { file: key, lines };
}

/** Encodes each line to bytes, so that the whole is never in memory twice. */
async function written(
  kind: BulkKind,
  items: readonly ToUpdate[],
  store: StoreAccess,
): Promise<{ content: Uint8Array<ArrayBuffer>[]; lines: number }> {
  const encoder = new TextEncoder();
  const content: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (const item of items) {
    const variables = await variablesOf(kind, item, store);
    if (variables === null) {
      break;
    }
    const line = encoder.encode(`${JSON.stringify(variables)}\n`);
    bytes += line.byteLength;
    if (bytes > bytesMax) {
      break;
    }
    content.push(line);
  }
  return { content, lines: content.length };
}

/** Returns null for what cannot be sent this way: publishing products without the permission to. */
async function variablesOf(kind: BulkKind, item: ToUpdate, store: StoreAccess): Promise<Json | null> {
  switch (kind) {
    case 'create':
      return await createVariables(item, store);
    case 'update':
      return await updateVariables(item, store);
    case 'publish': {
      const { publicationId } = store.prepared;
      return typeof publicationId === 'string'
        ? { id: item.storeProductId, input: [{ publicationId }] }
        : null;
    }
  }
}
