import { AppError } from '@bowerbird/contract/errors';

const redirectsMax = 5;
const redirects = new Set([301, 302, 303, 307, 308]);
/** Headers that may be sent along to another origin; a token under any name is left out. */
const harmless = ['accept', 'accept-encoding', 'accept-language', 'user-agent'];

export interface Hop {
  url: URL;
  method: string;
  headers: Headers;
}

/** Returns where a response redirects; null if the response goes to the caller. */
export function nextHop(from: Hop, answer: Response, mode: RequestRedirect, hops: number): Hop | null {
  const location = redirects.has(answer.status) ? answer.headers.get('location') : null;
  const reads = from.method === 'GET' || from.method === 'HEAD';
  if (location === null || mode === 'manual' || !reads) {
    return null;
  }
  const { hostname: host } = from.url;
  if (mode === 'error' || hops >= redirectsMax) {
    throw new AppError(
      'address.unreachable',
      `${host} redirects ${hops >= redirectsMax ? 'too often' : ''}`,
      { params: { host } },
    );
  }
  const url = URL.parse(location, from.url);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new AppError('address.invalid', `${host} redirects to an address that is not fetched`, {
      params: { host },
    });
  }
  return {
    url,
    method: from.method,
    headers: url.origin === from.url.origin ? from.headers : withoutSecrets(from.headers),
  };
}

function withoutSecrets(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => harmless.includes(name)));
}
