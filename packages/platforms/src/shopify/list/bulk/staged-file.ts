import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import { originOf } from '../../../listing/store/client.ts';
import { readData } from '../client.ts';
import { stageUpload } from '../operations.ts';
import { understood } from '../understood.ts';

const uploadMs = 120_000;

const Staged = z.object({
  stagedTargets: z
    .array(
      z.object({
        url: z.string(),
        resourceUrl: z.string(),
        parameters: z.array(z.object({ name: z.string(), value: z.string() })),
      }),
    )
    .nullish(),
});

/** What a file is uploaded for, as `stagedUploadsCreate` expects it (`readme.md`, Images). */
export interface StagedFile {
  resource: 'BULK_MUTATION_VARIABLES' | 'IMAGE';
  filename: string;
  mimeType: string;
}

/**
 * Uploads a file to where the store reads it. Returns its `key`, by which a bulk operation names it, and its `address`,
 * which is the `originalSource` of an image. Throws a named error when no upload target is returned or the file is not
 * accepted.
 */
export async function putStagedFile(
  file: StagedFile,
  content: Uint8Array<ArrayBuffer>[],
  store: StoreAccess,
  context: ListerContext,
): Promise<{ key: string; address: string }> {
  const input = [{ ...file, httpMethod: 'POST' }];
  const data = await readData(stageUpload, { input }, 11, store, context);
  const [target] = understood(Staged, data.stagedUploadsCreate).stagedTargets ?? [];
  const key = target?.parameters.find(({ name }) => name === 'key')?.value;
  if (!target || key === undefined) {
    throw new AppError('store.unwell', 'no place for an upload was given');
  }
  const form = new FormData();
  for (const { name, value } of target.parameters) {
    form.append(name, value);
  }
  // The file must be the last field: fields after it are not read.
  form.append('file', new Blob(content, { type: file.mimeType }), file.filename);
  await post(form, target.url, store, context);
  return { key, address: target.resourceUrl };
}

async function post(form: FormData, url: string, store: StoreAccess, context: ListerContext): Promise<void> {
  const address = fileAddress(url, store);
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(uploadMs)]);
  let status: number;
  try {
    const answer = await context.fetch(address, { method: 'POST', body: form, redirect: 'manual', signal });
    ({ status } = answer);
    await answer.body?.cancel();
  } catch (thrown) {
    context.signal.throwIfAborted();
    throw thrown instanceof AppError ? thrown : new AppError('store.unreachable', 'an upload was broken off');
  }
  if (status < 200 || status > 299) {
    throw new AppError('store.unwell', `an upload was answered with HTTP ${status}`);
  }
}

/**
 * Returns a file's address as the store returned it: never unencrypted, except for a shop simulated on this machine.
 */
export function fileAddress(url: string, store: StoreAccess): URL {
  const address = URL.parse(url);
  if (!address || (address.protocol !== 'https:' && address.origin !== originOf(store.domain))) {
    throw new AppError('store.unwell', 'an address of a file that is none');
  }
  return address;
}
