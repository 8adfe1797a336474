import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** What became of one call of a person, with its retries. */
export interface Called {
  route: string;
  /** When it was answered, by `performance.now()`. */
  at: number;
  /** Milliseconds of the last try alone. */
  ms: number;
  /** Status of the last answer; 0 if none came. */
  status: number;
  code: string;
}

/** What became of each try. */
export interface Tries {
  refused: { ms: number; retryAfter: boolean }[];
  /** Connections that were refused, or closed before anything was sent on them: tried elsewhere at once. */
  elsewhere: number;
  /** Writes whose connection broke after they were sent: nobody knows whether they were done. */
  lost: string[];
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  /** Name in the table, without ids. */
  route: string;
  body?: object;
  token?: string;
  /** The person's own address, behind the proxy that the program trusts. */
  from: string;
}

const patienceMs = 60_000;
const pauseMs = 250;

/**
 * Calls the program as a browser does behind a proxy with several API processes: a refused connection is tried at the
 * next process, a 503 after the time that it names, and a connection that breaks is tried again when the call only
 * reads. Every answer that a person would have missed is counted.
 */
export class Client {
  readonly done: Called[] = [];
  readonly tries: Tries = { refused: [], elsewhere: 0, lost: [] };
  /** Processes that are called in turn. */
  urls: string[];
  /** Whether a 503 is tried again. */
  retriesBusy = true;
  #turn = 0;

  constructor(urls: string[]) {
    this.urls = urls;
  }

  /** Returns the answer's `data`; undefined for a failure, which is counted. */
  async call(call: Call): Promise<unknown> {
    const until = performance.now() + patienceMs;
    for (;;) {
      const url = this.urls[this.#turn++ % this.urls.length] ?? '';
      const began = performance.now();
      const answered = await send(url, call).catch((thrown: unknown) => reasonOf(thrown));
      const ms = performance.now() - began;
      if (typeof answered === 'string') {
        const reads = call.method === 'GET' || /query$|login$/.test(call.path);
        if (performance.now() < until && (answered === 'ECONNREFUSED' || reads)) {
          this.tries.elsewhere += 1;
          await sleep(pauseMs / this.urls.length);
          continue;
        }
        this.tries.lost.push(`${call.route} ${answered}`);
        this.done.push({ route: call.route, at: began + ms, ms, status: 0, code: answered });
        return undefined;
      }
      const { status, data, code, retryAfter } = answered;
      if (status === 503) {
        this.tries.refused.push({ ms, retryAfter: retryAfter > 0 });
        if (this.retriesBusy && performance.now() < until) {
          await sleep(retryAfter > 0 ? retryAfter * 1000 : pauseMs);
          continue;
        }
      }
      this.done.push({ route: call.route, at: began + ms, ms, status, code });
      return data;
    }
  }
}

interface Answered {
  status: number;
  data: unknown;
  code: string;
  retryAfter: number;
}

/** Connections stay open and are used again, as a browser's are. */
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Sends with Node's plain client: `fetch` takes so much processor time that hundreds of people would wait for this tool. */
async function send(url: string, { method, path, body, token, from }: Call): Promise<Answered> {
  const sent = request(`${url}/shop-reptile/api${path}`, {
    method,
    agent,
    headers: {
      'x-forwarded-for': from,
      ...(token !== undefined && { 'access-token': token }),
      ...(body && { 'content-type': 'application/json' }),
    },
    signal: AbortSignal.timeout(patienceMs),
  });
  sent.end(body && JSON.stringify(body));
  const [response]: IncomingMessage[] = await once(sent, 'response');
  const parts: Buffer[] = [];
  for await (const part of response ?? []) {
    parts.push(part);
  }
  const answer: { data?: unknown; code?: string } = JSON.parse(Buffer.concat(parts).toString());
  return {
    status: response?.statusCode ?? 0,
    data: answer.data,
    code: answer.code ?? '',
    retryAfter: Number(response?.headers['retry-after'] ?? 0),
  };
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown);
}
