import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { bringsToken } from './metrics-token.ts';

/** Metrics of this process for Prometheus, on a separate port. */
export interface Metrics {
  /** Where they are served. */
  port: number;
  /** Measures every response of this app by route and status. */
  watch(app: FastifyInstance): void;
  close(): Promise<void>;
}

/** Serves the metrics; on any free port for 0. With a token, only to callers who send it (`Authorization: Bearer`); others get 401. */
export async function openMetrics(host: string, port: number, token?: string): Promise<Metrics> {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const seconds = new Histogram({
    name: 'bowerbird_http_seconds',
    help: 'Time to answer a call, in seconds',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [register],
  });
  const server = createServer((request, response) => {
    if (token !== undefined && !bringsToken(request.headers.authorization, token)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
      return;
    }
    register.metrics().then(
      (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  // Listening on a host and port always gives an address with a port.
  const { port: opened } = server.address() as AddressInfo;
  return {
    port: opened,
    watch(app) {
      app.addHook('onResponse', async (request, reply) => {
        // The route's pattern, never the address itself, because an id is no label.
        const route = request.routeOptions.url ?? 'other';
        seconds.observe(
          { route, method: request.method, status: String(reply.statusCode) },
          reply.elapsedTime / 1000,
        );
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
