import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A supplier's server on this machine: each path has its answer, which a test may exchange. */
export async function feedServer() {
  const answers = new Map<string, Answer>();
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    const path = new URL(request.url ?? '/', 'http://any').pathname;
    const answer = answers.get(path);
    if (answer) {
      answer(request, response);
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return {
    host,
    seen,
    address: (path: string) => `http://${host}${path}`,
    set: (path: string, answer: Answer) => void answers.set(path, answer),
    /** Answers with a file as most servers do: with its ETag, and 304 to who has it. */
    file: (path: string, text: string, etag: string) =>
      void answers.set(path, (request, response) => {
        if (request.headers['if-none-match'] === etag) {
          response.writeHead(304).end();
        } else {
          response.writeHead(200, { etag, 'content-length': Buffer.byteLength(text) }).end(text);
        }
      }),
  };
}
