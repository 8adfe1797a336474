import { listPlatforms, type PlatformInfo } from '@bowerbird/contract/collect/platforms';
import type { Connection } from '@bowerbird/platforms/listing/store/access';
import type { Platform } from '@bowerbird/platforms/platform';
import { type Served, serve } from '../http/serve.ts';
import { grantReturnsTo } from '../stores/grant.ts';

export const platformRoutes: Served[] = [
  serve(listPlatforms, async (_input, call) => {
    const { user: _signedIn, services } = call;
    const returnsTo = grantReturnsTo(call);
    return [...services.platforms.values()].map((platform) => infoOf(platform, returnsTo));
  }),
];

/** Returns what a person may know of a platform; its capabilities follow from the parts it has. */
function infoOf({ id, name, letters, hue, collector, lister }: Platform, returnsTo: string): PlatformInfo {
  return {
    id,
    name,
    letters,
    hue,
    collects: collector !== undefined,
    searches: collector?.searchAddress !== undefined,
    supportsStockRequests: collector?.supportsStockRequests ?? false,
    inBrowser: collector?.readPage !== undefined,
    lists: lister !== undefined,
    connections: (lister?.connector.connections ?? []).map((connection) => ({
      id: connection.id,
      fields: fieldsOf(connection),
      ...(connection.granted && { granted: { returnsTo } }),
    })),
    access: (collector?.access ?? []).map((way) => ({
      id: way.id,
      ofOneShop: way.ofOneShop,
      fields: way.fields.map(({ name, secret, optional = false }) => ({ name, secret, optional })),
    })),
  };
}

function fieldsOf({ fields }: Connection) {
  return fields.map(({ name, secret, optional }) => ({ name, secret, ...(optional && { optional }) }));
}
