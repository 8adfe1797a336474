import { resolve } from 'node:path';
import { findSignedIn } from './account/sessions.ts';
import { openAudit } from './audit/record.ts';
import { type ProcessRole, startBackground } from './background/background-work.ts';
import { CannotStart, isForPerson } from './config/cannot-start.ts';
import { type Config, readConfig } from './config/config.ts';
import { prepareFolder } from './db/embedded/folder.ts';
import { buildApp } from './http/app.ts';
import { openMetrics } from './http/condition/metrics.ts';
import { serveConsole } from './http/console.ts';
import { choosePort, requireFree } from './http/port.ts';
import { WritePace } from './http/protection/write-pace.ts';
import { serveRunStream } from './http/run-stream.ts';
import { threadYieldsToOthers } from './isolated/job.ts';
import { filmsFolder, keepFilmArticles, serveFilms } from './news/films.ts';
import { backgroundWork } from './program/background.ts';
import type { FirstAccounts } from './program/first-start.ts';
import { type OpenProgram, openProgram } from './program/open.ts';
import { runEventsIn } from './runs/events.ts';
import { openSignals, type Signals } from './runs/signals.ts';
import { openPractice } from './simulator/practice.ts';
import { connectPracticeStore } from './stores/practice.ts';

/** Close functions of what was opened, in order; called from the last to the first. */
type Opened = (() => Promise<unknown>)[];

/** How long an interrupted start waits for its current step, so that it knows what to close. */
const stepMs = 15_000;

async function main(): Promise<void> {
  const role = roleOf(process.argv.slice(2));
  const config = readConfig(process.env);
  const opened: Opened = [];
  const stop = new AbortController();
  const databaseLost = (because: string) => {
    if (!stop.signal.aborted) {
      stop.abort();
      console.error(`The database did not come back, so this program ends: ${because}`);
      void stopAll(starting, opened, 1);
    }
  };
  const starting = start(config, role, opened, stop.signal, databaseLost);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!stop.signal.aborted) {
        stop.abort();
        console.log('Stopping.');
        void stopAll(starting, opened);
      }
    });
  }
  try {
    await starting;
  } catch (thrown) {
    if (!stop.signal.aborted) {
      await close(opened);
      throw thrown;
    }
  }
}

async function stopAll(starting: Promise<void>, opened: Opened, code = 0): Promise<void> {
  const patience = new Promise((done) => setTimeout(done, stepMs));
  await Promise.race([starting.catch(() => undefined), patience]);
  process.exit((await close(opened)) ? code : 1);
}

/** Closes everything, even when some of it fails; returns false if anything failed. */
async function close(opened: Opened): Promise<boolean> {
  let whole = true;
  for (const each of opened.splice(0).reverse()) {
    await each().catch((thrown: unknown) => {
      console.error(String(thrown));
      whole = false;
    });
  }
  return whole;
}

/** Opens the parts one after another, and no further part once the signal has fired. */
async function start(
  config: Config,
  role: ProcessRole,
  opened: Opened,
  signal: AbortSignal,
  databaseLost: (because: string) => void,
): Promise<void> {
  prepareFolder(config.dataFolder);
  if (role !== 'worker') {
    // Must precede the creation of accounts, whose passwords are shown only once.
    await choosePort(config);
    if (config.metricsPort !== undefined) {
      await requireFree('METRICS_PORT', config.host, config.metricsPort);
    }
  }
  const practice = config.practice && role !== 'worker' ? await openPractice(config) : null;
  if (practice) {
    opened.push(() => practice.close());
  }
  signal.throwIfAborted();
  const program = await openProgram(config, {
    say: (line) => console.log(line),
    whenDone: 'stop',
    databaseLost,
    simulatorPort: practice?.port ?? (config.simulatorPort === 0 ? null : config.simulatorPort),
  });
  opened.push(() => program.close());
  if (program.firstAccounts) {
    sayAccounts(program.firstAccounts);
  }
  signal.throwIfAborted();
  if (practice) {
    await connectDemoMerchant(program);
  }
  const { services, jobKinds } = program;
  const signals = await openSignals(program.directUrl, services.log);
  opened.push(() => signals.close());
  const port = role === 'worker' ? undefined : await listen(config, program, signals, opened);
  signal.throwIfAborted();
  if (role === 'worker') {
    // What people wait for comes before jobs, where both are on one machine (`docs/decisions/0085`).
    threadYieldsToOthers();
  }
  if (role !== 'api') {
    await services.jobs.start(jobKinds, signals);
  }
  const background = await startBackground(services, role, backgroundWork, signals);
  opened.push(() => background.stop());
  // Interrupted first: otherwise everything closed later would wait while jobs continue at full speed.
  opened.push(async () => services.jobs.interrupt());
  console.log(
    port === undefined ? 'Bowerbird works on jobs.' : `Bowerbird is ready: http://127.0.0.1:${port}`,
  );
}

function sayAccounts({ administrator, merchant }: FirstAccounts): void {
  console.log(`Administrator: ${administrator.username} / ${administrator.password}`);
  console.log(`Demo merchant: ${merchant.username} / ${merchant.password}`);
  console.log('These passwords are shown this once.');
}

/** Connects the practice store for the demo merchant; other merchants connect their own stores. */
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
  signals: Signals,
  opened: Opened,
): Promise<number> {
  const { services } = program;
  const metrics =
    config.metricsPort === undefined
      ? null
      : await openMetrics(config.host, config.metricsPort, config.metricsToken);
  if (metrics) {
    opened.push(() => metrics.close());
  }
  const findPerson = (token: string) => findSignedIn(services.db, token);
  const audit = openAudit({ db: services.db, log: services.log, findSignedIn: findPerson });
  opened.push(() => audit.written());
  const app = await buildApp({
    services,
    findSignedIn: findPerson,
    served: program.served,
    browserServed: [...program.browserServed, serveRunStream(runEventsIn(signals), findPerson)],
    prepare: (built) => metrics?.watch(built),
    audit,
    pace: new WritePace(config.callsPerMinute, services.clock),
  });
  const films = filmsFolder(config.dataFolder);
  await keepFilmArticles(services.db, films, services.log);
  await serveFilms(app, films);
  await serveConsole(app, resolve(import.meta.dirname, '../../console/dist'), services.log);
  const port = await choosePort(config);
  opened.push(() => app.close());
  await app.listen({ host: config.host, port });
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function roleOf(args: readonly string[]): ProcessRole {
  const named = args.filter((arg) => arg.startsWith('--')).map((arg) => arg.slice(2));
  const [role = 'all'] = named;
  if (named.length > 1 || (role !== 'api' && role !== 'worker' && role !== 'all')) {
    throw new CannotStart(`${args.join(' ')} is not known. Use --api, --worker or --all.`);
  }
  return role;
}

main().catch((thrown: unknown) => {
  console.error(isForPerson(thrown) ? thrown.message : thrown);
  process.exit(1);
});
