import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Drill } from '../drill.ts';
import { Caller } from '../stage/caller.ts';
import { underWay, wrongAfter } from '../stage/collected.ts';
import { EmbeddedOf } from '../stage/embedded.ts';
import { Person } from '../stage/person.ts';
import { SmallDisk } from '../stage/small-disk.ts';
import type { Stage } from '../stage/stage.ts';
import { until } from '../stage/until.ts';
import { pngOf, upload } from '../stage/upload.ts';

function disk(stage: Stage, folder: string, megabytes: number): SmallDisk {
  const made = new SmallDisk(folder, megabytes);
  stage.later(() => made.unmount());
  return made;
}

const namesOfFull = ['database.disk-full', 'database.unreachable', 'database.busy'];

export const diskFull: readonly Drill[] = [
  {
    name: 'disk-full-database',
    expectation:
      'The disk of the embedded database fills up inside a collecting run: it waits under the name `database.disk-full` and calls answer 503 by name or as usual; with free space again, the run resumes by itself and ends with each product once.',
    defence: { is: 'a full disk has a name, and a run waits for space', without: 'disk-full-has-no-name' },
    async run(stage) {
      const folder = stage.folder();
      const small = disk(stage, folder, 400);
      const shop = await stage.shop(8);
      shop.holdsAfterPage = 2;
      const program = stage.begin({ folder, reaches: [shop.host] });
      await program.ready();
      const merchant = await Person.signIn(program, program.accounts().merchant);
      const embedded = new EmbeddedOf(folder);
      const rows = embedded.rows.bind(embedded);
      const runId = await merchant.collect(shop.address);
      await underWay(rows, runId, shop);

      small.fill();
      const caller = new Caller(program, merchant);
      shop.release();
      await until('the run to find the disk full', async () => {
        small.fill();
        const run = await merchant.run(runId).catch(() => null);
        return (run?.fault ?? null) !== null || program.saidOf(/disk-full|No space left/).length > 0;
      });
      small.empty();
      const began = performance.now();
      const run = await merchant.ended(runId);
      const recoveredMs = performance.now() - began;
      await caller.stop();
      const wrong: string[] = [];
      if (!program.lives) {
        wrong.push('the program ended');
      }
      // Where even that cannot be written to the full disk, the queue hands the job out again.
      if (program.saidOf(/A run failed unexpectedly/).length > 0) {
        wrong.push('the full disk ended the run as an unexpected failure');
      }
      return {
        wrong: [...wrong, ...caller.wrong(namesOfFull), ...(await wrongAfter(rows, merchant, run, shop))],
        recoveredMs,
      };
    },
  },
  {
    name: 'disk-full-exports',
    expectation:
      'The folder of exports is full: the run is held with `files.disk-full` and leaves no partial file; with free space it resumes by itself and the file is whole.',
    defence: { is: 'a run waits for space', without: 'no-room-has-no-name' },
    async run(stage) {
      const shop = await stage.shop(2);
      const { merchant, folder } = await stage.installed({ reaches: [shop.host] });
      await merchant.ended(await merchant.collect(shop.address));
      const selection = { filter: { state: 'unclaimed' }, except: [] };
      const claim = { selection, expected: shop.ids.length, edits: [] };
      await merchant.ended(await merchant.start('/collect/results/claim', claim));
      const exports = join(folder, 'exports');
      const small = disk(stage, exports, 8);
      small.fill();
      const body = { format: 'shopify', selection: { filter: {}, except: [] } };
      const runId = await merchant.start('/exports', body);
      const held = await until('the run to wait or to end', async () => {
        const run = await merchant.run(runId);
        return run.fault !== null && run;
      });
      const wrong =
        held.state === 'held' && held.fault?.code === 'files.disk-full'
          ? []
          : [`the run is ${held.state} (${held.fault?.code})`];
      const half = readdirSync(exports).filter((name) => name !== 'ballast');
      if (half.length > 0) {
        wrong.push(`${half.join(', ')} was left`);
      }
      small.empty();
      const began = performance.now();
      const run = await merchant.ended(runId);
      const recoveredMs = performance.now() - began;
      const left = readdirSync(exports);
      if (run.state !== 'complete' || left.join() !== `${runId}.csv`) {
        wrong.push(`the run is ${run.state}, and the folder holds ${left.join(', ')}`);
      }
      return { wrong, recoveredMs };
    },
  },
  {
    name: 'disk-full-images',
    expectation:
      'The folder of images is full: an upload answers 503 `files.disk-full` and leaves nothing; with free space the same upload succeeds.',
    defence: { is: 'a full disk has a name', without: 'no-room-has-no-name' },
    cheap: true,
    async run(stage) {
      const { program, merchant, folder, database } = await stage.installed();
      const images = join(folder, 'images');
      const small = disk(stage, images, 8);
      const bytes = await pngOf(300);
      small.fill();
      const refused = await upload(program, merchant, bytes);
      const wrong = refused === '503 files.disk-full' ? [] : [`the upload was answered ${refused}`];
      const [row] = await database.rows<{ images: number }>(
        'select count(*)::integer as images from uploaded_image',
      );
      const left = readdirSync(images, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.(part|png)$/.test(name),
      );
      if (row?.images !== 0 || left.length > 0) {
        wrong.push(`${row?.images} rows and ${left.length} files were left`);
      }
      small.empty();
      const began = performance.now();
      const taken = await upload(program, merchant, bytes);
      const recoveredMs = performance.now() - began;
      return {
        wrong: taken === '201' ? wrong : [...wrong, `with free space the upload was answered ${taken}`],
        recoveredMs,
      };
    },
  },
];
