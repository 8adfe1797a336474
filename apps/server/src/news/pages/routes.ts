import { AppError } from '@bowerbird/contract/errors';
import { getConsoleSettings } from '@bowerbird/contract/system/console-settings';
import * as provider from '@bowerbird/contract/system/provider-settings';
import * as contract from '@bowerbird/contract/system/public-pages';
import { type Served, serve } from '../../http/serve.ts';
import { findLegalVersions } from './acceptance.ts';
import { helpArticles, helpText } from './documents.ts';
import { findOperatorPage, readOperatorPage, saveOperatorPage } from './operator-pages.ts';
import { findProvider, findProviderSettings, saveProviderSettings } from './provider.ts';

/** What everybody may read without signing in: links, help, and the operator's pages. */
export const publicPageRoutes: Served[] = [
  serve(getConsoleSettings, async (_input, { services }) => {
    const { name, links } = await findProvider(services);
    return {
      provider: name,
      links,
      signInMethods: ['password' as const, 'mobile' as const],
      legalVersions: await findLegalVersions(services),
    };
  }),
  serve(contract.getPublicPage, ({ params }, { services: { db }, language }) =>
    readOperatorPage(db, params.name, language),
  ),
  serve(contract.listHelp, async (_input, { language }) =>
    helpArticles.map((article) => {
      const { title, summary } = helpText(article.name, language);
      return { ...article, title, summary, language };
    }),
  ),
  serve(contract.getHelp, async ({ params }, { language }) => {
    const article = helpArticles.find(({ name }) => name === params.name);
    if (!article) {
      throw new AppError('not-found', 'no such help article');
    }
    return { ...article, ...helpText(article.name, language), language };
  }),
];

/** Routes with which administrators change the links and the pages. */
export const pageConfigRoutes: Served[] = [
  serve(provider.getProviderSettings, (_input, { services }) => findProviderSettings(services)),
  serve(provider.saveProviderSettings, async ({ body }, { services }) => {
    await saveProviderSettings(services, body);
    return findProviderSettings(services);
  }),
  serve(contract.getOperatorPage, ({ params }, { services: { db } }) => findOperatorPage(db, params.name)),
  serve(contract.saveOperatorPage, async ({ params, body }, { services: { db }, user }) => {
    await saveOperatorPage(db, params.name, body, user.name);
    return findOperatorPage(db, params.name);
  }),
];
