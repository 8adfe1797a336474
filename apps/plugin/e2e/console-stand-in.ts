import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiBase } from '@bowerbird/contract/route';

/** One received call. */
export interface Heard {
  path: string;
  token: string | undefined;
  body: { id?: string; code?: string; url?: string; products?: { title: string }[] };
}

export interface Said {
  status: number;
  body: object | string;
  headers?: Record<string, string>;
}

/**
 * A console that responds as the test defines, for what a real one does not do on request: being down, full, or slow.
 */
export interface ConsoleStandIn {
  origin: string;
  heard: Heard[];
  /** Sets the response to a path; null: the response of a healthy console. */
  answer(path: string, said: ((heard: Heard) => Said | 'cut') | null): void;
  /** Pages of shops that it serves, too, by path. */
  pages: Map<string, string>;
  /** Paths of pages that never respond. */
  unanswered: Set<string>;
  close(): Promise<void>;
}

export function refusal(status: number, code: string, headers: Record<string, string> = {}): Said {
  return { status, headers, body: { code, message: '', params: {} } };
}

export async function standInConsole(port = 0): Promise<ConsoleStandIn> {
  const heard: Heard[] = [];
  const pages = new Map<string, string>();
  const unanswered = new Set<string>();
  const answers = new Map<string, (heard: Heard) => Said | 'cut'>();
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.address() as AddressInfo;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://console').pathname;
    if (unanswered.has(path)) {
      return;
    }
    if (!path.startsWith(apiBase)) {
      response.setHeader('content-type', 'text/html');
      response.end(pages.get(path) ?? '<!doctype html><title>Console</title>');
      return;
    }
    const token = request.headers['access-token'];
    const call: Heard = {
      path: path.slice(apiBase.length),
      token: typeof token === 'string' ? token : undefined,
      body: JSON.parse((await textOf(request)) || '{}'),
    };
    heard.push(call);
    const said = (answers.get(call.path) ?? well)(call);
    if (said === 'cut') {
      request.socket.destroy();
      return;
    }
    const isJson = typeof said.body === 'object';
    response.writeHead(said.status, {
      'content-type': isJson ? 'application/json' : 'text/html',
      ...said.headers,
    });
    response.end(isJson ? JSON.stringify(said.body) : said.body);
  }

  return {
    origin: `http://127.0.0.1:${taken}`,
    heard,
    pages,
    unanswered,
    answer: (path, said) => {
      if (said === null) {
        answers.delete(path);
      } else {
        answers.set(path, said);
      }
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function well({ path, body }: Heard): Said {
  switch (path) {
    case '/plugin/pair':
      return body.code === 'ABCD2345'
        ? {
            status: 201,
            body: {
              data: {
                token: 'bbp_of_this_browser',
                person: '林晓',
                personId: '01980000-0000-7000-8000-000000000001',
              },
            },
          }
        : refusal(422, 'token.pairing-code-wrong');
    case '/plugin/collect':
      return {
        status: 200,
        body: {
          data: {
            state: 'taken',
            runId: '01980000-0000-7000-8000-000000000000',
            added: body.products?.length ?? 0,
            changed: 0,
            unchanged: 0,
            collectedIds: [],
          },
        },
      };
    case '/plugin/known':
      return { status: 200, body: { data: { known: [] } } };
    case '/plugin/unread':
      return { status: 200, body: { data: { kept: true } } };
    default:
      return refusal(404, 'route.not-found');
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks).toString('utf8');
}
