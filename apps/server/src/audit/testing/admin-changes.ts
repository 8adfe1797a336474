import { messagePlace } from '../../messages/messages.ts';
import { sealWith } from '../../seal/seal.ts';
import type { Changes, Headers, World } from './world.ts';

const grants = [{ permission: 'products', actions: ['query'] }];
const role = (name: string) => ({ name, description: '', permissions: grants });

/** Changes of what others may do, and of who is let in. */
export const adminChanges: Changes = {
  'PUT /people/:id': async (world) => {
    const { id } = await member(world);
    return () => world.send(world.administrator, 'PUT', `/people/${id}`, { name: 'Renamed' });
  },
  'POST /people/:id/disable': async (world) => {
    const { id } = await member(world);
    return () => world.send(world.administrator, 'POST', `/people/${id}/disable`);
  },
  'POST /people/:id/enable': async (world) => {
    const { id } = await member(world);
    await world.send(world.administrator, 'POST', `/people/${id}/disable`);
    return () => world.send(world.administrator, 'POST', `/people/${id}/enable`);
  },
  'DELETE /people/:id': async (world) => {
    const { id } = await member(world);
    return () => world.send(world.administrator, 'DELETE', `/people/${id}`);
  },
  'POST /merchants/:id/freeze': async (world) => {
    const { ownerId } = await world.somebody();
    return () =>
      world.send(world.administrator, 'POST', `/merchants/${ownerId}/freeze`, { reason: 'unpaid' });
  },
  'POST /merchants/:id/unfreeze': async (world) => {
    const { ownerId } = await world.somebody();
    await world.send(world.administrator, 'POST', `/merchants/${ownerId}/freeze`, { reason: 'unpaid' });
    return () => world.send(world.administrator, 'POST', `/merchants/${ownerId}/unfreeze`);
  },
  'POST /invitations': async (world) => {
    const { headers } = await world.somebody();
    return () =>
      world.send(headers, 'POST', '/invitations', { addresses: ['sun@example.test'], roleId: 'merchant' });
  },
  'POST /invitations/:id/resend': async (world) => {
    const { headers, id } = await invited(world, 'qian@example.test');
    return () => world.send(headers, 'POST', `/invitations/${id}/resend`);
  },
  'DELETE /invitations/:id': async (world) => {
    const { headers, id } = await invited(world, 'zhao@example.test');
    return () => world.send(headers, 'DELETE', `/invitations/${id}`);
  },
  'POST /user/invitation/accept': async (world) => {
    await invited(world, 'wu@example.test');
    const link = world.linkTo('wu@example.test');
    const token = new URL(link, 'http://console.example').searchParams.get('token');
    return () =>
      world.send({}, 'POST', '/user/invitation/accept', {
        token,
        name: 'Wu',
        username: 'wu',
        password: 'Plover-47-lamp',
      });
  },
  'POST /roles': async (world) => {
    const { headers } = await world.somebody();
    return () => world.send(headers, 'POST', '/roles', role('Packer'));
  },
  'PUT /roles/:id': async (world) => {
    const { headers, id } = await withRole(world);
    return () => world.send(headers, 'PUT', `/roles/${id}`, role('Renamed'));
  },
  'POST /roles/:id/disable': async (world) => {
    const { headers, id } = await withRole(world);
    return () => world.send(headers, 'POST', `/roles/${id}/disable`);
  },
  'POST /roles/:id/enable': async (world) => {
    const { headers, id } = await withRole(world);
    await world.send(headers, 'POST', `/roles/${id}/disable`);
    return () => world.send(headers, 'POST', `/roles/${id}/enable`);
  },
  'DELETE /roles/:id': async (world) => {
    const { headers, id } = await withRole(world);
    return () => world.send(headers, 'DELETE', `/roles/${id}`);
  },
  'POST /organisation': async (world) => {
    const { headers } = await world.somebody();
    return () => world.send(headers, 'POST', '/organisation', { parentId: null, name: 'North' });
  },
  'PUT /organisation/:id': async (world) => {
    const { headers, id } = await withPart(world);
    return () => world.send(headers, 'PUT', `/organisation/${id}`, { name: 'South' });
  },
  'POST /organisation/:id/move': async (world) => {
    const { headers, id } = await withPart(world);
    const { id: other } = await withPart(world, headers);
    return () => world.send(headers, 'POST', `/organisation/${id}/move`, { parentId: other, before: null });
  },
  'DELETE /organisation/:id': async (world) => {
    const { headers, id } = await withPart(world);
    return () => world.send(headers, 'DELETE', `/organisation/${id}`);
  },
  'PUT /navigation/:id': async (world) => {
    const { id } = await menuEntry(world);
    return () =>
      world.send(world.administrator, 'PUT', `/navigation/${id}`, {
        titles: { 'en-US': 'Mine' },
        icon: null,
        hidden: false,
        newWindow: false,
      });
  },
  'POST /navigation/order': async (world) => {
    const { parentId, id } = await menuEntry(world);
    return () => world.send(world.administrator, 'POST', '/navigation/order', { parentId, ids: [id] });
  },
  'POST /navigation/:id/reset': async (world) => {
    const { id } = await menuEntry(world);
    return () => world.send(world.administrator, 'POST', `/navigation/${id}/reset`);
  },
  'POST /navigation/reset': async (world) => () =>
    world.send(world.administrator, 'POST', '/navigation/reset'),
  'POST /system/outbox/:id/open': async (world) => {
    const id = await outboxMessage(world);
    return () => world.send(world.administrator, 'POST', `/system/outbox/${id}/open`);
  },
};

async function member({ db, count, somebody }: World) {
  await somebody();
  return await db
    .updateTable('user')
    .set({ owner_id: null, role_id: 'admin' })
    .where('username', '=', `person${count()}`)
    .returning('id')
    .executeTakeFirstOrThrow();
}

async function invited({ send, somebody }: World, address: string) {
  const { headers } = await somebody();
  await send(headers, 'POST', '/invitations', { addresses: [address], roleId: 'merchant' });
  const [invitation] = (await send(headers, 'GET', '/invitations')).json().data;
  return { headers, id: invitation.id as string };
}

async function withRole({ send, somebody }: World) {
  const { headers } = await somebody();
  const made = await send(headers, 'POST', '/roles', role('Packer'));
  return { headers, id: made.json().data.id as string };
}

async function withPart({ send, somebody }: World, as?: Headers) {
  const headers = as ?? (await somebody()).headers;
  const made = await send(headers, 'POST', '/organisation', { parentId: null, name: crypto.randomUUID() });
  return { headers, id: made.json().data.at(-1).id as string };
}

async function menuEntry({ send, administrator }: World): Promise<{ id: string; parentId: string }> {
  const { items } = (await send(administrator, 'GET', '/navigation')).json().data;
  return items.find(({ locked }: { locked: boolean }) => !locked);
}

async function outboxMessage({ db }: World): Promise<string> {
  const id = crypto.randomUUID();
  await db
    .insertInto('outbox')
    .values({
      id,
      owner_id: null,
      channel: 'mail',
      recipient: 'lin@example.test',
      template: 'notification',
      language: 'en-US',
      sealed_values: sealWith(Buffer.alloc(32, 7)).close('{}', messagePlace(id, null)),
      state: 'kept',
      next_try_at: new Date(),
    })
    .execute();
  return id;
}
