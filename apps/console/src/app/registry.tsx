import type { ComponentType, LazyExoticComponent } from 'react';
import { lazy } from 'react';

type PageModule = { default: ComponentType };
type Page = LazyExoticComponent<ComponentType>;

const files = import.meta.glob<PageModule>('../features/**/*-page.tsx');

/** Which file shows which component of the server's navigation. */
const fileOf: Record<string, string> = {
  Workplace: 'dashboard/workplace-page',
  ProductCollect: 'collect/collect-page',
  CategoryCollect: 'collect/categories-page',
  CollectedResults: 'collect/results-page',
  CollectedProductDetials: 'collect/result-page',
  ProductList: 'products/products-page',
  ProductDetials: 'products/product-page',
  Export: 'export/export-page',
  StepForm: 'listing/listing-page',
  CardList: 'stores/stores-page',
  QueryList: 'runs/runs-page',
  ProfileBasic: 'runs/run-page',
  StandardList: 'tasks/tasks-page',
  BasicForm: 'tasks/new-task-page',
  AdvanceForm: 'tasks/team-project-page',
  ProfileAdvanced: 'products/product-life-page',
  SearchLayout: 'search/search-page',
  PlatformGroup: 'platforms/platform-page',
  Analysis: 'dashboard/analysis-page',
  Monitor: 'dashboard/monitor-page',
  TestWork: 'dashboard/bench-page',
  Prices: 'billing/prices-page',
  PayInfo: 'billing/pay-info-page',
  Orders: 'billing/orders-page',
  ResultSuccess: 'results/success-page',
  ResultFail: 'results/fail-page',
  UserList: 'access/users-page',
  RoleList: 'access/roles-page',
  PermissionList: 'access/permissions-page',
  TreeList: 'access/organisation-page',
  NavigationEditor: 'access/navigation-page',
  News: 'news/news-page',
  ArticleDetails: 'news/article-page',
  Articles: 'news/articles-page',
  ArticleEdit: 'news/article-edit-page',
  WorkplaceConfig: 'news/workplace-config-page',
  AuditLog: 'system/audit-page',
  Outbox: 'system/outbox-page',
  SystemStatus: 'system/status-page',
  AccountCenter: 'account/center-page',
  AccountSettings: 'account/settings-page',
};

/** Whether this console has a page of that name; one that it lacks is in no menu and has no address. */
export function hasPage(component: string): boolean {
  const file = fileOf[component];
  return file !== undefined && `../features/${file}.tsx` in files;
}

/** A page's code did not arrive; `page` is its name. */
export class ChunkFailure extends Error {
  override readonly name = 'ChunkFailure';
  readonly page: string;

  constructor(page: string, cause: unknown) {
    super(`the page ${page} could not be loaded`, { cause });
    this.page = page;
  }
}

/** How long a page's code may take, in milliseconds. */
const chunkTimeoutMs = 120_000;

const made = new Map<string, Page>();

/** The page of a component's name, loaded when it is first shown; null for a name we have no page for. */
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
  const page = lazy(() => loadPage(file, load));
  made.set(component, page);
  return page;
}

/** Forgets a page that failed, so that showing it again asks for its code anew. */
export function forgetPage(page: string): void {
  for (const [component, file] of Object.entries(fileOf)) {
    if (file === page) {
      made.delete(component);
    }
  }
}

async function loadPage(file: string, load: () => Promise<PageModule>): Promise<PageModule> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), chunkTimeoutMs);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (thrown) {
    throw new ChunkFailure(file, thrown);
  } finally {
    clearTimeout(timer);
  }
}
