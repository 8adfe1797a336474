import { apiBase } from '@bowerbird/contract/route';
import { imageRoom, type LimitedTable, rowLimits } from '@bowerbird/contract/row-limits';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { signIn } from '../../../../testing/api/app.ts';
import { testDatabase } from '../../../../testing/database/database.ts';
import { oneAccess } from '../../../../testing/one-of-everything/one-access.ts';
import {
  type Ids,
  oneOfEverything,
  wholeApi,
} from '../../../../testing/one-of-everything/one-of-everything.ts';
import { asOwner } from '../../../db/database.ts';
import { plainImage, upload } from '../../../images/testing.ts';

const { db } = await testDatabase();
const whole = await wholeApi(db);
const ids = await oneOfEverything(whole);
const { ann, app, services, send } = whole;
const headers = await signIn(app, ann);

type Call = { method: 'POST' | 'PUT'; path: string; body: object };

const times = { first: '2036-01-01T09:00', repeat: { kind: 'daily' } };
const mapping = {
  version: 1,
  sheet: null,
  headerRow: null,
  products: { by: 'format', format: 'shopify' },
  remedies: [],
};
const days = { startsOn: '2026-11-20', endsOn: '2026-11-30' };

/** Adds one more row by a call, or as a call does it where its place outside of the database is not simulated. */
const more: Record<LimitedTable, (own: Ids) => Call | (() => Promise<unknown>)> = {
  api_token: () =>
    post('/account/tokens', {
      name: 'One more',
      permissions: [{ permission: 'products', actions: ['query'] }],
      days: null,
    }),
  edit_rule: () =>
    post('/edit-rules', {
      name: 'One more',
      description: 'One more rule',
      steps: [{ edit: { kind: 'add-tags', tags: ['more'] } }],
    }),
  edit_rule_version: ({ editRule }) => ({
    method: 'PUT',
    path: `/edit-rules/${editRule}`,
    body: {
      name: 'Secret mug rule',
      description: 'Secret mug prices',
      steps: [{ edit: { kind: 'add-tags', tags: ['other'] } }],
      version: 1,
    },
  }),
  export_link: ({ file }) => post('/exports/links', { to: { what: 'file', id: file }, hours: 24 }),
  export_schedule: ({ exportTemplate }) =>
    post('/exports/schedules', {
      name: 'One more',
      templateId: exportTemplate,
      filter: {},
      times,
      timeZone: 'UTC',
      keep: 3,
    }),
  export_template: () => post('/exports/templates', { name: 'One more', choices: { format: 'shopify' } }),
  file_source: ({ upload: fileId }) =>
    post('/imports', {
      fileId,
      dialect: { encoding: null, separator: null },
      mapping,
      key: 'handle',
      into: { as: 'source', source: { name: 'One more' }, whole: false },
    }),
  file_watch: ({ supplier }) =>
    post('/imports/watched', {
      sourceId: supplier,
      where: { kind: 'address', address: 'https://anns-feed.example/more.csv' },
      everyHours: 24,
      hour: 6,
      timeZone: 'UTC',
      applies: false,
      whole: true,
    }),
  listing_schedule: ({ store, product }) =>
    post('/listing/schedules', {
      name: 'One more',
      times,
      timeZone: 'UTC',
      storeIds: [store],
      selection: { ids: [product] },
    }),
  merge_rule: () => post('/recollect/rules', { field: 'vendor', shop: 'one-more.example', side: 'mine' }),
  organisation: () => post('/organisation', { parentId: null, name: 'One more' }),
  own_link: () => post('/workplace/links', { path: '/list/query-list?more', title: 'One more' }),
  product_group: () => post('/products/groups', { name: 'One more' }),
  role: () =>
    post('/roles', {
      name: 'One more',
      description: '',
      permissions: [{ permission: 'products', actions: ['query'] }],
    }),
  rule_attachment: ({ editRule, product }) =>
    post(`/edit-rules/${editRule}/attach`, { version: 1, selection: { ids: [product] } }),
  saved_item: () =>
    post('/saved-items', {
      name: 'One more',
      shared: true,
      content: { kind: 'product-view', filter: {}, sort: 'cost', direction: 'asc' },
    }),
  source_access: () => () => oneAccess(services, ann.ownerId),
  store_rules: () => post('/listing/rules', { name: 'One more', rules: {} }),
  task: () =>
    post('/tasks', {
      ...days,
      title: 'One more',
      goal: 'Mugs',
      wanted: null,
      standard: 'White ground',
      addresses: ['https://anns-source.example/'],
      invited: [],
      weight: null,
      visibility: 'public',
      viewers: [],
    }),
  team_project: ({ user }) =>
    post('/projects', {
      ...days,
      name: 'One more',
      storeIds: [],
      leadId: user,
      approverId: user,
      kind: 'sourcing',
      task: {
        name: 'Look',
        description: '',
        executorId: user,
        ownerId: user,
        remindAt: '09:00',
        timeZone: 'UTC',
        kind: 'once',
      },
      members: [],
    }),
  uploaded_image: () => async () => {
    const answer = await upload(app, headers, await plainImage(3, 3, '#123456').png().toBuffer());
    return answer.json();
  },
  watch: () =>
    post('/watches', {
      name: 'One more',
      everyHours: 24,
      hour: 6,
      timeZone: 'UTC',
      alerts: { pricePercent: 5, stock: true, gone: true },
      target: { kind: 'claimed', platform: 'shopify', shop: 'anns-source.example' },
    }),
};

function post(path: string, body: object): Call {
  return { method: 'POST', path, body };
}

async function add(table: LimitedTable): Promise<{ code?: string; params?: object }> {
  const one = more[table](ids);
  return typeof one === 'function'
    ? await one().then(
        (answer) => answer as { code?: string },
        (thrown: unknown) => thrown as { code?: string },
      )
    : (await send(headers, one.method, one.path, one.body)).json();
}

describe('what a merchant creates', () => {
  it.each(Object.keys(rowLimits) as LimitedTable[])(
    'is refused with the number where there is no place for one more: %s',
    async (table) => {
      const { limit } = rowLimits[table];
      Object.assign(rowLimits[table], { limit: 0 });
      const refused = await add(table).finally(() => Object.assign(rowLimits[table], { limit }));
      const accepted = await add(table);

      expect(refused).toMatchObject({ code: rowLimits[table].tooMany, params: { limit: 0 } });
      expect(accepted.code ?? null).toBeNull();
    },
  );

  it('does not fill the disk with images: their bytes are limited as well', async () => {
    const image = await plainImage(4, 4, '#654321').png().toBuffer();
    const { bytes } = await asOwner(db, ann.ownerId, (owned) =>
      owned
        .selectFrom('uploaded_image')
        .select(sql<string>`coalesce(sum(bytes), 0)`.as('bytes'))
        .where('owner_id', '=', ann.ownerId)
        .executeTakeFirstOrThrow(),
    );
    const { bytes: most } = imageRoom;
    imageRoom.bytes = Number(bytes) + image.length - 1;
    const refused = await upload(app, headers, image);
    imageRoom.bytes += 1;
    const accepted = await upload(app, headers, image);
    const again = await upload(app, headers, image);
    imageRoom.bytes = most;

    expect(refused.json()).toMatchObject({ code: 'image.files-too-large' });
    expect(accepted.statusCode).toBe(201);
    expect(again.statusCode).toBe(201);
  });

  it('of which only the newest count, is forgotten from the oldest on', async () => {
    const { ownerId, username } = ann;
    const person = sql`(select id from "user" where username = ${username})`;
    const shop = sql`(select shop_id from store where id = ${ids.store})`;
    const long = sql`now() - interval '1 day' + n * interval '1 second'`;
    await asOwner(db, ownerId, async (owned) => {
      for (const statement of [
        sql`insert into session (token_hash, user_id, user_agent, last_seen_at, expires_at)
          select sha256(n::text::bytea), ${person}, '', ${long}, now() + interval '1 day' from generate_series(1, 120) n`,
        sql`insert into known_device (user_id, device, at)
          select ${person}, sha256(n::text::bytea), ${long} from generate_series(1, 120) n`,
        sql`insert into category_memory (owner_id, from_key, to_key, from_path, to_path, chosen_at)
          select ${ownerId}, n::text, 'to', '["from"]', '["to"]', ${long} from generate_series(1, 5100) n`,
        sql`insert into store_category_choice (owner_id, shop_id, from_key, to_key, from_path, to_path, chosen_at)
          select ${ownerId}, ${shop}, n::text, 'to', '["from"]', '["to"]', ${long} from generate_series(1, 5100) n`,
      ]) {
        await statement.execute(owned);
      }
    });

    const signedIn = await app.inject({
      method: 'POST',
      url: `${apiBase}/auth/user-name-login`,
      headers: { 'user-agent': 'A browser like no other' },
      payload: { username, password: ann.password },
    });
    const newest = { 'access-token': signedIn.json<{ data: string }>().data };
    const rules = await send(newest, 'GET', '/listing/rules');
    const { revision } = rules.json<{ data: { id: string; revision: number }[] }>().data[0] ?? {};
    const categories = { map: [{ from: ['Newest'], to: ['Mugs'] }], otherwise: null };
    const saved = await send(newest, 'PUT', `/listing/rules/${ids.storeRules}`, {
      name: 'Secret mug prices',
      rules: { categories },
      revision,
    });

    expect(saved.statusCode, saved.body).toBe(200);
    const count = async (table: string, of: ReturnType<typeof sql>) => {
      const { rows } = await asOwner(db, ownerId, (owned) =>
        sql<{
          count: number;
        }>`select count(*)::integer as count from ${sql.table(table)} where ${of}`.execute(owned),
      );
      return rows[0]?.count;
    };
    const newestChoice = sql`from_path = '["Newest"]'`;
    expect({
      sessions: await count('session', sql`user_id = ${person}`),
      devices: await count('known_device', sql`user_id = ${person}`),
      memory: await count('category_memory', sql`owner_id = ${ownerId}`),
      choices: await count('store_category_choice', sql`shop_id = ${shop}`),
      remembered: [
        await count('category_memory', newestChoice),
        await count('store_category_choice', newestChoice),
      ],
    }).toEqual({ sessions: 100, devices: 100, memory: 5000, choices: 5000, remembered: [1, 1] });
  });
});
