import type { Platform } from '@bowerbird/platforms/platform';
import type { FastifyInstance } from 'fastify';
import { v7 } from 'uuid';
import { accessRoutes } from '../../src/access/routes.ts';
import { hashPassword } from '../../src/account/passwords/passwords.ts';
import { accountRoutes } from '../../src/account/routes.ts';
import { findSignedIn } from '../../src/account/sessions.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Db } from '../../src/db/database.ts';
import { type AppParts, buildApp } from '../../src/http/app.ts';
import { usualEnding } from '../../src/http/ending.ts';
import type { BrowserServed, Served } from '../../src/http/serve.ts';
import { type FirstAccounts, prepareFirstStart } from '../../src/program/first-start.ts';
import type { Jobs } from '../../src/runs/jobs.ts';
import { runRoutes } from '../../src/runs/routes.ts';
import { sealWith } from '../../src/seal/seal.ts';
import type { Services } from '../../src/services/services.ts';
import { folderStore } from '../../src/stored-files/folder-store.ts';
import { realClock } from '../../src/time/clock.ts';

export interface TestApp {
  app: FastifyInstance;
  services: Services;
  accounts: FirstAccounts;
  /** Runs whose jobs were woken, in order. */
  woken: string[];
}

/** The API over a test's database, without a job queue: woken runs are only recorded. */
export async function testApp(
  db: Db,
  parts: {
    served?: Served[];
    /** Replaces the few routes that every test has. */
    every?: (clock: Services['clock']) => Served[];
    browserServed?: BrowserServed[];
    services?: Partial<Services>;
    prepare?: (app: FastifyInstance) => void;
    audit?: AppParts['audit'];
    pace?: AppParts['pace'];
    patience?: AppParts['patience'];
    places?: AppParts['places'];
    ending?: AppParts['ending'];
    platforms?: ReadonlyMap<string, Platform>;
  } = {},
): Promise<TestApp> {
  const accounts = await prepareFirstStart(db);
  if (!accounts) {
    throw new Error('The test database was not empty.');
  }
  const woken: string[] = [];
  const jobs: Jobs = {
    wake: async (run) => void woken.push(run.id),
    know: async () => void 0,
    runsWithJobs: async () => new Set(),
    interrupt: () => undefined,
    queued: async () => [],
    start: async () => void 0,
    stop: async () => void 0,
  };
  const silent = () => void 0;
  const services: Services = {
    db,
    jobs,
    config: readConfig({ LOG_LEVEL: 'silent' }),
    fetch: () => Promise.reject(new Error('This test reaches no network.')),
    platforms: parts.platforms ?? new Map(),
    clock: realClock,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    seal: sealWith(Buffer.alloc(32, 7)),
    messages: { send: async () => void 0 },
    practice: null,
    ...parts.services,
    files: parts.services?.files ?? folderStore((parts.services?.config ?? readConfig({})).dataFolder),
  };
  const app = await buildApp({
    services,
    findSignedIn: (token) => findSignedIn(db, token),
    served: parts.every?.(services.clock) ?? [
      ...accountRoutes(),
      ...accessRoutes(() => []),
      ...runRoutes,
      ...(parts.served ?? []),
    ],
    browserServed: parts.browserServed ?? [],
    prepare: parts.prepare,
    audit: parts.audit,
    pace: parts.pace,
    patience: parts.patience,
    places: parts.places,
    ending: parts.ending ?? { ...usualEnding, pauseWithinMs: 0 },
  });
  return { app, services, accounts, woken };
}

/** Creates another merchant with an account of their own; returns the password. */
export async function anotherMerchant(
  db: Db,
  username: string,
): Promise<{ username: string; password: string; ownerId: string }> {
  const ownerId = v7();
  const password = crypto.randomUUID();
  await db.insertInto('owner').values({ id: ownerId, name: username }).execute();
  await db
    .insertInto('user')
    .values({
      id: v7(),
      owner_id: ownerId,
      username,
      email: `${username}@example.test`,
      password_hash: await hashPassword(password),
      name: username,
      role_id: 'merchant',
    })
    .execute();
  return { username, password, ownerId };
}

/** Signs in and returns the headers that every later call carries. */
export async function signIn(
  app: FastifyInstance,
  account: { username: string; password: string },
): Promise<{ 'access-token': string }> {
  const answer = await app.inject({
    method: 'POST',
    url: '/shop-reptile/api/auth/user-name-login',
    payload: { username: account.username, password: account.password },
  });
  return { 'access-token': answer.json<{ data: string }>().data };
}
