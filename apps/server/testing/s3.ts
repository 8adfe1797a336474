import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Bucket } from '../src/stored-files/s3-store.ts';

/**
 * A bucket of an object store on this machine, as far as the program uses one: objects, ranges, lists in pages, uploads
 * in parts. It refuses what is signed wrongly or arrives altered, as `AWS Signature Version 4` of Amazon's "Authenticating
 * Requests" describes it, and a part of an upload that is too small, as `CompleteMultipartUpload` of its API reference does.
 */
export interface TestBucket {
  bucket: S3Bucket;
  /** The objects by key. */
  objects: Map<string, Buffer>;
  /** Uploads that were begun and neither completed nor given up. */
  uploads: Map<string, { key: string; parts: Map<number, Buffer>; begun: Date }>;
  /** Answers the next requests by this status instead; null: answers them. */
  failWith: number | null;
  close(): Promise<void>;
}

const region = 'eu-test-1';
const accessKey = 'TESTACCESSKEY';
const secretKey = 'test/secret+key';
/** The API takes larger parts only, except for the last one. */
const partBytesMin = 5 * 1024 * 1024;
const keysInPage = 3;

export async function testBucket(): Promise<TestBucket> {
  const objects = new Map<string, Buffer>();
  const written = new Map<string, Date>();
  const uploads: TestBucket['uploads'] = new Map();
  const server = createServer((request, reply) => {
    void answer(request).then(({ status, headers = {}, body = '' }) => {
      reply.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const made: TestBucket = {
    bucket: { url: `http://127.0.0.1:${port}/goods`, region, accessKey, secretKey },
    objects,
    uploads,
    failWith: null,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return made;

  interface Answer {
    status: number;
    headers?: Record<string, string | number>;
    body?: Buffer | string;
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const body = await buffer(request);
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (made.failWith !== null) {
      return { status: made.failWith, body: error('SlowDown', 'Please reduce your request rate.') };
    }
    if (!isSigned(request, url, body)) {
      return { status: 403, body: error('SignatureDoesNotMatch', 'The signature does not match.') };
    }
    const key = decodeURIComponent(url.pathname.replace(/^\/goods\/?/, ''));
    const asked = url.searchParams;
    switch (request.method) {
      case 'GET':
        return key === '' ? (asked.has('uploads') ? listUploads(asked) : list(asked)) : get(key, request);
      case 'HEAD':
        return get(key, request);
      case 'PUT':
        return asked.has('uploadId') ? putPart(asked, body) : put(key, body);
      case 'POST':
        return asked.has('uploads') ? begin(key) : complete(key, asked, body.toString());
      case 'DELETE':
        if (asked.has('uploadId')) {
          uploads.delete(asked.get('uploadId') ?? '');
        } else {
          objects.delete(key);
        }
        return { status: 204 };
      default:
        return { status: 405 };
    }
  }

  function put(key: string, body: Buffer): Answer {
    objects.set(key, body);
    written.set(key, new Date());
    return { status: 200, headers: { etag: etagOf(body) } };
  }

  function get(key: string, { headers }: IncomingMessage): Answer {
    const found = objects.get(key);
    if (!found) {
      return { status: 404, body: error('NoSuchKey', 'The specified key does not exist.') };
    }
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const body = first === undefined ? found : found.subarray(Number(first), Number(last) + 1);
    return { status: first === undefined ? 200 : 206, headers: { 'content-length': body.length }, body };
  }

  function list(asked: URLSearchParams): Answer {
    const prefix = asked.get('prefix') ?? '';
    const from = asked.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > from).sort();
    const page = keys.slice(0, keysInPage);
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${written.get(key)?.toISOString()}</LastModified>` +
        `<ETag>&quot;x&quot;</ETag><Size>${objects.get(key)?.length}</Size></Contents>`,
    );
    const next =
      keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return xml(`<ListBucketResult><Name>goods</Name>${next}${contents.join('')}</ListBucketResult>`);
  }

  function listUploads(asked: URLSearchParams): Answer {
    const rows = [...uploads]
      .filter(([, { key }]) => key.startsWith(asked.get('prefix') ?? ''))
      .map(
        ([id, { key, begun }]) =>
          `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
      );
    return xml(`<ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>`);
  }

  function begin(key: string): Answer {
    const id = randomUUID();
    uploads.set(id, { key, parts: new Map(), begun: new Date() });
    return xml(
      `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }

  function putPart(asked: URLSearchParams, body: Buffer): Answer {
    const upload = uploads.get(asked.get('uploadId') ?? '');
    if (!upload) {
      return { status: 404, body: error('NoSuchUpload', 'The upload does not exist.') };
    }
    upload.parts.set(Number(asked.get('partNumber')), body);
    return { status: 200, headers: { etag: etagOf(body) } };
  }

  function complete(key: string, asked: URLSearchParams, body: string): Answer {
    const id = asked.get('uploadId') ?? '';
    const named = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
    const parts = named.map(([, number, etag]) => {
      const part = uploads.get(id)?.parts.get(Number(number));
      return part && etagOf(part) === etag ? part : null;
    });
    if (parts.some((part, at) => part === null || (at < parts.length - 1 && part.length < partBytesMin))) {
      return xml(error('EntityTooSmall', 'A part is missing or too small.'));
    }
    uploads.delete(id);
    put(key, Buffer.concat(parts.filter((part) => part !== null)));
    return xml(`<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
  }
}

/** Computes the signature from what arrived, and compares it with the one that was sent. */
function isSigned({ method, headers }: IncomingMessage, url: URL, body: Buffer): boolean {
  const [, scope = '', signed = '', signature] =
    /Credential=TESTACCESSKEY\/([^,]+), SignedHeaders=([^,]+), Signature=([\da-f]+)/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const bodyHash = createHash('sha256').update(body).digest('hex');
  if (!scope.endsWith(`/${region}/s3/aws4_request`) || headers['x-amz-content-sha256'] !== bodyHash) {
    return false;
  }
  const search = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const canonical = [
    method,
    url.pathname,
    search,
    ...signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    bodyHash,
  ].join('\n');
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  let signingKey: Buffer | string = `AWS4${secretKey}`;
  for (const part of scope.split('/')) {
    signingKey = createHmac('sha256', signingKey).update(part).digest();
  }
  return createHmac('sha256', signingKey).update(text).digest('hex') === signature;
}

function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}

function xml(text: string): { status: number; body: string } {
  return { status: 200, body: `<?xml version="1.0" encoding="UTF-8"?>\n${text}` };
}

function error(code: string, message: string): string {
  return `<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
}
