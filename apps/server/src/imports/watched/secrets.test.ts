import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { mug } from '../../../testing/products/products.ts';
import { asOwner } from '../../db/database.ts';
import { importBench, shopifyFile } from '../testing.ts';
import { feedAddress } from './address.ts';
import { fileNameIn, shownAddress } from './shown-address.ts';
import { feedServer } from './testing/feed-server.ts';
import { watchedBench } from './testing/watched-bench.ts';

const { db } = await testDatabase();
const bench = await importBench(db);
const feed = await feedServer();
const elsewhere = await feedServer();
const watched = watchedBench(bench, [feed.host, elsewhere.host]);
const { ownerId } = bench;

const password = 'pass-word-9q';
const token = 'tok-4711-xyz';
const withSecrets = (path: string) => `http://ann:${password}@${feed.host}${path}?token=${token}&format=csv`;

const source = await bench
  .check(shopifyFile([mug]), { into: { as: 'source', source: { name: 'Sealed' }, whole: true } })
  .then(({ source: created }) => created?.id ?? '');

/** Everything of a merchant that a backup or a look into the database would show. */
const everything = () =>
  asOwner(db, ownerId, async (owned) => {
    const texts: string[] = [];
    for (const table of [
      'file_watch',
      'import',
      'import_file',
      'run',
      'notification_due',
      'file_watch_file',
    ]) {
      const { rows } = await sql<{ text: string }>`
        select row_to_json(each)::text as text from ${sql.table(table)} as each`.execute(owned);
      texts.push(...rows.map(({ text }) => text));
    }
    return texts.join('\n');
  });

describe('the secrets of an address', () => {
  it('reach the supplier’s server, and nothing else shows them: no list, no row, no log', async () => {
    const logged: unknown[] = [];
    const log = (...given: unknown[]) => void logged.push(given);
    const looking = { ...watched.looking, log: { debug: log, info: log, warn: log, error: log } };
    feed.file('/secret.csv', shopifyFile([mug]), '"s"');
    const created = await watched.create(source, { kind: 'address', address: withSecrets('/secret.csv') });

    const looked = await watched.look(created.id, looking);

    const request = feed.seen.at(-1);
    expect(request?.headers.authorization).toBe(`Basic ${Buffer.from(`ann:${password}`).toString('base64')}`);
    expect(request?.url).toBe(`/secret.csv?token=${token}&format=csv`);
    expect(looked.where.shown).toBe(`http://•••@${feed.host}/secret.csv?token=•••&format=•••`);
    const shown = JSON.stringify([created, looked, logged]) + (await everything());
    expect(shown).not.toContain(password);
    expect(shown).not.toContain(token);
    expect(shown).toContain('secret.csv');
  });

  it('are in no error of a server that fails, and are not taken along to another server', async () => {
    const logged: unknown[] = [];
    const log = (...given: unknown[]) => void logged.push(given);
    const looking = { ...watched.looking, log: { debug: log, info: log, warn: log, error: log } };
    feed.set('/moved.csv', (_, answer) => {
      answer.writeHead(302, { location: elsewhere.address('/now-here.csv') }).end();
    });
    const { id } = await watched.create(source, { kind: 'address', address: withSecrets('/moved.csv') });
    const failed = await watched.look(id, looking);

    expect(failed.fault).toMatchObject({ code: 'import.watch-not-found' });
    const sent = elsewhere.seen.at(-1);
    const shown = JSON.stringify([failed, logged, sent?.headers, sent?.url]) + (await everything());
    expect(shown).not.toContain(password);
    expect(shown).not.toContain(token);
  });

  it('a server that leads to an address without encryption gives no file', async () => {
    const config = { ...watched.looking.config, allowedPrivateHosts: [feed.host] };
    feed.set('/downgraded.csv', (_, answer) => {
      answer.writeHead(302, { location: elsewhere.address('/plain.csv') }).end();
    });
    elsewhere.file('/plain.csv', shopifyFile([mug]), '"p"');
    const { id } = await watched.create(source, {
      kind: 'address',
      address: feed.address('/downgraded.csv'),
    });

    expect(await watched.look(id, { ...watched.looking, config })).toMatchObject({
      fault: { code: 'import.watch-insecure' },
      lastImport: null,
    });
  });

  it('a server that leads through an address without encryption gives no file, wherever that leads', async () => {
    const config = { ...watched.looking.config, allowedPrivateHosts: [feed.host] };
    feed.set('/through.csv', (_, answer) => {
      answer.writeHead(302, { location: elsewhere.address('/reader.csv') }).end();
    });
    elsewhere.set('/reader.csv', (_, answer) => {
      answer.writeHead(302, { location: feed.address('/exchanged.csv') }).end();
    });
    feed.file('/exchanged.csv', shopifyFile([mug]), '"e"');
    const { id } = await watched.create(source, { kind: 'address', address: feed.address('/through.csv') });
    const before = elsewhere.seen.length;

    expect(await watched.look(id, { ...watched.looking, config })).toMatchObject({
      fault: { code: 'import.watch-insecure' },
      lastImport: null,
    });
    expect(elsewhere.seen.length).toBe(before);
  });

  it('are in no error of an address that is refused', async () => {
    for (const address of [
      `ftp://ann:${password}@x.example/a.csv`,
      `http://x.example/a.csv?token=${token}`,
      'x',
    ]) {
      const { status, body } = await bench.send('POST', '/imports/watched', {
        ...watched.body,
        sourceId: source,
        where: { kind: 'address', address },
      });
      expect(status).toBe(422);
      expect(JSON.stringify(body)).not.toMatch(/pass-word|tok-4711/);
    }
  });
});

it('an address that others could read on its way is refused, unless the operator allowed its host', () => {
  expect(() => feedAddress('http://feeds.example/a.csv', [])).toThrow(
    expect.objectContaining({ code: 'import.watch-insecure' }),
  );
  expect(feedAddress(' https://feeds.example/a.csv ', []).href).toBe('https://feeds.example/a.csv');
  expect(feedAddress('http://nas.local/a.csv', ['nas.local']).href).toBe('http://nas.local/a.csv');
});

it.each([
  ['https://feeds.example/acme/products.csv', 'https://feeds.example/acme/products.csv', 'products.csv'],
  ['https://u:p@feeds.example/a.csv?k=v#part', 'https://•••@feeds.example/a.csv?k=•••', 'a.csv'],
  [
    'https://docs.example/d/1aBcDeFgHiJkLmNoPqRsTuVwXyZ/export?format=xlsx',
    'https://docs.example/d/•••/export?format=•••',
    null,
  ],
  ['https://x.example/8f14e45fceea167a5a36dedd4bea2543.csv', 'https://x.example/•••', null],
  ['https://x.example/%E4%BB%B7%E6%A0%BC.csv', 'https://x.example/价格.csv', '价格.csv'],
])('%s is shown as %s', (address, shown, name) => {
  expect(shownAddress(new URL(address))).toBe(shown);
  expect(fileNameIn(new URL(address))).toBe(name);
});
