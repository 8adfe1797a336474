import type { OrganisationNode } from '@bowerbird/contract/team/organisation';
import { describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { callsAs } from '../../testing/api/calls.ts';
import { memberOf } from '../../testing/api/team.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { asOwner } from '../db/database.ts';

const { db } = await testDatabase();
const { app, accounts } = await testApp(db);
const asAnn = callsAs(app, await signIn(app, accounts.merchant));
const asBen = callsAs(app, await signIn(app, await anotherMerchant(db, 'ben')));

async function add(name: string, parentId: string | null = null): Promise<string> {
  const { data } = await asAnn<OrganisationNode[]>('POST', '/organisation', { parentId, name });
  return data.find((each) => each.name === name)?.id ?? '';
}

/** Returns the tree in one line: `shop(admin,floor),office`. */
async function tree(): Promise<string> {
  const { data } = await asAnn<OrganisationNode[]>('GET', '/organisation');
  const below = (parentId: string | null): string =>
    data
      .filter((each) => each.parentId === parentId)
      .map((each) => {
        const inner = below(each.id);
        return inner ? `${each.name}(${inner})` : each.name;
      })
      .join(',');
  return below(null);
}

describe('the organisation', () => {
  it('grows, is renamed and moved, each part with all below it', async () => {
    const shop = await add('shop');
    const admin = await add('desk', shop);
    const floor = await add('floor', shop);
    const office = await add('office');
    expect(await tree()).toBe('shop(desk,floor),office');

    await asAnn('POST', `/organisation/${floor}/move`, { parentId: shop, before: admin });
    expect(await tree()).toBe('shop(floor,desk),office');
    await asAnn('POST', `/organisation/${shop}/move`, { parentId: office, before: null });
    await asAnn('PUT', `/organisation/${office}`, { name: 'tenant' });
    expect(await tree()).toBe('tenant(shop(floor,desk))');

    const inside = await asAnn('POST', `/organisation/${office}/move`, { parentId: admin, before: null });
    expect(inside.code).toBe('organisation.under-itself');
    expect(await tree()).toBe('tenant(shop(floor,desk))');
  });

  it('lets a part go only when it is empty, or its people and parts with it one step up', async () => {
    const sales = await add('sales');
    const phone = await add('phone', sales);
    await add('night', phone);
    const { id } = await memberOf(db, app, accounts.merchant.ownerId, []);
    await asAnn('PUT', `/people/${id}`, { organisationId: phone });

    const refused = await asAnn('DELETE', `/organisation/${phone}`);
    const { data } = await asAnn<OrganisationNode[]>('DELETE', `/organisation/${phone}?moveUp=yes`);

    expect(refused.code).toBe('organisation.not-empty');
    expect(data.find((each) => each.id === sales)?.people).toBe(1);
    expect(await tree()).toContain('sales(night)');
  });

  it('of another merchant is not there', async () => {
    const mine = await add('mine');

    expect((await asBen<OrganisationNode[]>('GET', '/organisation')).data).toEqual([]);
    expect((await asBen('POST', '/organisation', { parentId: mine, name: 'x' })).status).toBe(404);
    expect((await asBen('DELETE', `/organisation/${mine}?moveUp=yes`)).status).toBe(404);
    const { id } = await db
      .selectFrom('user')
      .select('id')
      .where('username', '=', 'ben')
      .executeTakeFirstOrThrow();
    expect((await asBen('PUT', `/people/${id}`, { organisationId: mine })).status).toBe(404);
  });

  it('has an end', async () => {
    const account = await anotherMerchant(db, 'cai');
    const asCai = callsAs(app, await signIn(app, account));
    const parts = Array.from({ length: 499 }, (_, position) => ({
      id: crypto.randomUUID(),
      owner_id: account.ownerId,
      parent_id: null,
      name: `${position}`,
      position,
    }));
    await asOwner(db, account.ownerId, (owned) => owned.insertInto('organisation').values(parts).execute());

    const last = await asCai<OrganisationNode[]>('POST', '/organisation', { parentId: null, name: 'last' });
    const beyond = await asCai('POST', '/organisation', { parentId: null, name: 'beyond' });

    expect(last.data.at(-1)?.name).toBe('last');
    expect(beyond.code).toBe('organisation.too-many');
  });
});
