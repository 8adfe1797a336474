import { loadTexts } from '../lib/text/language.ts';
import type { PageShape } from '../ui/feedback/skeleton.tsx';
import type { Page, PageModule } from './lazy-page.ts';
import { lazyPage } from './lazy-page.ts';

const files = import.meta.glob<PageModule>('../features/**/*-page.tsx');

/** The source file of each component in the server's navigation. */
const fileOf: Record<string, string> = {
  Workplace: 'dashboard/workplace-page',
  ProductCollect: 'collect/address/collect-page',
  CategoryCollect: 'collect/categories/categories-page',
  CollectedResults: 'collect/results/results-page',
  CollectedProductDetials: 'collect/result/result-page',
  Recollect: 'recollect/recollect-page',
  Watches: 'watches/watches-page',
  PluginDownload: 'plugin/plugin-page',
  ProductList: 'products/list/products-page',
  ProductDetials: 'products/editor/product-page',
  BulkEdit: 'bulk-edit/bulk-edit-page',
  TableList: 'bulk-edit/rules/table-list-page',
  EditRule: 'bulk-edit/rules/rule-page',
  ProductGrid: 'grid/grid-page',
  Bin: 'bin/bin-page',
  Import: 'import/import-page',
  ImportDetails: 'import/one-import-page',
  Export: 'export/export-page',
  StepForm: 'listing/listing-page',
  ListingSchedules: 'listing/schedules/schedules-page',
  CopyShop: 'copying/copy-page',
  CopyRun: 'copying/copy-run-page',
  ListingState: 'states/states-page',
  Drift: 'states/drift/drift-page',
  CardList: 'stores/stores-page',
  QueryList: 'runs/runs-page',
  ProfileBasic: 'runs/run-page',
  StandardList: 'tasks/tasks-page',
  BasicForm: 'tasks/new-task-page',
  AdvanceForm: 'tasks/team-project-page',
  ProfileAdvanced: 'products/life/product-life-page',
  SearchLayout: 'search/search-page',
  Analysis: 'dashboard/analysis/analysis-page',
  Monitor: 'dashboard/monitor/monitor-page',
  TestWork: 'dashboard/bench/bench-page',
  Prices: 'billing/prices-page',
  PayInfo: 'billing/pay-info-page',
  Orders: 'billing/orders-page',
  ResultSuccess: 'results/success-page',
  ResultFail: 'results/fail-page',
  UserList: 'access/people/users-page',
  RoleList: 'access/roles/roles-page',
  PermissionList: 'access/roles/permissions-page',
  TreeList: 'access/organisation/organisation-page',
  NavigationEditor: 'access/navigation/navigation-page',
  News: 'news/news-page',
  ArticleDetails: 'news/articles/article-page',
  Articles: 'news/articles/articles-page',
  ArticleEdit: 'news/articles/article-edit-page',
  WorkplaceConfig: 'news/workplace-config-page',
  AuditLog: 'system/audit-page',
  Outbox: 'system/outbox-page',
  SystemStatus: 'system/status-page',
  AccountCenter: 'account/center/center-page',
  AccountSettings: 'account/settings/settings-page',
};

/** Skeleton shape of a page while it loads; a list if not given. */
const shapeOf: Record<string, PageShape> = {
  Workplace: 'dashboard',
  Analysis: 'dashboard',
  Monitor: 'dashboard',
  AccountCenter: 'dashboard',
  SystemStatus: 'dashboard',
  CollectedResults: 'cards',
  CardList: 'cards',
  SearchLayout: 'cards',
  Prices: 'cards',
  CollectedProductDetials: 'editor',
  ProductDetials: 'editor',
  ArticleEdit: 'editor',
  AccountSettings: 'editor',
  ProfileBasic: 'run',
  ImportDetails: 'run',
  ProfileAdvanced: 'run',
  CopyRun: 'run',
  Recollect: 'run',
  EditRule: 'run',
  BulkEdit: 'wizard',
  StepForm: 'wizard',
  CopyShop: 'wizard',
  BasicForm: 'wizard',
  AdvanceForm: 'wizard',
  Import: 'wizard',
  Export: 'wizard',
  ProductCollect: 'wizard',
  CategoryCollect: 'wizard',
  ArticleDetails: 'reading',
  PluginDownload: 'reading',
};

/** Returns the skeleton shape of a component's page. */
export function pageShape(component: string | null | undefined): PageShape {
  return shapeOf[component ?? ''] ?? 'list';
}

/** Words that may be used in a page's address instead of an id. */
const wordsInPlaceOfIds: Record<string, readonly string[]> = {
  ProductDetials: ['new'],
  Recollect: ['all'],
};
/** Pages whose address may name a page of their list, from 1. */
const counted: readonly string[] = ['TableList'];
const pageNumber = /^[1-9]\d{0,5}$/;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Reports whether a value in a page's address can be an id there; an address with any other value leads nowhere. */
export function canBeId(component: string, value: string): boolean {
  return counted.includes(component)
    ? pageNumber.test(value)
    : uuid.test(value) || (wordsInPlaceOfIds[component]?.includes(value) ?? false);
}

/** Reports whether this console has a page of that name; a missing page is in no menu and has no address. */
export function hasPage(component: string): boolean {
  const file = fileOf[component];
  return file !== undefined && `../features/${file}.tsx` in files;
}

const made = new Map<string, Page>();

/** Returns the page of a component, loaded when it is first shown; null for a name without a page. */
export function pageOf(component: string): Page | null {
  const file = fileOf[component];
  const load = file === undefined ? undefined : files[`../features/${file}.tsx`];
  if (file === undefined || load === undefined) {
    return null;
  }
  const held = made.get(component);
  if (held !== undefined) {
    return held;
  }
  const page = lazyPage(file, async () => {
    // The first page after a sign-in has its texts with the frame; any other needs the texts of all pages.
    const [loaded] = await Promise.all([load(), loadTexts(file === fileOf.Workplace ? 'first' : 'rest')]);
    return loaded;
  });
  made.set(component, page);
  return page;
}
