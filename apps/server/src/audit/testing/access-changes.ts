import { practiceKeys } from '@bowerbird/simulators/woocommerce/rest-api';
import { store } from './shops.ts';
import type { Changes, Headers, World } from './world.ts';

const storeRequest = {
  platform: 'shopify',
  name: 'Aster',
  domain: 'aster.localhost:8000',
  connection: 'token',
  credentials: { token: store.settings.access.token },
};
const sourceRequest = {
  platform: 'woocommerce',
  connection: 'rest-keys',
  name: 'Moss',
  shop: 'http://moss.localhost:8901',
  credentials: practiceKeys,
};

/**
 * Changes of the access to a merchant's stores and sources. Checking, probing and being redirected to a store save
 * nothing new by themselves.
 */
export const accessChanges: Changes = {
  'POST /stores': async (world) => {
    const { headers } = await world.somebody();
    return () => world.send(headers, 'POST', '/stores', storeRequest);
  },
  'PUT /stores/:id': async (world) => {
    const { headers, id } = await connected(world);
    return () => world.send(headers, 'PUT', `/stores/${id}`, { name: 'Renamed' });
  },
  'DELETE /stores/:id': async (world) => {
    const { headers, id } = await connected(world);
    return () => world.send(headers, 'DELETE', `/stores/${id}`);
  },
  'POST /sources/access': async (world) => {
    const { headers } = await world.somebody();
    return () => world.send(headers, 'POST', '/sources/access', sourceRequest);
  },
  'DELETE /sources/access/:id': async (world) => {
    const { headers } = await world.somebody();
    const added = await world.send(headers, 'POST', '/sources/access', sourceRequest);
    return () => world.send(headers, 'DELETE', `/sources/access/${added.json().data.id}`);
  },
};

async function connected(world: World): Promise<{ headers: Headers; id: string }> {
  const { headers } = await world.somebody();
  const answer = await world.send(headers, 'POST', '/stores', storeRequest);
  return { headers, id: answer.json().data.id };
}
