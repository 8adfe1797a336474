import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Drill } from '../drill.ts';
import { underWay, wrongAfter } from '../stage/collected.ts';
import { Person } from '../stage/person.ts';
import type { Installed, Stage } from '../stage/stage.ts';
import { until } from '../stage/until.ts';

const hourMs = 3600_000;
const email = 'demo@bowerbird.localhost';

const Messages = z.object({ items: z.array(z.object({ id: z.string() })).min(1) });
const Opened = z.object({ code: z.string() });
const Certified = z.object({ certificate: z.object({ seconds: z.number() }) });

/** Starts a program whose clock can be set, with a run in progress and a watch that is due each hour. */
async function ticking(stage: Stage) {
  const shop = await stage.shop();
  const watched = await stage.shop(1);
  shop.holdsAfterPage = 2;
  const clockFile = stage.clockAhead(0);
  const installed = await stage.installed({ reaches: [shop.host, watched.host], clockFile });
  const { merchant, database } = installed;
  await merchant.call('POST', '/watches', {
    name: 'mugs',
    everyHours: 1,
    hour: 3,
    timeZone: 'UTC',
    alerts: { pricePercent: null, stock: false, gone: false },
    target: { kind: 'addresses', platform: 'shopify', scope: 'shop', addresses: [watched.address] },
  });
  const runId = await merchant.collect(shop.address);
  await underWay(database.rows, runId, shop);
  const set = (ms: number) => writeFileSync(clockFile, String(ms));
  return { ...installed, shop, watched, runId, set };
}

/** Returns a code sent by mail, read by the administrator in the outbox because there is no mail server. */
async function codeOf({ program, accounts }: Pick<Installed, 'program' | 'accounts'>): Promise<string> {
  const administrator = await Person.signIn(program, accounts.administrator);
  await program.call('POST', '/v2/e-mail/send-code', { email, purpose: 'recover' });
  const { items } = Messages.parse(await administrator.call('GET', '/system/outbox'));
  const path = `/system/outbox/${items[0]?.id}/open`;
  return Opened.parse(await administrator.call('POST', path, {})).code;
}

export const clock: readonly Drill[] = [
  {
    name: 'clock-ahead',
    expectation:
      'The clock of the program (not of the database) is set ahead by 6 hours: the current run ends correctly, sessions stay valid, an earlier code is rejected, and an hourly watch is collected once and not six times.',
    defence: { is: 'a code expires by the clock', without: 'codes-never-end' },
    async run(stage) {
      const all = await ticking(stage);
      const { program, merchant, database, shop, watched, runId, set } = all;
      const code = await codeOf(all);
      const began = performance.now();
      set(6 * hourMs);
      shop.release();
      const run = await merchant.ended(runId);
      const recoveredMs = performance.now() - began;
      const wrong: string[] = [];
      const answer = await program.call('POST', '/user/forgot-password', {
        address: email,
        code,
        password: 'Kettle-Orchard-7391',
      });
      if (answer.code !== 'code.expired') {
        wrong.push(`the code was answered ${answer.status} ${answer.code ?? ''}`.trim());
      }
      const runs = () =>
        database.rows<{ id: string; state: string }>('select id, state from run order by id');
      const due = await until('the watch to be read', async () => {
        const [, second] = await runs();
        return second?.state === 'complete' && second;
      });
      const all2 = await runs();
      const [next] = await database.rows<{ hours: number }>(
        'select extract(epoch from next_at - now())::float8 / 3600 as hours from watch',
      );
      if (all2.length !== 2 || !next || next.hours < 6 || next.hours > 7.1) {
        wrong.push(
          `${all2.length - 1} runs of the watch after ${due.id}, the next in ${next?.hours.toFixed(1)} hours of the database`,
        );
      }
      const ids = await database.rows<{ shop: string }>('select shop from collected');
      if (ids.length !== shop.ids.length + watched.ids.length || run.state !== 'complete') {
        wrong.push(`the run is ${run.state}, ${ids.length} products are held`);
      }
      return { wrong, recoveredMs };
    },
  },
  {
    name: 'clock-back',
    expectation:
      'The clock of the program is set back by 6 hours inside a run: the run ends correctly and reports how long it took, sessions stay valid, and nothing is begun twice.',
    defence: {
      is: 'durations are measured by a monotonic clock',
      without: 'durations-by-the-wall-clock',
    },
    async run(stage) {
      const all = await ticking(stage);
      const { merchant, database, shop, runId, set } = all;
      const began = performance.now();
      set(-6 * hourMs);
      shop.release();
      const run = await merchant.ended(runId);
      const recoveredMs = performance.now() - began;
      const wrong = await wrongAfter(database.rows, merchant, run, shop);
      const { certificate } = Certified.parse(await merchant.call('GET', `/collect/runs/${runId}`));
      if (certificate.seconds < 0 || certificate.seconds > 3600) {
        wrong.push(`the certificate says that it took ${certificate.seconds} s`);
      }
      const runs = await database.rows('select id from run');
      return { wrong: runs.length === 1 ? wrong : [...wrong, `there are ${runs.length} runs`], recoveredMs };
    },
  },
  {
    name: 'clock-differs',
    expectation:
      "The clock of the program is 6 hours ahead of the database's when a shop asks for a retry after 65 seconds: the run is held, and resumes after 65 seconds and not after 6 hours.",
    defence: {
      is: 'the queue receives how long to wait, not until when',
      without: 'the-queue-is-given-a-time',
    },
    brokenWaitMs: 100_000,
    async run(stage) {
      const shop = await stage.shop(3);
      let requested = false;
      shop.corrupt = (request, reply) => {
        if (requested || !/page=2/.test(request.url ?? '')) {
          return false;
        }
        requested = true;
        reply.writeHead(429, { 'retry-after': '65' }).end();
        return true;
      };
      const { merchant, database } = await stage.installed({
        reaches: [shop.host],
        clockFile: stage.clockAhead(6 * hourMs),
      });
      const runId = await merchant.collect(shop.address);
      await until('the run to be held', async () => (await merchant.run(runId)).state === 'held');
      const began = performance.now();
      const run = await merchant.ended(runId);
      return {
        wrong: await wrongAfter(database.rows, merchant, run, shop),
        recoveredMs: performance.now() - began,
      };
    },
  },
];
