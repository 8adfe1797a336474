import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WatchedFile } from '@bowerbird/contract/files/watched';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { asOwner } from '../../db/database.ts';
import { guardedFetch } from '../../fetch/guarded-fetch.ts';
import type { importBench } from '../testing.ts';
import { type LookServices, lookAt } from './look.ts';

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

/** Watched files of a bench's merchant, looked at by hand, with the real guarded fetch to these hosts. */
export function watchedBench(bench: Awaited<ReturnType<typeof importBench>>, hosts: readonly string[]) {
  const { db, ownerId, call, services } = bench;
  services.config.allowedPrivateHosts = [...hosts];
  const fetch = guardedFetch({ allowedPrivateHosts: hosts });
  afterAll(() => fetch.close());
  const looking: LookServices = { ...services, fetch };
  const everyHours = 6;
  const body = { everyHours, hour: 6, timeZone: 'UTC', applies: true, whole: true };

  return {
    looking,
    body,
    create: (sourceId: string, where: object, more: object = {}) =>
      call<WatchedFile>('POST', '/imports/watched', { ...body, sourceId, where, ...more }),
    get: async (id: string): Promise<WatchedFile> => {
      const { items } = await call<{ items: WatchedFile[] }>('GET', '/imports/watched');
      const found = items.find((each) => each.id === id);
      if (!found) {
        throw new Error(`no watched file ${id}`);
      }
      return found;
    },
    /** Makes a watched file due, as if its time had come. */
    makeDue: (id: string) =>
      asOwner(db, ownerId, (owned) =>
        sql`update file_watch set next_at = now() - interval '1 second', due_at = now() - interval '1 second'
          where id = ${id}`.execute(owned),
      ),
    /** Looks once, and works on the import that came of it; returns the watched file as it is then. */
    async look(id: string, using: LookServices = looking): Promise<WatchedFile> {
      await this.makeDue(id);
      const before = (await this.get(id)).lastImport?.id;
      await lookAt(using, { ownerId, id }, new AbortController().signal);
      const after = await this.get(id);
      if (after.lastImport && after.lastImport.id !== before) {
        await bench.work(after.lastImport.id);
        return await this.get(id);
      }
      return after;
    },
  };
}
