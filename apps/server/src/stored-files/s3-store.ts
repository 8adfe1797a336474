import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError } from '@bowerbird/contract/errors';
import { AwsClient } from 'aws4fetch';
import { CannotStart } from '../config/cannot-start.ts';
import type { FileStore, FoundFile } from './file-store.ts';
import { readAnswer, refused, unreachable } from './s3-answers.ts';

/** A bucket of an object store with the S3 API, and the account that may use it. */
export interface S3Bucket {
  /** The bucket's own address: `https://s3.eu-central-1.amazonaws.com/shop-files`, or `https://shop-files.oss-cn-hangzhou.aliyuncs.com`. */
  url: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/**
 * Bytes of a part. A larger file is sent in parts, each of which is held in memory; the API takes 10,000 parts, so a
 * file may have 160 GB.
 */
export const partBytes = 16 * 1024 * 1024;
/** How long the answer to one request may take, in milliseconds. */
const patienceMs = 120_000;
/** The client repeats what was answered 429 or 5xx, with growing waits: some seconds together. */
const retries = 5;

/** Stores files in a bucket, each under its key. */
export function s3Store({ url, region, accessKey, secretKey }: S3Bucket): FileStore {
  const base = url.replace(/(?<!\/)\/+$/, '');
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    retries,
  });

  /** Sends a request; the bytes are signed, so that the store refuses what arrives altered. */
  async function send(
    method: string,
    path: string,
    { body, headers }: { body?: Buffer; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`no answer within ${patienceMs} ms`)), patienceMs);
    try {
      return await client.fetch(`${base}/${path}`, {
        method,
        signal: late.signal,
        headers: {
          ...headers,
          'x-amz-content-sha256': createHash('sha256')
            .update(body ?? '')
            .digest('hex'),
        },
        ...(body && { body: new Uint8Array(body) }),
      });
    } catch (thrown) {
      throw unreachable(`${method} ${path}: ${reasonOf(thrown)}`, thrown);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends a request whose only good answers are those of 2xx; returns the answer. */
  async function sent(method: string, path: string, body?: Buffer): Promise<Response> {
    const answer = await send(method, path, body && { body });
    if (!answer.ok) {
      throw await refused(answer, `${method} ${path}`);
    }
    return answer;
  }

  async function put(key: string, bytes: Buffer): Promise<void> {
    const answer = await sent('PUT', key, bytes);
    await answer.body?.cancel();
  }

  /** Sends a file in parts. What was sent is given up unless all of it arrived. */
  async function putInParts(key: string, path: string): Promise<void> {
    const { leaves } = await readAnswer(await sent('POST', `${key}?uploads=`), '');
    const upload = `uploadId=${encodeURIComponent(leaves.UploadId ?? '')}`;
    try {
      const parts: string[] = [];
      for await (const part of partsOf(path)) {
        const answer = await sent('PUT', `${key}?partNumber=${parts.length + 1}&${upload}`, part);
        await answer.body?.cancel();
        parts.push(
          `<Part><PartNumber>${parts.length + 1}</PartNumber><ETag>${answer.headers.get('etag')}</ETag></Part>`,
        );
      }
      const whole = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      const end = await readAnswer(await sent('POST', `${key}?${upload}`, Buffer.from(whole)), '');
      // The API may answer 200 and say in the answer that it failed.
      if (end.leaves.Code !== undefined) {
        throw unreachable(`${key} was not put together (${end.leaves.Code}: ${end.leaves.Message ?? ''})`);
      }
    } catch (thrown) {
      await send('DELETE', `${key}?${upload}`).then(
        (answer) => answer.body?.cancel(),
        () => undefined,
      );
      throw thrown;
    }
  }

  return {
    put,
    async take(key, path) {
      const file = await open(path);
      const { size } = await file.stat();
      const bytes = size <= partBytes ? await file.readFile() : null;
      await file.close();
      await (bytes ? put(key, bytes) : putInParts(key, path));
      await rm(path, { force: true });
    },
    async open(key, range) {
      const answer = await send('GET', key, {
        ...(range && { headers: { range: `bytes=${range.first}-${range.last}` } }),
      });
      if (answer.status === 404) {
        await answer.body?.cancel();
        return null;
      }
      if (!answer.ok || !answer.body || (range && answer.status !== 206)) {
        throw await refused(answer, `GET ${key}`);
      }
      return {
        bytes: Number(answer.headers.get('content-length')),
        stream: Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]),
      };
    },
    async sizeOf(key) {
      const answer = await send('HEAD', key);
      if (answer.status === 404) {
        return null;
      }
      if (!answer.ok) {
        throw unreachable(`HEAD ${key} was answered ${answer.status}`);
      }
      return Number(answer.headers.get('content-length'));
    },
    async remove(key) {
      const answer = await send('DELETE', key);
      if (!answer.ok && answer.status !== 404) {
        throw await refused(answer, `DELETE ${key}`);
      }
      await answer.body?.cancel();
    },
    async *list(kind, prefix = `${kind}/`) {
      const within = `?list-type=2&prefix=${encodeURIComponent(prefix)}`;
      let from = '';
      do {
        const page = await readAnswer(await sent('GET', `${within}${from}`), 'Contents');
        const found = page.items.map(
          ({ Key = '', Size, LastModified = '' }): FoundFile => ({
            key: Key,
            bytes: Number(Size),
            writtenAt: Date.parse(LastModified),
          }),
        );
        if (found.length > 0) {
          yield found;
        }
        const { NextContinuationToken: next } = page.leaves;
        from = next === undefined ? '' : `&continuation-token=${encodeURIComponent(next)}`;
      } while (from !== '');
    },
    async removeUnfinished(kind, before) {
      const answer = await send('GET', `?uploads=&prefix=${kind}%2F`);
      if (!answer.ok) {
        // Some stores cannot list them; a rule of the bucket then removes what is unfinished.
        await answer.body?.cancel();
        return;
      }
      const { items } = await readAnswer(answer, 'Upload');
      for (const { Key = '', UploadId = '', Initiated = '' } of items) {
        if (Date.parse(Initiated) < before) {
          const gone = await send('DELETE', `${Key}?uploadId=${encodeURIComponent(UploadId)}`);
          await gone.body?.cancel();
        }
      }
    },
    async check() {
      const key = `avatars/check-${randomUUID()}`;
      const bytes = Buffer.from('Bowerbird checks that files can be stored here.');
      try {
        await put(key, bytes);
        const found = await this.sizeOf(key);
        await this.remove(key);
        if (found !== bytes.length) {
          throw unreachable(`${key} was stored with ${bytes.length} bytes and has ${found}`);
        }
      } catch (thrown) {
        throw new CannotStart(
          `Files cannot be stored at ${base}: ${AppError.from(thrown).message}. ` +
            'Look at BOWERBIRD_S3_URL, its region, its keys, and what they are allowed to do (PutObject, GetObject, DeleteObject, ListBucket).',
        );
      }
    },
  };
}

/** Yields a file in parts of `partBytes`, the last one smaller. */
async function* partsOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    for (let at = 0; ; ) {
      const part = Buffer.alloc(partBytes);
      let filled = 0;
      while (filled < partBytes) {
        const { bytesRead } = await file.read(part, filled, partBytes - filled, at + filled);
        if (bytesRead === 0) {
          break;
        }
        filled += bytesRead;
      }
      if (filled === 0) {
        return;
      }
      yield part.subarray(0, filled);
      at += filled;
    }
  } finally {
    await file.close();
  }
}

function reasonOf(thrown: unknown): string {
  const reasons: string[] = [];
  for (let each: unknown = thrown; each instanceof Error && reasons.length < 3; each = each.cause) {
    reasons.push(each.message);
  }
  return reasons.join(': ') || String(thrown);
}
