import * as contract from '@bowerbird/contract/system/news';
import * as workplace from '@bowerbird/contract/system/workplace-config';
import { readIdCursor } from '../http/id-cursor.ts';
import { requireAdministrator } from '../http/protection/administrators-only.ts';
import { type Call, type Served, serve } from '../http/serve.ts';
import * as articles from './articles.ts';
import * as board from './board.ts';
import { pageConfigRoutes, publicPageRoutes } from './pages/routes.ts';
import { findNews, getLiveArticle } from './reading.ts';
import * as config from './workplace-config.ts';

const pageMax = 100;
const pageOf = (limit = 20) => Math.max(1, Math.min(limit, pageMax));

const boardOf = ({ services: { db }, user, language }: Call) => board.findBoard(db, user.id, language);
const articleOf = ({ services: { db } }: Call, id: string) => articles.getArticle(db, id);

const readerRoutes: Served[] = [
  serve(contract.listNews, async ({ query }, { services: { db }, language }) => ({
    ...(await findNews(db, { ...query, language, limit: pageOf(query.limit) })),
    totalIsEstimate: false,
  })),
  serve(contract.getNews, ({ params }, { services: { db }, language }) =>
    getLiveArticle(db, params.id, language),
  ),
];

const writerRoutes: Served[] = [
  serve(contract.listArticles, async ({ query }, { services: { db }, language }) => ({
    ...(await articles.findArticles(db, {
      ...query,
      language,
      limit: pageOf(query.limit),
      cursor: readIdCursor(query.cursor),
    })),
    totalIsEstimate: false,
  })),
  serve(contract.getArticle, ({ params }, call) => articleOf(call, params.id)),
  serve(contract.createArticle, async ({ body }, call) =>
    articleOf(call, await articles.createArticle(call.services.db, body.kind, call.user)),
  ),
  serve(contract.saveArticle, async ({ params, body }, call) => {
    const { revision, ...content } = body;
    await articles.saveArticle(call.services.db, params.id, revision, content, call.user);
    return articleOf(call, params.id);
  }),
  serve(contract.publishArticle, async ({ params, body }, call) => {
    await articles.setLive(call.services.db, params.id, body.revision, true, call.user);
    return articleOf(call, params.id);
  }),
  serve(contract.withdrawArticle, async ({ params, body }, call) => {
    await articles.setLive(call.services.db, params.id, body.revision, false, call.user);
    return articleOf(call, params.id);
  }),
  serve(contract.deleteArticle, async ({ params }, { services: { db } }) => {
    await articles.deleteArticle(db, params.id);
    return { deleted: true as const };
  }),
];

const boardRoutes: Served[] = [
  serve(workplace.getWorkplaceBoard, (_input, call) => boardOf(call)),
  serve(workplace.dismissAnnouncement, async ({ params }, { services: { db }, user }) => {
    await board.dismissAnnouncement(db, user.id, params.id);
    return { dismissed: true as const };
  }),
  serve(workplace.addOwnLink, async ({ body }, call) => {
    await board.addOwnLink(call.services.db, call.user.id, body);
    return boardOf(call);
  }),
  serve(workplace.orderOwnLinks, async ({ body }, call) => {
    await board.placeOwnLinks(call.services.db, call.user.id, body.ids);
    return boardOf(call);
  }),
  serve(workplace.removeOwnLink, async ({ params }, call) => {
    await board.removeOwnLink(call.services.db, call.user.id, params.id);
    return boardOf(call);
  }),
];

const configRoutes: Served[] = [
  serve(workplace.getWorkplaceConfig, (_input, { services: { db } }) => config.findWorkplaceConfig(db)),
  serve(workplace.saveWorkplaceLinks, async ({ body }, { services: { db } }) => {
    await config.saveInstallationLinks(db, body.revision, body.links);
    return config.findWorkplaceConfig(db);
  }),
  serve(workplace.addAnnouncement, async ({ body }, { services: { db } }) => {
    await config.addAnnouncement(db, body);
    return config.findWorkplaceConfig(db);
  }),
  serve(workplace.saveAnnouncement, async ({ params, body }, { services: { db } }) => {
    await config.saveAnnouncement(db, params.id, body.revision, body);
    return config.findWorkplaceConfig(db);
  }),
  serve(workplace.deleteAnnouncement, async ({ params }, { services: { db } }) => {
    await config.deleteAnnouncement(db, params.id);
    return config.findWorkplaceConfig(db);
  }),
];

/**
 * News and tutorials, their editing, the Workplace's announcements and links, and the pages that everybody may read.
 */
export const newsRoutes: Served[] = [
  ...readerRoutes,
  ...boardRoutes,
  ...publicPageRoutes,
  ...[...writerRoutes, ...configRoutes, ...pageConfigRoutes].map(ofAdministrators),
];

/** Restricts a route to administrators, whatever a merchant's role says: they write what every merchant sees. */
function ofAdministrators({ route, answer }: Served): Served {
  return {
    route,
    async answer(input, call) {
      requireAdministrator(call, 'news', 'edit');
      return await answer(input, call);
    },
  };
}
