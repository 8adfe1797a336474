import { sql } from 'kysely';
import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { realClock } from '../clock.ts';
import { asOwner } from '../db/database.ts';
import { servedRoutes, servedToBrowsers } from '../served.ts';
import { connectPracticeStore } from '../stores/practice.ts';
import { anotherMerchant, signIn } from '../testing/app.ts';
import type { Bodies } from '../testing/bodies/bodies.ts';
import { goodsBodies } from '../testing/bodies/goods.ts';
import { testDatabase } from '../testing/database.ts';
import { type Ids, oneOfEverything, wholeApi } from '../testing/one-of-everything.ts';
import { mug, ownProducts } from '../testing/products.ts';

const { db } = await testDatabase();
const whole = await wholeApi(db);
const { app, services, ann, send } = whole;
const anns = await oneOfEverything(whole);
const ben = await anotherMerchant(db, 'ben');
const bensHeaders = await signIn(app, ben);

const nobodys: Ids = {
  ...anns,
  ...Object.fromEntries(Object.keys(anns).map((name) => [name, v7()])),
};
const bens = {
  store: (await connectPracticeStore(services, ben.ownerId)) ?? '',
  product: (await ownProducts(db, ben.ownerId, [mug]))[0] ?? '',
};

const bodies: Bodies = { ...goodsBodies };
const bodiesOf = (name: string, ids: Ids) =>
  bodies[name]?.(ids, { known: ids === anns, username: ann.username, own: bens });

/** The path with each of these ids in it; where it takes two, with a product of the caller's own and each, too. */
function pathsOf(path: string, ids: Ids): string[] {
  const [first, second] = [...path.matchAll(/:\w+/g)].map(([name]) => name);
  if (!first) {
    return [path];
  }
  const each = Object.values(ids);
  return second
    ? [
        path.replace(first, ids.product).replace(second, ids.change),
        ...each.map((id) => path.replace(first, bens.product).replace(second, id)),
      ]
    : each.map((id) => path.replace(first, id));
}

/** What differs from answer to answer, whoever asks. */
function told(body: string): string {
  return body
    .replaceAll(/"requestId":"[^"]*"/g, '')
    .replaceAll(/"milliseconds":[\d.]+/g, '')
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-7[\da-f-]{21}/g, 'an id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time');
}

/** Everything that is written down of Ann's. */
function everythingOfAnns(): Promise<Record<string, unknown>> {
  return asOwner(db, ann.ownerId, async (owned) => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'owner_id' and table_name !~ '^(own_|open_)' order by 1
    `.execute(owned);
    const all: Record<string, unknown> = {};
    for (const { name } of rows) {
      const found = await sql<{ held: unknown }>`
        select jsonb_agg(to_jsonb(one) order by to_jsonb(one)::text) as held from ${sql.ref(name)} as one
        where owner_id = ${ann.ownerId}
      `.execute(owned);
      all[name] = found.rows[0]?.held;
    }
    return all;
  });
}

it('has one of everything to protect', async () => {
  expect(Object.entries(anns).filter(([, id]) => !/^[\da-f-]{36}$/.test(id))).toEqual([]);
});

it('answers a stranger who knows an id as one who invented it, whatever the call, and changes nothing', async () => {
  const before = await everythingOfAnns();
  const calls = [...servedRoutes(realClock), ...servedToBrowsers].map(({ route }) => route);
  const wrong: string[] = [];
  for (const route of calls) {
    const name = `${route.method} ${route.path}`;
    const takesBody = 'body' in route && route.body !== undefined;
    if (route.path === '/auth/logout' || (takesBody && !bodies[name])) {
      if (takesBody) {
        wrong.push(`${name}: say under testing/bodies what a stranger would send`);
      }
      continue;
    }
    const sent = (ids: Ids) =>
      pathsOf(route.path, ids).flatMap((path) =>
        (bodiesOf(name, ids) ?? [undefined]).map((body) => ({ path, body })),
      );
    const invented = sent(nobodys);
    for (const [index, { path, body }] of sent(anns).entries()) {
      const known = await send(bensHeaders, route.method, path, body);
      const other = invented[index];
      const unknown = await send(bensHeaders, route.method, other?.path ?? '', other?.body);
      if (known.statusCode !== unknown.statusCode || told(known.body) !== told(unknown.body)) {
        wrong.push(`${name} tells apart: ${known.statusCode} ${known.body.slice(0, 300)}`);
      }
      const leaked = Object.entries(anns).filter(([, id]) => known.body.includes(id));
      if (leaked.length > 0 || known.body.includes('Secret mug')) {
        wrong.push(`${name} tells ${leaked.map(([what]) => what).join()}: ${known.body.slice(0, 300)}`);
      }
      if (known.statusCode >= 500 && name !== 'POST /stores') {
        wrong.push(`${name} fails: ${known.statusCode} ${known.body.slice(0, 300)}`);
      }
      if (path !== route.path && known.statusCode < 300) {
        wrong.push(`${name} answers ${known.statusCode} ${known.body.slice(0, 300)}`);
      }
    }
  }

  expect(wrong).toEqual([]);
  expect(await everythingOfAnns()).toEqual(before);
});
