import { sql } from 'kysely';
import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { anotherMerchant, signIn } from '../../../testing/api/app.ts';
import { guestBodies } from '../../../testing/bodies/account.ts';
import { billingBodies } from '../../../testing/bodies/billing.ts';
import { boardsBodies } from '../../../testing/bodies/boards.ts';
import type { Bodies } from '../../../testing/bodies/bodies.ts';
import { editRuleBodies } from '../../../testing/bodies/edit-rules.ts';
import { exportBodies } from '../../../testing/bodies/exports.ts';
import { importBodies } from '../../../testing/bodies/imports.ts';
import { listingStatesBodies } from '../../../testing/bodies/listing-states.ts';
import { newsBodies } from '../../../testing/bodies/news.ts';
import { notificationBodies } from '../../../testing/bodies/notifications.ts';
import { ownAccountBodies } from '../../../testing/bodies/own-account.ts';
import { pluginBodies } from '../../../testing/bodies/plugin.ts';
import { productBodies } from '../../../testing/bodies/products.ts';
import { recollectBodies } from '../../../testing/bodies/recollect.ts';
import { resultsBodies } from '../../../testing/bodies/results.ts';
import { rulesBodies } from '../../../testing/bodies/rules.ts';
import { scheduleBodies } from '../../../testing/bodies/schedules.ts';
import { sourcesBodies } from '../../../testing/bodies/sources.ts';
import { tasksBodies } from '../../../testing/bodies/tasks.ts';
import { teamBodies } from '../../../testing/bodies/team.ts';
import { uploadBodies } from '../../../testing/bodies/uploads.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { type Ids, oneOfEverything, wholeApi } from '../../../testing/one-of-everything/one-of-everything.ts';
import { mug, ownProducts } from '../../../testing/products/products.ts';
import { asOwner } from '../../db/database.ts';
import { servedRoutes, servedToBrowsers } from '../../program/served.ts';
import { connectPracticeStore } from '../../stores/practice.ts';
import { realClock } from '../../time/clock.ts';

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

const bodies: Bodies = {
  ...productBodies,
  ...billingBodies,
  ...teamBodies,
  ...uploadBodies,
  ...importBodies,
  ...guestBodies,
  ...ownAccountBodies,
  ...tasksBodies,
  ...boardsBodies,
  ...notificationBodies,
  ...newsBodies,
  ...recollectBodies,
  ...editRuleBodies,
  ...exportBodies,
  ...resultsBodies,
  ...sourcesBodies,
  ...rulesBodies,
  ...listingStatesBodies,
  ...scheduleBodies,
  ...pluginBodies,
};
const bodiesOf = (name: string, ids: Ids) =>
  bodies[name]?.(ids, { known: ids === anns, username: ann.username, own: bens });

/**
 * Returns the path with each of these ids in it; if the path takes two, also with a product of the caller's own and
 * each id.
 */
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

function queryOf(values: object): string {
  return String(new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])));
}

interface Sent {
  path: string;
  body?: object | undefined;
}

/** Calls that can't change anything of the caller's are made several at once, because there are thousands. */
async function severalAtOnce<One>(
  all: readonly One[],
  width: number,
  call: (one: One, index: number) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < all.length; from += width) {
    await Promise.all(all.slice(from, from + width).map((one, at) => call(one, from + at)));
  }
}

/** Removes what differs between responses even for the same caller. */
function reported(body: string): string {
  return (
    body
      .replaceAll(/"requestId":"[^"]*"/g, '')
      .replaceAll(/"milliseconds":[\d.]+/g, '')
      // Counts up with each rule that the caller saves.
      .replaceAll(/"number":\d+/g, '')
      .replaceAll(/[\da-f]{8}-[\da-f]{4}-7[\da-f-]{21}/g, 'an id')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
  );
}

/** Returns all stored data of Ann's. */
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

it('answers another merchant who knows an id as one who invented it, whatever the call, and changes nothing [asvs 8.2.2] [asvs 8.4.1]', {
  tags: ['slow'],
}, async () => {
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
    const sent = (ids: Ids): Sent[] =>
      pathsOf(route.path, ids).flatMap((path) =>
        (bodiesOf(name, ids) ?? [undefined]).map((body) =>
          takesBody || body === undefined ? { path, body } : { path: `${path}?${queryOf(body)}` },
        ),
      );
    const invented = sent(nobodys);
    // Guest calls are counted, so the two that are compared must be made one after the other.
    const isCounted = !route.path.includes(':') || route.needs === 'guest';
    const answers = new Map<string, ReturnType<typeof send>>();
    /** One call for all invented ids is enough. */
    const toInvented = ({ path, body }: Sent) => {
      const form = `${reported(path)} ${JSON.stringify(body)}`;
      const answer =
        (isCounted ? undefined : answers.get(form)) ?? send(bensHeaders, route.method, path, body);
      answers.set(form, answer);
      return answer;
    };
    const compare = async ({ path, body }: Sent, index: number) => {
      const known = await send(bensHeaders, route.method, path, body);
      const unknown = await toInvented(invented[index] ?? { path: '' });
      // Calls to the outside are counted for each person, whatever the id: beyond the limit, the response reveals
      // nothing.
      const counted = known.statusCode === 429 || unknown.statusCode === 429;
      const same = known.statusCode === unknown.statusCode && reported(known.body) === reported(unknown.body);
      if (!counted && !same) {
        wrong.push(`${name} tells apart: ${known.statusCode} ${known.body.slice(0, 300)}`);
      }
      const leaked = Object.entries(anns).filter(([, id]) => known.body.includes(id));
      if (leaked.length > 0 || known.body.includes('Secret mug')) {
        wrong.push(`${name} tells ${leaked.map(([what]) => what).join()}: ${known.body.slice(0, 300)}`);
      }
      // Not every tree under test has the plugin built.
      const notBuilt = known.statusCode === 503 && known.body.includes('plugin.not-built');
      if (known.statusCode >= 500 && !notBuilt && name !== 'POST /stores') {
        wrong.push(`${name} fails: ${known.statusCode} ${known.body.slice(0, 300)}`);
      }
      if (route.path.includes(':') && known.statusCode < 300) {
        wrong.push(`${name} answers ${known.statusCode} ${known.body.slice(0, 300)}`);
      }
    };
    await severalAtOnce(sent(anns), isCounted ? 1 : 8, compare);
    const shape = takesBody ? route.body : route.query;
    if (shape && !(bodiesOf(name, anns) ?? [{}]).some((each) => z.safeParse(shape, each).success)) {
      wrong.push(`${name}: nothing of what testing/bodies says has its shape`);
    }
  }

  expect(wrong).toEqual([]);
  expect(await everythingOfAnns()).toEqual(before);
});

it('shows an administrator accounts, and nothing of the products of a merchant', {
  tags: ['slow'],
}, async () => {
  const names = [
    'collect',
    'collected',
    'claimed',
    'skip',
    'product',
    'image',
    'upload',
    'change',
    'file',
    'store',
    'listing',
  ];
  const products = Object.entries(anns).filter(([name]) => names.includes(name));
  const administrator = await signIn(app, whole.administrator);
  const requested = [...servedRoutes(realClock), ...servedToBrowsers].flatMap(({ route }) =>
    route.method === 'GET' ? pathsOf(route.path, anns) : [],
  );
  const wrong: string[] = [];
  await severalAtOnce([...new Set(requested)], 8, async (path) => {
    const { body } = await send(administrator, 'GET', path);
    const seen = products.filter(([, id]) => body.includes(id));
    // The message of a refusal may repeat the requested id, but must not reveal its content.
    if (seen.some(([, id]) => !path.includes(id)) || /Secret mug(?! street)/.test(body)) {
      wrong.push(`${path} tells ${seen.map(([name]) => name).join()}: ${body.slice(0, 300)}`);
    }
  });

  expect(wrong).toEqual([]);
});
