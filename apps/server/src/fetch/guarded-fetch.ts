import { AppError } from '@bowerbird/contract/errors';
import { watchBody } from '@bowerbird/platforms/net/body';
import { type Gate, gateIn, halved } from '@bowerbird/platforms/net/gated';
import { userAgent as ourName } from '@bowerbird/platforms/net/http';
import { keepPacked, wantsPacked } from '@bowerbird/platforms/net/packed';
import { Agent, buildConnector, fetch as undiciFetch } from 'undici';
import { type Guard, type GuardOptions, guard } from './guard.ts';
import { OneSend } from './one-send.ts';
import { nextHop } from './redirect.ts';
import { failureOf } from './transport-failure.ts';
import { WireBytes } from './wire-bytes.ts';

const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 60_000;
/**
 * Idle time after which a connection is not used again, whatever its server promises (`docs/listing-protocol.md`, Rules
 * of time).
 */
const idleMaxMs = 5000;
const reads: ReadonlySet<string> = new Set(['GET', 'HEAD']);

export interface GuardedFetchOptions extends GuardOptions {
  /** Sent unless the caller gives another; default: the name by which robots.txt files know us. */
  userAgent?: string;
  /** How long connecting may take, and how long a response may be silent. */
  timeouts?: { connectMs?: number; silenceMs?: number };
}

export interface GuardedFetch {
  (...requested: Parameters<typeof fetch>): Promise<Response>;
  /** Closes all connections; running calls fail. */
  close(): Promise<void>;
}

/**
 * Creates a `fetch` that can't be led to a private address: each connection goes to an address that was checked for
 * this very connection, which covers a name that changes its addresses, and redirects. Reads follow up to five
 * redirects; a write returns its redirect as the response. One request is one try, and a write with a gate
 * (`GatedInit`) is sent through it; a body can be left packed (`PackedInit`). Fails with an `AppError` (`address.*`, `source.timeout`), with what the gate threw,
 * or with the signal's own reason.
 */
export function guardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const agent = new Agent({
    connect: guardedConnector(guard(options), options.timeouts?.connectMs ?? connectTimeoutMs),
    headersTimeout: options.timeouts?.silenceMs ?? silenceTimeoutMs,
    bodyTimeout: options.timeouts?.silenceMs ?? silenceTimeoutMs,
    keepAliveMaxTimeout: idleMaxMs,
    // HTTP/2 shares a connection among many requests, and resends what its server refused: there, a write has no single
    // moment at which it is sent.
    allowH2: false,
  });

  const guarded = async (input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> => {
    const request = new Request(addressOf(input), { ...plain(input), ...init, redirect: 'manual' });
    if (!request.headers.has('user-agent')) {
      request.headers.set('user-agent', options.userAgent ?? ourName);
    }
    const mode = init.redirect ?? (input instanceof Request ? input.redirect : 'follow');
    // biome-ignore lint/plugin: what we send ourselves
    const body = request.body === null ? null : await request.arrayBuffer();
    let hop = { url: new URL(request.url), method: request.method, headers: request.headers };
    for (let hops = 0; ; hops += 1) {
      const answer = await send(hop, body, request.signal, gateIn(init), wantsPacked(init));
      const next = nextHop(hop, answer, mode, hops);
      if (next === null) {
        return answer;
      }
      await answer.body?.cancel();
      hop = next;
    }
  };
  return Object.assign(guarded, { close: () => agent.destroy() });

  async function send(
    hop: { url: URL; method: string; headers: Headers },
    body: ArrayBuffer | null,
    signal: AbortSignal,
    gate: Gate | undefined,
    isPacked: boolean,
  ) {
    const one = reads.has(hop.method) && !gate ? null : new OneSend(body, gate);
    const wire = new WireBytes(isPacked);
    try {
      const got = await undiciFetch(hop.url, {
        method: hop.method,
        headers: [...hop.headers],
        body,
        signal,
        redirect: 'manual',
        dispatcher: one ? agent.compose(one.through, wire.through) : agent.compose(wire.through),
      });
      // The same class as the built-in one, from another copy of the library: only the declared types differ.
      const answer = got as unknown as Response;
      watchBody(answer, { received: () => wire.received });
      if (isPacked) {
        keepPacked(answer, wire.codings);
      }
      if (one && gate?.at) {
        await one.settled();
        await gate.at('answer.headers');
        return halved(answer, gate.at);
      }
      return answer;
    } catch (thrown) {
      if (one?.shut) {
        throw one.shut.because;
      }
      throw signal.aborted ? signal.reason : failureOf(thrown, hop.url.hostname);
    }
  }
}

function guardedConnector(check: Guard, timeout: number): buildConnector.connector {
  return (options, callback) => {
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
    check(options.hostname, port).then(
      (addresses) => {
        // The only addresses this connection can go to, whatever the name resolves to by then.
        const connect = buildConnector({
          timeout,
          allowH2: false,
          lookup: (_host, request, found) => {
            const [first] = addresses;
            if (request.all || !first) {
              found(null, addresses);
            } else {
              found(null, first.address, first.family);
            }
          },
        } as buildConnector.BuildOptions);
        connect(options, callback);
      },
      (thrown: unknown) => callback(AppError.from(thrown), null),
    );
  };
}

/**
 * Returns the address of a call: http and https only, and no name or password in the address, which would end up in
 * logs.
 */
function addressOf(input: Parameters<typeof fetch>[0]): URL {
  const text = input instanceof Request ? input.url : String(input);
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new AppError(
      'address.invalid',
      url ? `${url.protocol} at ${url.hostname} is not fetched` : 'not an address',
    );
  }
  return url;
}

function plain(input: Parameters<typeof fetch>[0]): RequestInit {
  if (!(input instanceof Request)) {
    return {};
  }
  const { method, headers, body, signal } = input;
  return { method, headers, signal, ...(body && { body, duplex: 'half' }) };
}
