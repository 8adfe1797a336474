import * as contract from '@bowerbird/contract/exports/links';
import { apiBase } from '@bowerbird/contract/route';
import { consoleAddress } from '../../http/console-address.ts';
import { type BrowserServed, type Served, serve, serveBrowser } from '../../http/serve.ts';
import { sendFile } from '../send-file.ts';
import { createLink, findLinks, revokeLink } from './links.ts';
import { useLink } from './use-link.ts';

export const linkRoutes: Served[] = [
  serve(contract.listExportLinks, async ({ query }, call) =>
    call.db((db) => findLinks(db, call.ownerId, query, call.services.clock.wall())),
  ),
  serve(contract.createExportLink, async ({ body }, call) => {
    const { link, token } = await call.db(async (db) => {
      const person = { ownerId: call.ownerId, userId: call.user.id };
      const created = await createLink(db, person, body, call.services.clock.wall());
      await call.record(db);
      return created;
    });
    const path = contract.downloadByLink.path.replace(':token', token);
    return { link, address: `${consoleAddress(call)}${apiBase}${path}` };
  }),
  serve(contract.revokeExportLink, async ({ params }, call) =>
    call.db(async (db) => {
      const link = await revokeLink(db, call.ownerId, params.id, call.services.clock.wall());
      await call.record(db);
      return link;
    }),
  ),
];

export const linkBrowserRoutes: BrowserServed[] = [
  {
    ...serveBrowser(contract.downloadByLink, async ({ params }, call) => {
      call.reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex, nofollow');
      return sendFile(call, await useLink(call, params.token));
    }),
    atMost: { perMinute: 60 },
  },
];
