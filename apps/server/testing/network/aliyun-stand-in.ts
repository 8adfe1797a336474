import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

export interface AliyunStandIn {
  url: string;
  /** The messages it accepted. */
  accepted: URLSearchParams[];
  /** Error codes to answer the next messages with instead of accepting them, in order. */
  refusals: { status: number; code: string }[];
  close(): Promise<void>;
}

/**
 * Starts a stand-in for SendSms as its documentation describes it, for one key: it computes each signature from the
 * request that really arrived.
 */
export async function aliyunStandIn(keyId: string, keySecret: string): Promise<AliyunStandIn> {
  const accepted: URLSearchParams[] = [];
  const refusals: AliyunStandIn['refusals'] = [];
  const nonces = new Set<string>();
  const server = createServer((request, response) => {
    request.resume();
    const { status, code } = judge(request);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ Code: code, Message: code, RequestId: '1' }));
  });

  function judge(request: IncomingMessage): { status: number; code: string } {
    const { authorization = '' } = request.headers;
    const { id, names, signature } =
      /^ACS3-HMAC-SHA256 Credential=(?<id>[^,]+),SignedHeaders=(?<names>[^,]+),Signature=(?<signature>[\da-f]{64})$/.exec(
        authorization,
      )?.groups ?? {};
    const nonce = String(request.headers['x-acs-signature-nonce']);
    if (id !== keyId) {
      return { status: 404, code: 'InvalidAccessKeyId.NotFound' };
    }
    if (signature !== signatureOf(request, names ?? '', keySecret)) {
      return { status: 400, code: 'SignatureDoesNotMatch' };
    }
    if (nonces.has(nonce)) {
      return { status: 400, code: 'SignatureNonceUsed' };
    }
    nonces.add(nonce);
    const refusal = refusals.shift();
    if (refusal) {
      return refusal;
    }
    accepted.push(new URL(request.url ?? '/', 'http://stand-in').searchParams);
    return { status: 200, code: 'OK' };
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    accepted,
    refusals,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

function signatureOf(request: IncomingMessage, names: string, secret: string): string {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const sorted = query.split('&').sort().join('&');
  const headers = names
    .split(';')
    .map((name) => `${name}:${request.headers[name]}\n`)
    .join('');
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const canonical = `${request.method}\n${path}\n${sorted}\n${headers}\n${names}\n${request.headers['x-acs-content-sha256']}`;
  return createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${hash(canonical)}`)
    .digest('hex');
}
