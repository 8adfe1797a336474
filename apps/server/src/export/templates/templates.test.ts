import type { ExportTemplate } from '@bowerbird/contract/exports/templates';
import { describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../../testing/api/app.ts';
import { memberOf } from '../../../testing/api/team.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { exportBrowserRoutes, exportRoutes } from '../routes.ts';

const { db } = await testDatabase();
const { app, accounts } = await testApp(db, { served: exportRoutes, browserServed: exportBrowserRoutes });

function callsAs(headers: Record<string, string>) {
  return async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
    const answer = await app.inject({
      method,
      url: `/shop-reptile/api/exports/templates${path}`,
      headers,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, ...answer.json() };
  };
}
const ann = callsAs(await signIn(app, accounts.merchant));
const member = await memberOf(db, app, accounts.merchant.ownerId, [
  { permission: 'products', actions: ['export'] },
]);
const bo = callsAs(member.headers);
const other = callsAs(await signIn(app, await anotherMerchant(db, 'cy')));
const choices = { format: 'woocommerce', kind: 'xlsx', columns: ['SKU', 'Name'], rowsMax: 500 } as const;

describe('a template of exports', () => {
  it('is the whole team’s, and nobody else’s', async () => {
    const { data } = await ann('POST', '', { name: ' Partner feed ', choices });
    const renamed = await bo('PUT', `/${data.id}`, { name: 'Feed', choices: { ...choices, images: 'file' } });
    const seen: ExportTemplate[] = (await ann('GET', '')).data;

    expect(data).toMatchObject({ name: 'Partner feed', choices, schedules: 0 });
    expect(renamed.data).toMatchObject({ name: 'Feed', choices: { images: 'file' } });
    expect(seen.map(({ name }) => name)).toEqual(['Feed']);
    expect((await other('GET', '')).data).toEqual([]);
    expect((await other('PUT', `/${data.id}`, { name: 'Mine', choices })).status).toBe(404);
    expect((await other('DELETE', `/${data.id}`)).status).toBe(404);
    expect((await bo('DELETE', `/${data.id}`)).status).toBe(200);
  });

  it('has a name of its own, whatever the case', async () => {
    const { data: first } = await ann('POST', '', { name: 'Weekly', choices });
    const { data: second } = await ann('POST', '', { name: 'Daily', choices });

    const again = await bo('POST', '', { name: 'WEEKLY', choices });
    const renamed = await ann('PUT', `/${second.id}`, { name: 'weekly', choices });
    const kept = await ann('PUT', `/${first.id}`, { name: 'WEEKLY', choices });

    expect([again.code, renamed.code, kept.status]).toEqual([
      'export-template.name-taken',
      'export-template.name-taken',
      200,
    ]);
    expect((await other('POST', '', { name: 'Weekly', choices })).status).toBe(201);
  });

  it('keeps only what an export understands', async () => {
    const unknown = await ann('POST', '', { name: 'A', choices: { ...choices, colums: ['SKU'] } });
    const format = await ann('POST', '', { name: 'B', choices: { format: 'etsy' } });

    expect([unknown.code, format.code]).toEqual(['request.unknown-key', 'request.invalid']);
  });
});
