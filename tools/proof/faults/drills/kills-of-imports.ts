import type { Drill } from '../drill.ts';
import { death, succeed } from '../stage/killed.ts';
import { confirmImport, productFile, startImport, whenChecked } from '../stage/product-file.ts';
import type { Installed, Stage } from '../stage/stage.ts';

/** Three transactions of products. */
const count = 700;

/** Applies an import in a process that is killed within it; returns its end in another. */
async function appliedAfterDeath(stage: Stage, { first, runId }: { first: Installed; runId: string }) {
  await confirmImport(first.merchant, runId, await whenChecked(first.merchant, runId));
  await death(first.program, 'while it imports');
  const { merchant, began } = await succeed(stage, first);
  const run = await merchant.ended(runId);
  const recoveredMs = performance.now() - began;
  return { recoveredMs, wrong: run.state === 'complete' ? [] : [`the run is ${run.state}`] };
}

export const killsOfImports: readonly Drill[] = [
  {
    name: 'killed-checking-a-file',
    expectation:
      'SIGKILL with half of a file’s products compared and recorded: a new process checks it; each product is recorded once, and nothing is imported.',
    defence: {
      is: 'what an interrupted check recorded is deleted first',
      without: 'checks-keep-what-they-had',
    },
    kills: ['import'],
    async run(stage) {
      const first = await stage.installed({ edits: ['kill-check'] });
      const runId = await startImport(first.program, first.merchant, productFile(count, '12.50'), 'source');
      await death(first.program, 'while it checks');
      const { merchant, began } = await succeed(stage, first);
      const toApply = await whenChecked(merchant, runId);
      const recoveredMs = performance.now() - began;
      const [found] = await first.database.rows<{ items: number; keys: number; saved: number }>(
        `select count(*)::integer as items, count(distinct key)::integer as keys,
          (select count(*)::integer from collected) as saved from import_item where run_id = $1`,
        [runId],
      );
      const isRight =
        toApply === count && found?.items === count && found.keys === count && found.saved === 0;
      const wrong = isRight ? [] : [`${toApply} of ${count} are to be imported: ${JSON.stringify(found)}`];
      return { wrong, recoveredMs };
    },
  },
  {
    name: 'killed-importing-from-a-supplier',
    expectation:
      'SIGKILL with two of three parts of a supplier’s file saved: a new process saves the third; each product is saved and counted once.',
    defence: {
      is: 'how far an import is, is saved with its products',
      without: 'imports-forget-how-far-they-are',
    },
    kills: ['import'],
    async run(stage) {
      const first = await stage.installed({ edits: ['kill-import'] });
      const runId = await startImport(first.program, first.merchant, productFile(count, '12.50'), 'source');
      const { wrong, recoveredMs } = await appliedAfterDeath(stage, { first, runId });
      const [found] = await first.database.rows<{ saved: number; keys: number; got: number }>(
        `select count(*)::integer as saved, count(distinct source_id)::integer as keys,
          (select got from collect_run where run_id = $1) as got from collected`,
        [runId],
      );
      if (found?.saved !== count || found.keys !== count || found.got !== count) {
        wrong.push(`of ${count} products: ${JSON.stringify(found)}`);
      }
      return { wrong, recoveredMs };
    },
  },
  {
    name: 'killed-editing-from-a-file',
    expectation:
      'SIGKILL with a page of products edited from a file and not marked: a new process edits it; each product is edited and recorded once, in one edit set.',
    defence: {
      is: 'a page is one transaction, and an edit set has one record of each product',
      without: 'edits-are-applied-again',
    },
    kills: ['import'],
    async run(stage) {
      const begun = await stage.installed();
      const created = await startImport(begun.program, begun.merchant, productFile(count, '9.90'), 'edit');
      await confirmImport(begun.merchant, created, await whenChecked(begun.merchant, created));
      await begun.merchant.ended(created);
      await begun.program.end('SIGTERM');
      const killed = await succeed(stage, begun, { edits: ['kill-file-edit'] });
      const first = { ...begun, ...killed };
      const runId = await startImport(first.program, first.merchant, productFile(count, '12.50'), 'edit');
      const { wrong, recoveredMs } = await appliedAfterDeath(stage, { first, runId });
      const [found] = await first.database.rows<
        Record<'priced' | 'once' | 'records' | 'sets' | 'edited', number>
      >(
        `select count(*) filter (where price = 12.50)::integer as priced,
          count(*) filter (where revision = 2)::integer as once,
          (select count(*)::integer from product_change where edit_set_id in (select id from edit_set where run_id = $1)) as records,
          (select count(*)::integer from edit_set where run_id = $1) as sets,
          (select count(*)::integer from import_item where run_id = $1 and outcome = 'edited') as edited
        from product`,
        [runId],
      );
      const isRight =
        found?.sets === 1 &&
        [found.priced, found.once, found.records, found.edited].every((each) => each === count);
      if (!isRight) {
        wrong.push(`of ${count} products: ${JSON.stringify(found)}`);
      }
      return { wrong, recoveredMs };
    },
  },
];
