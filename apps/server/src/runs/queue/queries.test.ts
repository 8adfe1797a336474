import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { jobsConnection } from '../../db/connecting/addresses.ts';
import { openJobs } from '../jobs.ts';
import { dueSql, queuedSql, runsSql, unfinishedOfSql } from './queries.ts';

const { jobsUrl, adminUrl } = await testDatabase();
const silent = () => void 0;
const jobs = await openJobs(jobsConnection(jobsUrl), {
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
});
const admin = new pg.Client({ connectionString: adminUrl });
await admin.connect();
afterAll(async () => {
  await jobs.stop();
  await admin.end();
});

const kind = { kind: 'export' as const, atOnce: 1, keys: () => [], work: async () => undefined };

it.each([
  ['what is due', dueSql, [['export', 'listing']]],
  ['which runs have jobs', runsSql, [false]],
  ['how many jobs a merchant has', unfinishedOfSql, ['export', 'one', 'a run', 100]],
  ['what is queued', queuedSql(20), []],
])('a look at %s reads no jobs that have ended', async (_what, query, values) => {
  await jobs.know([kind]);
  // Within one transaction, as the queue removes what has ended.
  await admin.query('begin');
  await admin.query(
    `insert into pgboss.job (name, state, policy, singleton_key, group_id, data, completed_on, deletion_seconds)
     select 'export', 'completed', 'singleton', 'key', 'one', '{"runId": "ended"}', now(), 0 from generate_series(1, 5000)`,
  );
  await admin.query('analyze pgboss.job_common');
  const { rows } = await admin.query<Record<string, string>>(
    `explain (analyze, format text) ${query}`,
    values,
  );
  await admin.query('rollback');

  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Index');
  expect(plan).not.toMatch(/Seq Scan on job_common|Rows Removed by Filter: \d{3}/);
});

it('keeps an ended job for a minute, also in a queue of an earlier program', async () => {
  await jobs.know([kind]);
  await admin.query(`update pgboss.queue set deletion_seconds = 3600 where name = 'export'`);

  await jobs.know([kind]);

  const { rows } = await admin.query(`select deletion_seconds from pgboss.queue where name = 'export'`);
  expect(rows).toEqual([{ deletion_seconds: 60 }]);
});
