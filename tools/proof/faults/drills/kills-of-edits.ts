import { z } from 'zod';
import type { Drill } from '../drill.ts';
import { death, succeed } from '../stage/killed.ts';
import type { Person } from '../stage/person.ts';
import type { Installed, Stage } from '../stage/stage.ts';

const everything = { filter: {}, except: [] };
const dearer = [{ edit: { kind: 'multiply-price', by: '1.3' } }];

/** Prices as they were, and what became of them. */
interface Prices {
  products: number;
  /** Products whose every price is the first times 1.3, once. */
  dearer: number;
  same: number;
  sets: number;
}

/** Starts a program with a shop's products collected and claimed, and their prices remembered. */
async function claimed(stage: Stage, edits: readonly string[]) {
  const shop = await stage.shop(3);
  const installed = await stage.installed({ reaches: [shop.host], edits });
  const { merchant, database } = installed;
  await merchant.ended(await merchant.collect(shop.address));
  const selection = { filter: { state: 'unclaimed' }, except: [] };
  const claim = { selection, expected: shop.ids.length, edits: [] };
  await merchant.ended(await merchant.start('/collect/results/claim', claim));
  await database.rows('create table price_before as select id, content from product');
  return { ...installed, shop };
}

async function pricesOf({ database }: Installed, runId: string): Promise<Prices> {
  const [prices] = await database.rows<Prices>(
    `with each as (
      select bool_and((now ->> 'price')::numeric = round((was ->> 'price')::numeric * 1.3, 2)) as dearer,
        bool_and(now ->> 'price' = was ->> 'price') as same
      from product join price_before on price_before.id = product.id,
        jsonb_array_elements(product.content -> 'variants') with ordinality as a (now, at),
        jsonb_array_elements(price_before.content -> 'variants') with ordinality as b (was, place)
      where at = place group by product.id)
    select count(*)::integer as products, count(*) filter (where dearer)::integer as dearer,
      count(*) filter (where same)::integer as same,
      (select count(*)::integer from edit_set where run_id = $1) as sets
    from each`,
    [runId],
  );
  return prices ?? { products: 0, dearer: 0, same: 0, sets: 0 };
}

async function edit(merchant: Person, expected: number): Promise<string> {
  return await merchant.start('/edits', { selection: everything, steps: dearer, expected });
}

/** Waits for the death, starts another process, and returns what the run and the prices are then. */
async function afterDeath(stage: Stage, first: Installed, runId: string, what: string) {
  await death(first.program, what);
  const { merchant, began } = await succeed(stage, first);
  const run = await merchant.ended(runId);
  const recoveredMs = performance.now() - began;
  const wrong = run.state === 'complete' ? [] : [`the run is ${run.state}`];
  return { merchant, recoveredMs, wrong, prices: await pricesOf(first, runId) };
}

const Changed = z.object({ counts: z.object({ changed: z.int() }) });

export const killsOfEdits: readonly Drill[] = [
  {
    name: 'killed-editing',
    expectation:
      'SIGKILL with a page of a bulk edit written and not marked: a new process writes it; each price is multiplied once.',
    defence: {
      is: 'a page is one transaction, and an edit set has one record of each product',
      without: 'edits-are-applied-again',
    },
    kills: ['edit'],
    async run(stage) {
      const first = await claimed(stage, ['kill-edit']);
      const { length } = first.shop.ids;
      const runId = await edit(first.merchant, length);
      const { wrong, recoveredMs, prices } = await afterDeath(stage, first, runId, 'while it edits');
      if (prices.dearer !== length || prices.sets !== 1) {
        wrong.push(`${prices.dearer} of ${length} prices are right, in ${prices.sets} edit sets`);
      }
      return { wrong, recoveredMs };
    },
  },
  {
    name: 'killed-undoing-an-edit',
    expectation:
      'SIGKILL with a page of an undo written and not marked: a new process continues with the products that were fixed; each price is as before.',
    defence: { is: 'what a run is for is fixed once', without: 'runs-are-fixed-again' },
    kills: ['undo'],
    async run(stage) {
      const first = await claimed(stage, ['kill-undo']);
      const { length } = first.shop.ids;
      const editRunId = await edit(first.merchant, length);
      await first.merchant.ended(editRunId);
      const runId = await first.merchant.start(`/edits/${editRunId}/undo`, {});
      const { wrong, recoveredMs, prices } = await afterDeath(stage, first, runId, 'while it undoes');
      if (prices.same !== length || prices.sets !== 1) {
        wrong.push(`${prices.same} of ${length} prices are back, in ${prices.sets} edit sets`);
      }
      return { wrong, recoveredMs };
    },
  },
  {
    name: 'killed-attaching-a-rule',
    expectation:
      'SIGKILL with a page of a change of rules written and not marked: a new process writes it; each product has the rule, and is counted as changed.',
    defence: { is: 'a page is one transaction', without: 'pages-are-marked-later' },
    kills: ['rule'],
    async run(stage) {
      const first = await claimed(stage, ['kill-rule']);
      const { length } = first.shop.ids;
      const { id } = z.object({ id: z.string() }).parse(
        await first.merchant.call('POST', '/edit-rules', {
          name: 'Dearer',
          description: 'Prices times 1.3',
          steps: dearer,
        }),
      );
      const body = { version: 1, selection: everything, expected: length };
      const runId = await first.merchant.start(`/edit-rules/${id}/attach`, body);
      const { merchant, wrong, recoveredMs, prices } = await afterDeath(
        stage,
        first,
        runId,
        'while it attaches a rule',
      );
      const { counts } = Changed.parse(await merchant.call('GET', `/edit-rules/changes/${runId}`));
      if (prices.dearer !== length || counts.changed !== length || prices.sets !== 1) {
        wrong.push(
          `${prices.dearer} of ${length} prices are right, ${counts.changed} counted as changed, in ${prices.sets} edit sets`,
        );
      }
      return { wrong, recoveredMs };
    },
  },
];
