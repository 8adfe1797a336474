import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { share } from '@bowerbird/platforms/testing/share';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, expect, it } from 'vitest';
import { bowerbirdFromSource, bowerbird as inOneFile } from '../../testing/api/command-line.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { asOwner } from '../db/database.ts';
import { startSimulator } from '../simulator/start.ts';

const { db, adminUrl } = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'bowerbird-cli-'));
const shop = await startSimulator({ platforms: ['shopify'], port: 0, products: 40, faults: [] });
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});
const address = shop.address('glade-home');
const installation = {
  DATABASE_URL: adminUrl,
  BOWERBIRD_DATA: folder,
  BOWERBIRD_ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${shop.port}`,
};

it('goes the main way from a shop to a product file and a store, with exit codes that say how it went', {
  tags: ['slow'],
}, async () => {
  const collected = await bowerbird('collect', address, '--json');
  const again = await bowerbird('collect', address, '--json');
  const claimed = await bowerbird('claim', '--all', '--json');
  const products = await bowerbird('products', '--json');
  const out = join(folder, 'goods.csv');
  const exported = await bowerbird('export', '--format', 'shopify', '--out', out);

  expect(collected).toMatchObject({ code: 0, stderr: expect.stringContaining('Demo merchant: demo / ') });
  expect(JSON.parse(collected.stdout)).toEqual({
    runId: expect.any(String),
    platform: 'shopify',
    promised: 40,
    got: 40,
    unchanged: 0,
    skipped: [],
    // The feed has these for no product.
    partial: ['categories', 'seo', 'stock', 'barcode'].map((field) => ({ field, count: 40 })),
    variantGaps: expect.any(Array),
    seconds: expect.any(Number),
  });
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(again.stdout)).toMatchObject({ got: 40, unchanged: 40 });
  expect(JSON.parse(claimed.stdout)).toMatchObject({ claimed: 40 });
  expect(JSON.parse(products.stdout)).toHaveLength(40);
  expect(exported).toMatchObject({ code: 0, stdout: expect.stringContaining('40 products') });
  expect(readFileSync(out, 'utf8')).toMatch(/^Handle,Title,/);

  const { runId } = JSON.parse((await bowerbird('export', '--out', out, '--json')).stdout);
  const link = await bowerbird('links', 'add', runId, '--hours', '2', '--downloads', '3');
  const all = JSON.parse((await bowerbird('links', '--json')).stdout);
  const revoked = await bowerbird('links', 'revoke', all[0].id);
  expect(link.stdout).toMatch(/^http.*\/shop-reptile\/api\/export-links\/[\w-]{43}\n$/);
  expect(all).toMatchObject([{ state: 'open', downloads: 0, downloadsMax: 3 }]);
  expect(revoked.stdout).toContain('\trevoked\t');
});

it('edits many products at once after a preview, and undoes it', { tags: ['slow'] }, async () => {
  const steps = join(folder, 'steps.json');
  writeFileSync(steps, JSON.stringify([{ edit: { kind: 'title-suffix', text: ' XL' } }]));
  const order = ['edit', '--filter', '{}', '--steps', steps, '--json'];

  const preview = await bowerbird(...order, '--preview');
  const edited = await bowerbird(...order);
  const { runId } = JSON.parse(edited.stdout);
  const undone = await bowerbird('undo', runId, '--json');
  const wrong = await bowerbird('edit', '--filter', '{"tagz":[]}', '--steps', steps);

  expect(JSON.parse(preview.stdout)).toMatchObject({ products: 40, changed: 40, rejected: 0 });
  expect(edited).toMatchObject({ code: 0 });
  expect(JSON.parse(edited.stdout)).toEqual({ runId, done: 40, failed: 0 });
  expect(JSON.parse(undone.stdout)).toMatchObject({ restored: 40, kept: 0, impossible: 0 });
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('--filter') });
});

it('connects a store, lists to it, and shows the runs', { tags: ['slow'] }, async () => {
  const domain = new URL(address).host;
  const added = await bowerbird(
    'stores',
    'add',
    '--name',
    'Practice',
    '--domain',
    domain,
    '--token',
    'practice-token-glade-home',
  );
  const listed = await bowerbird(
    'list',
    '--store',
    'Practice',
    '--filter',
    'text=mug',
    '--dry-run',
    '--json',
  );
  const runs = await bowerbird('runs', '--json');

  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('Practice\tshopify') });
  expect(added.stdout + added.stderr).not.toContain('practice-token');
  expect(JSON.parse(listed.stdout)).toMatchObject({ store: 'Practice', dryRun: true });
  expect((JSON.parse(runs.stdout) as { kind: string }[]).map(({ kind }) => kind)).toContain('listing');
});

it('audits a whole store', { tags: ['slow'] }, async () => {
  const reported = await bowerbird('audit', '--store', 'Practice');

  expect(reported).toMatchObject({ code: 0, stdout: 'Practice: 0 listed\n  ledger and store agree\n' });
});

it('ends an audit that does not agree with exit code 3, and says what is missing', {
  tags: ['slow'],
}, async () => {
  const { rows } = await sql<{ owner_id: string }>`select owner_id from open_comparison limit 1`.execute(db);
  const ownerId = rows[0]?.owner_id ?? '';
  await asOwner(db, ownerId, async (owned) => {
    const { shop_id } = await owned
      .selectFrom('store')
      .select('shop_id')
      .where('name', '=', 'Practice')
      .executeTakeFirstOrThrow();
    const { id } = await owned.selectFrom('product').select('id').limit(1).executeTakeFirstOrThrow();
    await owned
      .insertInto('listing')
      .values({
        id: v7(),
        owner_id: ownerId,
        product_id: id,
        shop_id,
        key: 'bb-nowhere',
        state: 'listed',
        token: v7(),
        store_product_id: 'gid://shopify/Product/1',
        published: true,
        wanted_revision: 1,
        listed_revision: 1,
      })
      .execute();
  });

  const reported = await bowerbird('audit', '--store', 'Practice');

  expect(reported).toMatchObject({ code: 3, stdout: expect.stringContaining('ledger and store differ') });
  expect(reported.stdout).toContain('1 product missing');
});

it('reports why products were not listed: how many for which reason, with the field and one of them', {
  tags: ['slow'],
}, async () => {
  const listed = await bowerbird('list', '--store', 'Practice', '--dry-run');
  const [, runId = ''] = /run +(\S+)/.exec(listed.stdout) ?? [];
  const reported = await bowerbird('runs', runId);
  const json = await bowerbird('runs', runId, '--json');

  const { kind, listing } = JSON.parse(json.stdout) as {
    kind: string;
    listing: {
      counts: { refused: number };
      reasons: { count: number }[];
      rejections: { listings: number }[];
    };
  };
  expect({ kind, refused: listing.counts.refused > 0 }).toEqual({ kind: 'listing', refused: true });
  const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0);
  expect(sum(listing.reasons.map(({ count }) => count))).toBe(listing.counts.refused);
  expect(sum(listing.rejections.map(({ listings }) => listings))).toBe(listing.counts.refused);
  for (const { stdout } of [listed, reported]) {
    expect(stdout).toMatch(/^ {4}\d+ products? refused: [A-Z].+\. \(.+; for example: .+\)$/m);
  }
});

const refusals: [string[], string][] = [
  [['collect', 'not an address'], 'This is not a valid URL'],
  [['collect', 'http://10.0.0.1/'], 'private network'],
  [['collect', '--search', ' ', 'https://shop.example'], '--search WORDS'],
  [['claim'], '--run ID or --all'],
  [['products', '--for', 'nobody@example.test'], 'nobody@example.test'],
  [['products', '--for', 'admin@bowerbird.localhost'], 'right'],
  [['export', '--template', 'Feed', '--out', 'x.csv'], 'There are no export templates yet.'],
  [['export', '--images', 'all', '--out', 'x.csv'], '--images takes address or file'],
  [['links', 'add', 'nothing.csv'], 'No exported file is called nothing.csv'],
  [['list', '--store', 'Nowhere'], 'No store is called Nowhere'],
  [['audit', '--store', 'Nowhere'], 'No store is called Nowhere'],
  [['frobnicate'], 'is no command'],
];
it.each(share(refusals, 3))(
  'ends %j with 1 and one line that says why',
  { tags: ['slow'] },
  async (args, why) => {
    const { code, stdout, stderr } = await bowerbirdFromSource(installation, ...args);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(why);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  },
);

function bowerbird(...args: string[]) {
  return inOneFile(installation, ...args);
}
