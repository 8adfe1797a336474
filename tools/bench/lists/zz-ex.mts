import { sql } from '/work/w/lists/node_modules/kysely/dist/index.js';
import pg from '/work/w/lists/node_modules/pg/lib/index.js';
import { startEmbedded } from '/work/w/lists/apps/server/src/db/embedded/start.ts';
import { openDatabase, asOwner } from '/work/w/lists/apps/server/src/db/database.ts';
import { addressesOf } from '/work/w/lists/apps/server/src/db/embedded/logins.ts';
import { walkQuery, matchesQuery } from '/work/w/lists/apps/server/src/products/list/find-page.ts';
import { sampleQuery } from '/work/w/lists/apps/server/src/products/list/count-matches.ts';
const [folder, ...filters] = process.argv.slice(2);
const e = await startEmbedded({ folder, fsync: false, say: console.error });
const c = new pg.Client({ connectionString: e.url }); await c.connect();
await c.query('drop index if exists product_text_owner');
const { rows: [{ owner_id }] } = await c.query(`select owner_id from "user" where username = 'demo'`);
const { db, close } = openDatabase(addressesOf(e.url).app);
for (const text of filters) {
  const { only, ...body } = JSON.parse(text);
  const request = { filter: {}, sort: 'updated', direction: 'desc', limit: 100, ...body } as any;
  const qs: any = { near: () => walkQuery(owner_id, request, 2000), found: () => matchesQuery(owner_id, request), sample: (o: any) => sampleQuery(o, owner_id, request.filter), walk: () => walkQuery(owner_id, request, null) };
  for (const name of (only ?? 'near,found,sample').split(',')) {
    for (const again of [0, 1]) await asOwner(db, owner_id, async (o) => {
      await sql`set local enable_seqscan = off`.execute(o); await sql`set local statement_timeout = '20s'`.execute(o);
      const t = performance.now();
      try { const r: any = await sql`explain (analyze, buffers, costs on, timing off) ${qs[name](o)}`.execute(o);
      if (again) { console.log('#####', name, text.slice(0, 120), (performance.now() - t).toFixed(0) + 'ms'); console.log(r.rows.map((x: any) => x['QUERY PLAN']).filter((l: string) => !/Output|Cache|Planning$|Searches/.test(l)).map((l: string) => l.slice(0, 190)).join('\n')); } } catch (x) { console.log(name, text, String(x)); }
    });
  }
}
await close(); await c.end(); await e.stop(); process.exit(0);
