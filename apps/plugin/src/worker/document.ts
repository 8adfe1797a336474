import { documentHosts } from '../messages.ts';

const bytesMax = 2_000_000;
const waitMs = 15_000;

/**
 * A description that a product refers to, from where its source keeps it; asked without anybody's session. Null where the
 * plugin may not ask, or nothing usable came.
 */
export async function askDocument(address: string): Promise<{ status: number; text: string } | null> {
  const url = URL.parse(address);
  if (!isAsked(url)) {
    return null;
  }
  try {
    const answer = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(waitMs) });
    // Sent on to elsewhere, it is none of theirs: the browser lets us read the console and every shop we were let into.
    if (!isAsked(URL.parse(answer.url))) {
      return null;
    }
    const body = await answer.arrayBuffer();
    return body.byteLength > bytesMax
      ? null
      : { status: answer.status, text: decoderFor(answer.headers.get('content-type')).decode(body) };
  } catch {
    return null;
  }
}

function isAsked(url: URL | null): url is URL {
  return url?.protocol === 'https:' && url.port === '' && documentHosts.test(url.hostname);
}

/** Some are GBK, and say so. */
function decoderFor(type: string | null): TextDecoder {
  const named = /charset\s*=\s*["']?([\w-]{2,20})/i.exec(type ?? '')?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8');
  } catch {
    return new TextDecoder();
  }
}
