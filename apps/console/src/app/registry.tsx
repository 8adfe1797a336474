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
};

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
