import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Break } from './break.ts';

const root = join(import.meta.dirname, '../../..');
const registry = 'apps/console/src/app/registry.tsx';
const e2e = 'apps/console/e2e';

/** Which browser test opens the page of which component, by the part of the statement that names it. */
const pages: readonly (readonly [rule: string, component: string, test: string])[] = [
  ['2.dashboard-screens.Workplace', 'Workplace', 'main-way.e2e.ts'],
  ['2.dashboard-screens.Analysis', 'Analysis', 'screens/boards.e2e.ts'],
  ['2.dashboard-screens.Monitor', 'Monitor', 'screens/boards.e2e.ts'],
  ['2.dashboard-screens.TestWork', 'TestWork', 'screens/boards.e2e.ts'],
  ['2.dashboard-screens.PayInfo', 'PayInfo', 'account/billing.e2e.ts'],
  ['2.dashboard-screens.Prices', 'Prices', 'account/billing.e2e.ts'],
  ['2.account-screens.AccountCenter-page', 'AccountCenter', 'screens/screens-by-name.e2e.ts'],
  ['2.account-screens.Basic', 'AccountSettings', 'screens/screens-by-name.e2e.ts'],
  ['2.product-screens.ProductList', 'ProductList', 'main-way.e2e.ts'],
  ['2.product-screens.ProductDetials', 'ProductDetials', 'main-way.e2e.ts'],
  ['2.product-screens.ProductCollect', 'ProductCollect', 'screens/screens-by-name.e2e.ts'],
  ['2.product-screens.CategoryCollect', 'CategoryCollect', 'screens/screens-by-name.e2e.ts'],
  ['2.product-screens.CollectedResults', 'CollectedResults', 'screens/screens-by-name.e2e.ts'],
  ['2.product-screens.CollectedProductDetials', 'CollectedProductDetials', 'screens/screens-by-name.e2e.ts'],
  ['2.shoplazza-group.plugin-download', 'PluginDownload', 'screens/screens-of-platforms.e2e.ts'],
  ['2.management-screens.UserList', 'UserList', 'account/team.e2e.ts'],
  ['2.management-screens.role-list', 'RoleList', 'account/team.e2e.ts'],
  ['2.management-screens.Articles', 'Articles', 'account/news.e2e.ts'],
  ['2.management-screens.ArticleEdit', 'ArticleEdit', 'account/news.e2e.ts'],
  ['2.management-screens.ArticleDetails', 'ArticleDetails', 'account/news.e2e.ts'],
  ['2.management-screens.WorkplaceConfig', 'WorkplaceConfig', 'screens/screens-by-name.e2e.ts'],
  ['2.management-screens.permission-list', 'PermissionList', 'screens/screens-by-name.e2e.ts'],
  ['2.management-screens.tree-list', 'TreeList', 'screens/screens-by-name.e2e.ts'],
  ['2.template-screens.BasicForm', 'BasicForm', 'screens/tasks.e2e.ts'],
  ['2.template-screens.StandardList', 'StandardList', 'screens/tasks.e2e.ts'],
  ['2.template-screens.SearchLayout', 'SearchLayout', 'screens/tasks.e2e.ts'],
  ['2.template-screens.ProfileAdvanced', 'ProfileAdvanced', 'screens/tasks.e2e.ts'],
  ['2.template-screens.AdvanceForm', 'AdvanceForm', 'screens/screens-by-name.e2e.ts'],
  ['2.template-screens.StepForm', 'StepForm', 'stores/list-everywhere.e2e.ts'],
  ['2.template-screens.CardList', 'CardList', 'stores/connect-stores.e2e.ts'],
  ['2.template-screens.query-list', 'QueryList', 'screens/screens-by-name.e2e.ts'],
  ['2.template-screens.ProfileBasic', 'ProfileBasic', 'screens/screens-by-name.e2e.ts'],
  ['2.template-screens.ResultSuccess', 'ResultSuccess', 'account/billing.e2e.ts'],
  ['2.template-screens.ResultFail', 'ResultFail', 'account/billing.e2e.ts'],
];

/** A screen that the console no longer has, and a platform's group that lost a screen or its columns. */
export const screens: readonly Break[] = [
  ...pages.map(([rule, component, test]) => ({
    rule,
    what: `there is no page ${component}`,
    file: registry,
    find: lineOf(registry, `  ${component}: '`),
    replace: '',
    test: `${e2e}/${test}`,
  })),
  ...(
    [
      ['2.shopify-group.category-collect', 'shopify', "hue: '#2C6E3B',", 'screens: { categories: null },'],
      ['2.shopify-group.product-collect', 'shopify', "hue: '#2C6E3B',", "screens: { collect: 'nowhere' },"],
      ['2.shoplazza-group.by-collections', 'shoplazza', "categories: 'by-collections'", 'categories: null'],
      ['2.shopline-group.to-category', 'shopline', "categories: 'to-category'", 'categories: null'],
      ['2.alibaba-group.AlibabaProductGet', 'alibaba', "collect: 'product-get'", "collect: 'nowhere'"],
      [
        '2.wordpress-group.WordpressCategoryGather',
        'wordpress',
        "categories: 'category-gather'",
        'categories: null',
      ],
    ] as const
  ).map(([rule, platform, find, instead]) => ({
    rule,
    what: 'the platform’s group has no such screen',
    file: `packages/platforms/src/${platform}/index.ts`,
    find,
    replace: instead.startsWith('screens') ? `${find} ${instead}` : instead,
    test: `${e2e}/screens/screens-of-platforms.e2e.ts`,
  })),
  ...(
    [
      ['2.product-screens.Shopyy', "case 'shopyy':"],
      ['2.product-screens.WooCommerce', "case 'woocommerce':"],
    ] as const
  ).map(([rule, find]) => ({
    rule,
    what: 'the platform’s own columns are gone',
    file: 'apps/console/src/features/collect/results/fact-columns.tsx',
    find,
    replace: "case 'nowhere':",
    test: `${e2e}/screens/screens-of-platforms.e2e.ts`,
  })),
];

function lineOf(file: string, start: string): string {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const line = lines.find((each) => each.startsWith(start));
  if (line === undefined) {
    throw new Error(`${file} has no line that starts with "${start}"`);
  }
  return `${line}\n`;
}
