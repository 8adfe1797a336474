/**
 * Answers the frame's calls on loopback, so that the console can be looked at without a database:
 * `node apps/console/dev/fake-server.ts 8010`. Any name signs in with the password "bower".
 */

import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { apiBase } from '@bowerbird/contract/route';
import { fakeNavigation, fakePlatforms, fakeProducts, fakeRuns, fakeUser } from './fake-data.ts';

const port = Number(process.argv[2] ?? 8010);

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req-fake-1' });
  response.end(JSON.stringify(body));
}

const refusal = (code: string, message: string, isLogin: boolean) => ({
  code,
  message,
  params: {},
  result: { isLogin },
});

const answers: Record<string, () => unknown> = {
  'GET /user/get-user': () => fakeUser,
  'GET /user/nav': () => fakeNavigation,
  'POST /auth/logout': () => ({ signedOut: true }),
  'GET /platforms': () => fakePlatforms,
  'GET /runs/current': () => fakeRuns(),
  'POST /products/query': () => ({
    items: fakeProducts,
    total: fakeProducts.length,
    totalIsEstimate: false,
    nextCursor: null,
    milliseconds: 18,
  }),
  'POST /collect/results/query': () => ({
    items: [],
    total: 0,
    totalIsEstimate: false,
    nextCursor: null,
    sources: [],
    duplicateGroups: 0,
    counts: { all: 28_769, unclaimed: 23_335, claimed: 5421, failed: 13 },
  }),
};

const server = createServer(async (request, response) => {
  const path = (request.url ?? '').replace(apiBase, '').split('?')[0] ?? '';
  const call = `${request.method} ${path}`;
  if (call === 'GET /runs/stream') {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(': open\n\n');
    return;
  }
  if (call === 'POST /auth/user-name-login') {
    const body: unknown = JSON.parse(Buffer.concat(await request.toArray()).toString() || '{}');
    const good = typeof body === 'object' && body !== null && 'password' in body && body.password === 'bower';
    send(
      response,
      good ? 200 : 401,
      good ? { data: 'fake-token' } : refusal('auth.wrong-credentials', '', true),
    );
    return;
  }
  const run = fakeRuns().find(({ id }) => path === `/runs/${id}`);
  const answer = answers[call] ?? (run === undefined ? undefined : () => run);
  if (request.headers['access-token'] !== 'fake-token') {
    send(response, 401, refusal('auth.required', '', false));
  } else if (answer === undefined) {
    send(response, 404, refusal('route.not-found', '', false));
  } else {
    send(response, 200, { data: answer() });
  }
});

server.listen(port, '127.0.0.1');
