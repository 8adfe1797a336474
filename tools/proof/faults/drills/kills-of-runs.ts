import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Drill } from '../drill.ts';
import { underWay, wrongAfter } from '../stage/collected.ts';
import { death, succeed } from '../stage/killed.ts';
import type { Person } from '../stage/person.ts';
import type { Stage } from '../stage/stage.ts';
import { until } from '../stage/until.ts';

const all = { filter: {}, except: [] };

/** Starts a program that will kill itself at a point, with a shop's products collected, and claimed if requested. */
async function stocked(stage: Stage, edits: readonly string[], claims: boolean) {
  const shop = await stage.shop(2);
  const installed = await stage.installed({ reaches: [shop.host], edits });
  const run = await installed.merchant.ended(await installed.merchant.collect(shop.address));
  if (claims) {
    const runId = await claimAll(installed.merchant, shop.ids.length);
    await installed.merchant.ended(runId);
  }
  return { ...installed, shop, collectRunId: run.id };
}

function claimAll(merchant: Person, expected: number): Promise<string> {
  const selection = { filter: { state: 'unclaimed' }, except: [] };
  return merchant.start('/collect/results/claim', { selection, expected, edits: [] });
}

const Files = z.object({
  items: z.array(
    z.object({
      runId: z.string(),
      sha256: z.string(),
      products: z.int(),
      images: z.nullable(z.object({ files: z.int(), missing: z.int() })),
    }),
  ),
});

export const killsOfRuns: readonly Drill[] = [
  {
    name: 'killed-collecting',
    expectation:
      'SIGKILL between two batches of a collecting run: a new process resumes from the checkpoint; each product once.',
    defence: { is: 'checkpoint and ids are saved with the batch', without: 'collect-forgets-its-checkpoint' },
    kills: ['collect'],
    async run(stage) {
      const shop = await stage.shop();
      shop.holdsAfterPage = 2;
      const first = await stage.installed({ reaches: [shop.host] });
      const runId = await first.merchant.collect(shop.address);
      await underWay(first.database.rows, runId, shop);
      await first.program.end('SIGKILL');
      shop.release();
      const { merchant, began } = await succeed(stage, first);
      const run = await merchant.ended(runId);
      const recoveredMs = performance.now() - began;
      return { wrong: await wrongAfter(first.database.rows, merchant, run, shop), recoveredMs };
    },
  },
  {
    name: 'killed-claiming',
    expectation:
      'SIGKILL after some hundred products of a claim: a new process claims the rest; one product for each, one edit set.',
    defence: { is: 'a claim continues in the edit set it began', without: 'claim-forgets-its-edit-set' },
    kills: ['claim'],
    async run(stage) {
      const first = await stocked(stage, ['kill-claim'], false);
      const runId = await claimAll(first.merchant, first.shop.ids.length);
      await death(first.program, 'while it claims');
      const { merchant, began } = await succeed(stage, first);
      const run = await merchant.ended(runId);
      const recoveredMs = performance.now() - began;
      const [found] = await first.database.rows<{ products: number; claimed: number; sets: number }>(
        `select count(*)::integer as products, count(distinct collected_id)::integer as claimed,
           (select count(*)::integer from edit_set where run_id = $1) as sets from product`,
        [runId],
      );
      const { length } = first.shop.ids;
      const wrong = run.state === 'complete' ? [] : [`the run is ${run.state}`];
      if (found?.products !== length || found.claimed !== length || found.sets !== 1) {
        wrong.push(
          `${found?.products} products of ${found?.claimed} sources in ${found?.sets} edit sets, not ${length}`,
        );
      }
      return { wrong, recoveredMs };
    },
  },
  {
    name: 'killed-exporting',
    expectation:
      'SIGKILL with a CSV file written and not yet named: a new process writes it again; it is whole, and nothing else is left.',
    defence: { is: 'the next try removes what an earlier one left', without: 'export-leaves-what-it-began' },
    kills: ['export'],
    async run(stage) {
      const first = await stocked(stage, ['kill-export'], true);
      const runId = await first.merchant.start('/exports', { format: 'shopify', selection: all });
      await death(first.program, 'while it exports');
      const { merchant, began } = await succeed(stage, first);
      const run = await merchant.ended(runId);
      const recoveredMs = performance.now() - began;
      const { items } = Files.parse(await merchant.call('GET', '/exports/files'));
      const folder = join(first.folder, 'exports');
      const wrong = run.state === 'complete' ? [] : [`the run is ${run.state}`];
      const names = readdirSync(folder);
      if (names.join() !== `${runId}.csv`) {
        wrong.push(`the folder holds ${names.length} files: ${names.join(', ')}`);
      }
      const sha256 = createHash('sha256')
        .update(readFileSync(join(folder, `${runId}.csv`)))
        .digest('hex');
      if (items.length !== 1 || items[0]?.sha256 !== sha256 || items[0]?.products !== first.shop.ids.length) {
        wrong.push(`the file is not the reported one: ${JSON.stringify(items)}`);
      }
      return { wrong, recoveredMs };
    },
  },
  {
    name: 'killed-fetching-images',
    expectation:
      'SIGKILL with half of the images of an export fetched: a new process fetches the other half, and leaves one ZIP with all of them and nothing else.',
    defence: { is: 'images that are there are not fetched again', without: 'export-forgets-its-images' },
    kills: ['export'],
    async run(stage) {
      const shop = await stage.shop(1);
      const images = shop.ids.length;
      const requested: string[] = [];
      shop.change((good) => ({
        ...good,
        images: [{ id: good.id, src: `${shop.address}image/${good.id}.gif` }],
      }));
      shop.corrupt = ({ url = '' }, reply) => {
        if (!url.startsWith('/image/')) {
          return false;
        }
        requested.push(url);
        reply.writeHead(200).end(`GIF89a${url}`);
        return true;
      };
      const first = await stage.installed({ reaches: [shop.host], edits: ['kill-images'] });
      await first.merchant.ended(await first.merchant.collect(shop.address));
      await first.merchant.ended(await claimAll(first.merchant, images));
      const body = { format: 'shopify', selection: all, images: 'file' };
      const runId = await first.merchant.start('/exports', body);
      await death(first.program, 'while it fetches images');
      const { merchant, began } = await succeed(stage, first);
      const run = await merchant.ended(runId);
      const recoveredMs = performance.now() - began;
      const { items } = Files.parse(await merchant.call('GET', '/exports/files'));
      const wrong = run.state === 'complete' ? [] : [`the run is ${run.state}`];
      if (items.length !== 1 || items[0]?.images?.files !== images || items[0].images.missing !== 0) {
        wrong.push(`not one file with ${images} images: ${JSON.stringify(items)}`);
      }
      const again = requested.length - new Set(requested).size;
      // Those that were under way when the process was killed.
      if (again > 6) {
        wrong.push(`${again} images were fetched twice`);
      }
      const names = readdirSync(join(first.folder, 'exports'));
      if (names.join() !== `${runId}.csv`) {
        wrong.push(`the folder holds ${names.join(', ')}`);
      }
      return { wrong, recoveredMs };
    },
  },
  {
    name: 'killed-merging',
    expectation:
      'SIGKILL after the first hundred products of a re-collect were merged: a new process merges the rest; each product changed once.',
    defence: {
      is: 'products with another snapshot are searched for again',
      without: 'merge-forgets-what-it-merged',
    },
    kills: ['collect'],
    async run(stage) {
      const first = await stocked(stage, ['kill-merge'], true);
      first.shop.change((good) => ({ ...good, vendor: 'Glade and Daughters' }));
      const body = { what: { runId: first.collectRunId } };
      const { runIds } = z
        .object({ runIds: z.array(z.string()).min(1) })
        .parse(await first.merchant.call('POST', '/recollect', body));
      const [runId = ''] = runIds;
      await death(first.program, 'while it merges');
      const { merchant, began } = await succeed(stage, first);
      const run = await merchant.ended(runId);
      const recoveredMs = performance.now() - began;
      const [found] = await first.database.rows<{ merged: number; changes: number; sets: number }>(
        `select (select count(*)::integer from product where content->>'vendor' = 'Glade and Daughters') as merged,
           count(*)::integer as changes, count(distinct edit_set_id)::integer as sets
         from product_change join edit_set on edit_set.id = edit_set_id where run_id = $1`,
        [runId],
      );
      const { length } = first.shop.ids;
      const wrong = run.state === 'complete' ? [] : [`the run is ${run.state}`];
      if (found?.merged !== length || found.changes !== length || found.sets !== 1) {
        wrong.push(
          `${found?.merged} products merged by ${found?.changes} changes in ${found?.sets} edit sets, not ${length}`,
        );
      }
      return { wrong, recoveredMs };
    },
  },
  {
    name: 'killed-starting-a-watch',
    expectation:
      'SIGKILL after the run of a due watch was recorded and before a job existed for it: a new process finds the run; it is collected once.',
    defence: { is: 'runs without a job are searched for', without: 'nobody-wakes-what-was-forgotten' },
    kills: ['watches', 'forgotten-runs'],
    async run(stage) {
      const shop = await stage.shop(1);
      const first = await stage.installed({ reaches: [shop.host] });
      await first.merchant.call('POST', '/watches', {
        name: 'mugs',
        everyHours: 168,
        hour: 3,
        timeZone: 'UTC',
        alerts: { pricePercent: null, stock: false, gone: false },
        target: { kind: 'addresses', platform: 'shopify', scope: 'shop', addresses: [shop.address] },
      });
      await first.program.end('SIGTERM');
      await first.database.rows("update watch set next_at = now() - interval '1 minute'");
      const killed = stage.begin({ ...first.options, edits: ['kill-watch'] });
      await death(killed, 'while it starts a watch');
      const { merchant, began } = await succeed(stage, first);
      const runs = await first.database.rows<{ id: string }>('select id from run');
      const run = await merchant.ended(runs[0]?.id ?? '');
      const recoveredMs = performance.now() - began;
      const wrong = await wrongAfter(first.database.rows, merchant, run, shop);
      await until('the watch to have another time', async () => {
        const [due] = await first.database.rows('select id from watch where next_at < now()');
        return due === undefined;
      });
      const after = await first.database.rows('select id from run');
      return {
        wrong: after.length === 1 ? wrong : [...wrong, `${after.length} runs were started`],
        recoveredMs,
      };
    },
  },
];
