import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { findSignedIn } from './account/sessions.ts';
import { type Config, readConfig } from './config.ts';
import { DatabaseUnusable } from './db/unusable.ts';
import { buildApp } from './http/app.ts';
import { serveConsole } from './http/console.ts';
import { openMetrics } from './http/metrics.ts';
import { serveRunStream } from './http/run-stream.ts';
import { type OpenProgram, openProgram } from './open.ts';
import { openRunEvents } from './runs/events.ts';
import { openPractice } from './simulator/practice.ts';
import { connectPracticeStore } from './stores/practice.ts';

/** A reason not to start that the person who started can mend. */
class CannotStart extends Error {}

type Role = 'api' | 'worker' | 'all';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const role = roleOf(process.argv.slice(2));
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const each of closing.reverse()) {
      await each().catch((thrown: unknown) => console.error(String(thrown)));
    }
  };
  stopOn(close);

  try {
    const practice = config.practice && role !== 'worker' ? await openPractice(config) : null;
    if (practice) {
      closing.push(() => practice.close());
    }
    const program = await openProgram(config, {
      say: (line) => console.log(line),
      whenDone: 'stop',
      simulatorPort: practice?.port ?? (config.simulatorPort === 0 ? null : config.simulatorPort),
    });
    closing.push(() => program.close());
    if (practice) {
      await connectDemoMerchant(program);
    }
    if (role !== 'worker') {
      const port = await listen(config, program, closing);
      sayReady(port, program);
    }
    if (role !== 'api') {
      await program.services.jobs.start(program.jobKinds);
    }
    if (role === 'worker') {
      console.log('Bowerbird works on jobs.');
    }
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** The demo merchant finds the practice store connected; other merchants connect stores of their own. */
async function connectDemoMerchant({ services, firstAccounts }: OpenProgram): Promise<void> {
  const demo = await services.db
    .selectFrom('user')
    .select('owner_id')
    .where('username', '=', 'demo')
    .executeTakeFirst();
  const ownerId = firstAccounts?.merchant.ownerId ?? demo?.owner_id;
  if (ownerId) {
    await connectPracticeStore(services, ownerId);
  }
}

async function listen(
  config: Config,
  program: OpenProgram,
  closing: (() => Promise<void>)[],
): Promise<number> {
  const { services } = program;
  const events = await openRunEvents(program.databaseUrl, services.log);
  closing.push(() => events.close());
  const metrics =
    config.metricsPort === undefined ? null : await openMetrics(config.host, config.metricsPort);
  if (metrics) {
    closing.push(() => metrics.close());
  }
  const app = await buildApp({
    services,
    findSignedIn: (token) => findSignedIn(services.db, token),
    served: program.served,
    browserServed: [...program.browserServed, serveRunStream(events)],
    prepare: (built) => metrics?.watch(built),
  });
  await serveConsole(app, resolve(import.meta.dirname, '../../console/dist'), services.log);
  const port = await freePort(config);
  await app.listen({ host: config.host, port });
  closing.push(() => app.close());
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function sayReady(port: number, { firstAccounts }: OpenProgram): void {
  if (firstAccounts) {
    const { administrator, merchant } = firstAccounts;
    console.log(`Administrator: ${administrator.username} / ${administrator.password}`);
    console.log(`Demo merchant: ${merchant.username} / ${merchant.password}`);
    console.log('These passwords are shown this once.');
  }
  console.log(`Bowerbird is ready: http://127.0.0.1:${port}`);
}

/** The port asked for, or the first free one from 8000 on when none was asked for. */
async function freePort({ port, host }: Config): Promise<number> {
  if (port !== undefined) {
    if (port !== 0 && !(await isFree(port, host))) {
      throw new CannotStart(
        `Port ${port} is taken. Set PORT to another one, or leave it out to take the next free one.`,
      );
    }
    return port;
  }
  for (let candidate = 8000; candidate < 8100; candidate += 1) {
    if (await isFree(candidate, host)) {
      return candidate;
    }
  }
  throw new CannotStart('Ports 8000 to 8099 are all taken. Set PORT to a free one.');
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolved) => {
    const probe = createServer();
    probe.once('error', () => resolved(false));
    probe.listen(port, host, () => probe.close(() => resolved(true)));
  });
}

function roleOf(args: readonly string[]): Role {
  const named = args.filter((arg) => arg.startsWith('--')).map((arg) => arg.slice(2));
  const [role = 'all'] = named;
  if (named.length > 1 || (role !== 'api' && role !== 'worker' && role !== 'all')) {
    throw new CannotStart(`${args.join(' ')} is not known. Use --api, --worker or --all.`);
  }
  return role;
}

function stopOn(close: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) {
        return;
      }
      stopping = true;
      console.log('Stopping.');
      close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

main().catch((thrown: unknown) => {
  const expected = thrown instanceof CannotStart || thrown instanceof DatabaseUnusable;
  console.error(expected ? thrown.message : thrown);
  process.exit(1);
});
