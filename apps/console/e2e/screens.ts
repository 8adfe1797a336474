import type { NavigationItem } from '@bowerbird/contract/account/access';

/** The calls of one signed-in person. */
export type Call = <Data>(method: string, path: string, body?: object) => Promise<Data>;

/** One screen, as a person reaches it. */
export interface Screen {
  name: string;
  path: string;
  /** The page says that there is nothing here, because the data belongs to another platform. */
  nothing: boolean;
}

type Page = { items: { id: string }[] };

/** Pages before sign-in. */
export const guestScreens: readonly Screen[] = [
  ['login', '/user/login'],
  ['register', '/user/register'],
  ['register-result', '/user/register-result'],
  ['recover', '/user/recover'],
  ['help', '/help'],
  ['help-article', '/help/first-steps'],
  ['terms', '/legal/terms'],
].map(([name = '', path = '']) => ({ name, path, nothing: false }));

const outlets = new Set(['RouteView', 'PageView', 'BlankLayout', 'BasicLayout']);

/**
 * Returns every screen in a person's navigation, including hidden ones; if an address takes an id, with one of that
 * person's ids.
 */
export async function screensOf(call: Call): Promise<Screen[]> {
  const items = await call<NavigationItem[]>('GET', '/user/nav');
  const ids = new Map<string, string[]>();
  const idsOf = async (component: string): Promise<string[]> => {
    const held = ids.get(component) ?? (await firstIds[component]?.(call)) ?? [];
    ids.set(component, held);
    return held;
  };
  const screens: Screen[] = [];
  for (const { id, path: own, component } of items) {
    const path = own?.replace(/\/:\w+\?$/, '');
    if (path === undefined || component === undefined || outlets.has(component) || path.startsWith('http')) {
      continue;
    }
    if (!path.includes(':')) {
      screens.push({ name: id, path, nothing: id.startsWith('exception-') });
      continue;
    }
    for (const [index, found] of (await idsOf(component)).entries()) {
      screens.push({
        name: index === 0 ? id : `${id}-${index + 1}`,
        path: path.replace(/:\w+/, found),
        // Everything collected in these tests comes from Shopify shops.
        nothing: /^\/platform\/(?!shopify\/)/.test(path),
      });
    }
  }
  return screens;
}

const firstOf = async (page: Promise<Page>) => (await page).items.slice(0, 1).map(({ id }) => id);

/** For each component whose address takes an id: a function that returns ids to open. */
const firstIds: Record<string, (call: Call) => Promise<string[]>> = {
  CollectedProductDetials: (call) => firstOf(call('POST', '/collect/results/query', { filter: {} })),
  ProductDetials: (call) => firstOf(call('POST', '/products/query', { filter: {} })),
  ProfileAdvanced: (call) => firstOf(call('POST', '/products/query', { filter: {} })),
  async Recollect(call) {
    const { items } = await call<{ items: { runId: string }[] }>('GET', '/recollect/conflicts');
    return ['all', ...items.slice(0, 1).map(({ runId }) => runId)];
  },
  EditRule: (call) => firstOf(call('GET', '/edit-rules')),
  CopyRun: (call) => firstOf(call('GET', '/listing/copies')),
  ArticleDetails: (call) => firstOf(call('GET', '/news')),
  ArticleEdit: (call) => firstOf(call('GET', '/articles')),
  async ProfileBasic(call) {
    const { items } = await call<{ items: { id: string; kind: string }[] }>('GET', '/runs');
    return [...new Map(items.map(({ kind, id }) => [kind, id])).values()];
  },
};
