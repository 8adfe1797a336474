import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@bowerbird/contract/errors';
import { apiBase } from '@bowerbird/contract/route';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../log/log.ts';
import { answerFailure } from './failure.ts';

/**
 * Serves the built console, compressed as the build wrote it beside each file: brotli or gzip, whichever the browser
 * accepts. Every path that is no file and no call is routed by the console itself. The API's responses are not
 * compressed, except those that `Route.compressed` names: they contain a person's data together with parts of the request, and their compressed lengths could
 * reveal that data (BREACH).
 */
export async function serveConsole(app: FastifyInstance, folder: string, log: Log): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.setNotFoundHandler((request, reply) =>
      answerFailure(new AppError('route.not-found', request.url), request, reply, log),
    );
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    cacheControl: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders(reply, path) {
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.sendFile('index.html'));
  app.setNotFoundHandler((request, reply) => {
    const forConsole =
      request.method === 'GET' && !request.url.startsWith(apiBase) && !request.url.startsWith('/assets/');
    if (forConsole) {
      return reply.code(200).sendFile('index.html');
    }
    return answerFailure(
      new AppError('route.not-found', request.url, { params: { path: request.url.slice(0, 200) } }),
      request,
      reply,
      log,
    );
  });
}
