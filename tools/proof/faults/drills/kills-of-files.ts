import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Drill } from '../drill.ts';
import { death, succeed } from '../stage/killed.ts';
import type { Stage } from '../stage/stage.ts';
import { until } from '../stage/until.ts';
import { pngOf, upload } from '../stage/upload.ts';

const top = fileURLToPath(new URL('../../../../', import.meta.url));
const dayMs = 24 * 3600_000;

function imagesIn(folder: string): string[] {
  const images = join(folder, 'images');
  return existsSync(images)
    ? readdirSync(images, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(part|png)$/.test(name))
    : [];
}

/** Runs `bowerbird backup FILE` beside the program; returns its exit code, null if it was killed. */
async function backUp(
  databaseUrl: string,
  folder: string,
  file: string,
  edits: string,
): Promise<number | null> {
  const hook = fileURLToPath(new URL('../hook.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', hook, 'apps/server/src/cli/main.ts', 'backup', file], {
    cwd: top,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      BOWERBIRD_DATA: folder,
      DATABASE_URL: databaseUrl,
      BOWERBIRD_DRILL_EDITS: edits,
    },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

export const killsOfFiles: readonly Drill[] = [
  {
    name: 'killed-uploading',
    expectation:
      'SIGKILL with an uploaded image written and not yet named: the program does not know the file; it can be uploaded again, and the rest is removed a day later (here by a clock set ahead).',
    defence: { is: 'files that were never finished are removed', without: 'unfinished-images-stay' },
    kills: ['upload', 'unused-images'],
    async run(stage) {
      const first = await stage.installed({ edits: ['kill-upload'] });
      const bytes = await pngOf(20);
      await upload(first.program, first.merchant, bytes).catch(() => null);
      await death(first.program, 'while it keeps an image');
      const wrong: string[] = [];
      const rows = await first.database.rows('select id from uploaded_image');
      const left = imagesIn(first.folder);
      if (rows.length !== 0 || left.length !== 1) {
        wrong.push(`${rows.length} images are known, ${left.join(', ')} is left`);
      }
      const { program, merchant, began } = await succeed(stage, first, {
        clockFile: stage.clockAhead(dayMs + 3600_000),
      });
      await until('what was left to be removed', async () => imagesIn(first.folder).length === 0);
      const answer = await upload(program, merchant, bytes);
      const recoveredMs = performance.now() - began;
      const files = imagesIn(first.folder);
      if (answer !== '201' || files.length !== 1 || !files[0]?.endsWith('.png')) {
        wrong.push(`uploaded again it was answered ${answer}; ${files.join(', ')} is there`);
      }
      return { wrong, recoveredMs };
    },
  },
  {
    name: 'killed-deleting-images',
    expectation:
      'SIGKILL after the row of an unused image was deleted and before its file was: the file is removed a day later (here by a clock set ahead).',
    defence: { is: 'files without a row are searched for', without: 'stray-images-stay' },
    kills: ['unused-images'],
    async run(stage) {
      const first = await stage.installed();
      await upload(first.program, first.merchant, await pngOf(30));
      await first.program.end('SIGTERM');
      await first.database.rows(
        "update uploaded_image set used_at = now() - interval '30 days', created_at = now() - interval '30 days'",
      );
      const killed = stage.begin({ ...first.options, edits: ['kill-image-deletion'] });
      await death(killed, 'while it deletes an image');
      const { began } = await succeed(stage, first, { clockFile: stage.clockAhead(dayMs + 3600_000) });
      await until('the file to be removed', async () => imagesIn(first.folder).length === 0);
      const rows = await first.database.rows('select id from uploaded_image');
      return {
        wrong: rows.length === 0 ? [] : ['the image is still known'],
        recoveredMs: performance.now() - began,
      };
    },
  },
  {
    name: 'killed-forgetting',
    expectation:
      'SIGKILL after the first 5,000 of 12,000 old audit events were deleted: another process deletes the rest, and nothing that must be kept.',
    defence: { is: 'old events are searched for at each start', without: 'forgetting-begins-later' },
    kills: ['old-data'],
    async run(stage) {
      const first = await stage.installed();
      await first.program.end('SIGTERM');
      await first.database.rows(
        `insert into audit_event (id, what, area, details, at)
         select gen_random_uuid(), 'GET /old', 'other', '{}', now() - interval '3000 days' from generate_series(1, 12000)`,
      );
      const counted = async () => {
        const [found] = await first.database.rows<{ old: number; kept: number }>(
          `select count(*) filter (where what = 'GET /old')::integer as old,
             count(*) filter (where what <> 'GET /old')::integer as kept from audit_event`,
        );
        return found ?? { old: -1, kept: -1 };
      };
      const before = await counted();
      const killed = stage.begin({ ...first.options, edits: ['kill-forgetting'] }, true);
      await death(killed, 'while it forgets');
      const half = await counted();
      const wrong =
        half.old > 0 && half.old < 12_000 ? [] : [`${half.old} of 12,000 were left by the killed one`];
      const { began } = await succeed(stage, first);
      await until('all that is old to be gone', async () => (await counted()).old === 0);
      const recoveredMs = performance.now() - began;
      const after = await counted();
      return {
        wrong:
          after.kept >= before.kept
            ? wrong
            : [...wrong, `${before.kept - after.kept} events that are kept are gone`],
        recoveredMs,
      };
    },
  },
  {
    name: 'killed-backing-up',
    expectation:
      'SIGKILL at the end of a backup: no file has its name, the program keeps running, and another backup is whole.',
    defence: { is: 'a backup has its name only when it is whole', without: 'backup-has-its-name-at-once' },
    kills: ['backup'],
    async run(stage: Stage) {
      const first = await stage.installed();
      const files = stage.folder();
      const [one, other] = [join(files, 'one.backup'), join(files, 'other.backup')];
      const without = stage.without.join(' ');
      const code = await backUp(first.database.url, first.folder, one, `kill-backup ${without}`);
      const wrong = code === null ? [] : [`the backup ended with ${code} and was not killed`];
      if (existsSync(one)) {
        wrong.push('a file has its name');
      }
      const began = performance.now();
      const again = await backUp(first.database.url, first.folder, other, without);
      if (again !== 0 || !existsSync(other)) {
        wrong.push(`another backup ended with ${again}`);
      }
      const recoveredMs = performance.now() - began;
      const answer = await first.merchant.try('GET', '/runs?limit=1');
      return {
        wrong: answer.status === 200 ? wrong : [...wrong, `the program answers ${answer.status}`],
        recoveredMs,
      };
    },
  },
];
