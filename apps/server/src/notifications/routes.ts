import * as contract from '@bowerbird/contract/system/notifications';
import { serve } from '../http/serve.ts';
import { choicesOf, choose } from './choices.ts';
import { asReader, countUnread, findNotices, readOne, readUpTo } from './queries.ts';

export const notificationRoutes = [
  serve(contract.listNotifications, async ({ query }, { services, user }) => {
    const limit = Math.max(1, Math.min(query.limit ?? 20, 100));
    const found = await asReader(services.db, user, (db) =>
      findNotices(db, user, { cursor: query.cursor, limit, unread: query.unread !== undefined }),
    );
    return { ...found, totalIsEstimate: false };
  }),
  serve(contract.countUnread, async (_input, { services, user }) => ({
    unread: await asReader(services.db, user, (db) => countUnread(db, user)),
  })),
  serve(contract.readNotification, async ({ params }, { services, user }) =>
    asReader(services.db, user, (db) => readOne(db, user, params.id)),
  ),
  serve(contract.readAllNotifications, async ({ body }, { services, user }) =>
    asReader(services.db, user, async (db) => {
      await readUpTo(db, user, body.upTo);
      return { unread: await countUnread(db, user) };
    }),
  ),
  serve(contract.getNoticeChoices, async (_input, { services, user }) => choicesOf(services.db, user)),
  serve(contract.setNoticeChoice, async ({ body }, { services, user }) => {
    await choose(services.db, user.id, body.event, { console: body.console, mail: body.mail });
    return choicesOf(services.db, user);
  }),
];
