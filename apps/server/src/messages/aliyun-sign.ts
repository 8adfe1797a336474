import { createHash, createHmac } from 'node:crypto';

export interface AliyunCall {
  host: string;
  action: string;
  version: string;
  params: Record<string, string>;
  keyId: string;
  keySecret: string;
  /** `2026-01-31T08:00:00Z`, in whole seconds. */
  date: string;
  nonce: string;
}

export interface SignedCall {
  /** The query as it was signed: sorted and encoded. */
  query: string;
  headers: Record<string, string>;
}

const algorithm = 'ACS3-HMAC-SHA256';

/**
 * Signs a call without a body to one of Alibaba Cloud's RPC services, "Request syntax and signature method V3":
 * alibabacloud.com/help/en/sdk/product-overview/v3-request-structure-and-signature
 */
export function signAliyun(call: AliyunCall): SignedCall {
  const query = canonicalQuery(call.params);
  const headers: Record<string, string> = {
    host: call.host,
    'x-acs-action': call.action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': call.date,
    'x-acs-signature-nonce': call.nonce,
    'x-acs-version': call.version,
  };
  const names = Object.keys(headers).sort();
  const canonical = [
    'POST',
    '/',
    query,
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    sha256(''),
  ].join('\n');
  const signature = createHmac('sha256', call.keySecret)
    .update(`${algorithm}\n${sha256(canonical)}`)
    .digest('hex');
  return {
    query,
    headers: {
      ...headers,
      authorization: `${algorithm} Credential=${call.keyId},SignedHeaders=${names.join(';')},Signature=${signature}`,
    },
  };
}

function canonicalQuery(params: Record<string, string>): string {
  return Object.keys(params)
    .sort()
    .map((name) => `${encode(name)}=${encode(params[name] ?? '')}`)
    .join('&');
}

/** Encodes according to RFC 3986: also what `encodeURIComponent` leaves, except the unreserved characters. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
