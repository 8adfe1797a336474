import pg from 'pg';
import type { Drill, Found } from '../drill.ts';
import { Caller } from '../stage/caller.ts';
import { underWay, wrongAfter } from '../stage/collected.ts';
import { EmbeddedOf } from '../stage/embedded.ts';
import { Person } from '../stage/person.ts';
import type { Shop } from '../stage/shop.ts';
import type { Installed, Stage } from '../stage/stage.ts';
import { until } from '../stage/until.ts';

const named = ['database.unreachable', 'database.busy'];

/** A program with a run in progress that its shop delays. */
interface Collecting extends Installed {
  shop: Shop;
  runId: string;
}

async function collecting(stage: Stage, edits: readonly string[] = []): Promise<Collecting> {
  const shop = await stage.shop();
  shop.holdsAfterPage = 2;
  const installed = await stage.installed({ reaches: [shop.host], edits });
  const runId = await installed.merchant.collect(shop.address);
  await underWay(installed.database.rows, runId, shop);
  return { ...installed, shop, runId };
}

/** Lets the run continue, and compares its result with the shop. */
async function wentOn({ program, merchant, database, shop, runId }: Collecting): Promise<Found> {
  const began = performance.now();
  shop.release();
  const run = await merchant.ended(runId);
  const recoveredMs = performance.now() - began;
  const wrong = await wrongAfter(database.rows, merchant, run, shop);
  if (!program.lives) {
    wrong.push('the program ended');
  }
  return { wrong, recoveredMs };
}

const redDuring = (caller: Caller) => until('/readyz to be red', async () => caller.ready.has(503));

export const database: readonly Drill[] = [
  {
    name: 'database-killed',
    expectation:
      'The embedded PostgreSQL is killed by SIGKILL inside a collecting run: calls answer 503 by name, the program starts it again, and the run ends with each product once.',
    defence: { is: 'the program brings its server back when it is gone', without: 'server-not-kept' },
    async run(stage) {
      const shop = await stage.shop();
      shop.holdsAfterPage = 2;
      const folder = stage.folder();
      const program = stage.begin({ folder, reaches: [shop.host] });
      await program.ready();
      const merchant = await Person.signIn(program, program.accounts().merchant);
      const embedded = new EmbeddedOf(folder);
      const rows = embedded.rows.bind(embedded);
      const runId = await merchant.collect(shop.address);
      await underWay(rows, runId, shop);

      const caller = new Caller(program, merchant);
      const began = performance.now();
      process.kill(embedded.pid(), 'SIGKILL');
      await until(
        'the database to be back',
        async () => (await program.statusOf('/readyz')) === 200 && caller.ready.size > 0,
      );
      shop.release();
      const run = await merchant.ended(runId);
      const recoveredMs = performance.now() - began;
      await caller.stop();
      return {
        wrong: [...caller.wrong(named), ...(await wrongAfter(rows, merchant, run, shop))],
        recoveredMs,
      };
    },
  },
  {
    name: 'database-stopped',
    expectation:
      'An external PostgreSQL is stopped and started again: calls answer 503 by name and /readyz is red meanwhile, /healthz green; the run resumes from its checkpoint, and watchers receive its events again.',
    defence: { is: 'errors of the database have names', without: 'unreachable-has-no-name' },
    async run(stage) {
      const all = await collecting(stage);
      const { proxy } = all.database;
      const caller = new Caller(all.program, all.merchant);
      await proxy.close();
      await stage.server.stop();
      all.shop.release();
      await redDuring(caller);
      await stage.server.startAgain();
      proxy.upstreamPort = stage.server.port;
      await proxy.open();
      const found = await wentOn(all);
      await caller.stop();
      return { ...found, wrong: [...caller.wrong(named), ...found.wrong] };
    },
  },
  {
    name: 'database-slow',
    expectation:
      'Each statement takes 300 ms longer: everything works. Then the database stops answering: calls answer 503 by name (after 20 s here in place of 300 s), /readyz is red; when it answers again, the run ends with each product once.',
    defence: {
      is: 'the pool waits for the database for a bounded time',
      without: 'database-without-deadline',
    },
    brokenWaitMs: 130_000,
    async run(stage) {
      const all = await collecting(stage, ['database-silence-is-short']);
      const { proxy } = all.database;
      proxy.delayMs = 150;
      const slow = await all.merchant.try('GET', '/runs?limit=1');
      proxy.delayMs = 0;
      const caller = new Caller(all.program, all.merchant);
      proxy.stalls = true;
      all.shop.release();
      await redDuring(caller);
      await until('calls to be answered by name', async () =>
        [...caller.answers].some((answer) => answer.startsWith('503 ')),
      );
      proxy.stalls = false;
      const found = await wentOn(all);
      await caller.stop();
      const wrong =
        slow.status === 200 ? [] : [`with 300 ms more a call answered ${slow.status} ${slow.code}`];
      return { ...found, wrong: [...wrong, ...caller.wrong(named), ...found.wrong] };
    },
  },
  {
    name: 'database-hangs',
    expectation:
      'The database stops answering on connections that stay open: calls answer 503 by name within a minute, though a connection is given up only after 300 s; when it answers again, calls do too.',
    defence: {
      is: 'a call waits for the database for a bounded time',
      without: 'calls-wait-for-the-database',
    },
    brokenWaitMs: 100_000,
    async run(stage) {
      const { program, merchant, database } = await stage.installed();
      const caller = new Caller(program, merchant);
      const answered = (answer: string) => async () => caller.answers.has(answer);
      await until('a call to be answered', answered('200'));
      database.proxy.stalls = true;
      await until('calls to be answered by name', answered('503 database.unreachable'));
      const longestMs = caller.longestMs;
      database.proxy.stalls = false;
      const began = performance.now();
      await until('calls to be answered again', async () => {
        const { status } = await merchant.try('GET', '/runs?limit=1');
        return status === 200;
      });
      await caller.stop();
      const wrong =
        longestMs > 60_000 ? [`a call was answered after ${(longestMs / 1000).toFixed(0)} s`] : [];
      return { recoveredMs: performance.now() - began, wrong: [...wrong, ...caller.wrong(named)] };
    },
  },
  {
    name: 'database-out-of-connections',
    expectation:
      "Other clients use up max_connections, and the program's connections are cut: calls answer 503 database.busy, and when there are connections again, the run ends with each product once.",
    defence: { is: 'a rejected connection has a name', without: 'busy-has-no-name' },
    async run(stage) {
      const all = await collecting(stage);
      const others: pg.Client[] = [];
      stage.later(() => Promise.all(others.map((each) => each.end().catch(() => undefined))));
      const caller = new Caller(all.program, all.merchant);
      // Uses up connections until none is left, and then again each that the program had.
      await useUp(stage.server.url(), others);
      all.shop.release();
      for (let round = 0; round < 200 && !caller.answers.has('503 database.busy'); round += 1) {
        all.database.proxy.cut();
        await useUp(stage.server.url(), others);
        if ([...caller.answers].some((answer) => answer.startsWith('500'))) {
          break;
        }
      }
      const wasBusy = caller.answers.has('503 database.busy');
      await Promise.all(others.splice(0).map((each) => each.end()));
      const found = await wentOn(all);
      await caller.stop();
      const wrong = wasBusy
        ? []
        : [`calls were answered ${[...caller.answers].join(', ')}, never 503 database.busy`];
      return { ...found, wrong: [...wrong, ...caller.wrong(named), ...found.wrong] };
    },
  },
  {
    name: 'connections-cut',
    expectation:
      'All connections to the database are cut in the middle of the transaction that saves a batch, and again in the next three: nothing of it is lost or duplicated, and the program keeps running.',
    defence: {
      is: 'a run whose database failed is left to the queue',
      without: 'run-fails-with-the-database',
    },
    async run(stage) {
      const all = await collecting(stage);
      const { proxy } = all.database;
      let cuts = 0;
      proxy.watch = (from, piece) => {
        if (from === 'program' && cuts < 4 && piece.includes('insert into collected (')) {
          cuts += 1;
          setImmediate(() => proxy.cut());
          return false;
        }
        return true;
      };
      const found = await wentOn(all);
      proxy.watch = null;
      const wrong = cuts > 0 ? [] : ['nothing was cut'];
      return { ...found, wrong: [...wrong, ...found.wrong] };
    },
  },
];

/** Opens connections until the server rejects the next one. */
async function useUp(url: string, others: pg.Client[]): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      others.push(client);
    } catch {
      return;
    }
  }
}
