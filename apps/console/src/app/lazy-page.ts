import type { ComponentType, LazyExoticComponent } from 'react';
import { lazy } from 'react';
import { countedLoad } from './frame/page-loads.ts';

export type PageModule = { default: ComponentType };
export type Page = LazyExoticComponent<ComponentType>;

/** Error for a page whose code did not arrive; `page` is its name. */
export class ChunkFailure extends Error {
  override readonly name = 'ChunkFailure';
  readonly page: string;

  constructor(page: string, cause: unknown) {
    super(`the page ${page} could not be loaded`, { cause });
    this.page = page;
  }
}

/** Time limit for loading a page's code, in milliseconds. */
export const chunkTimeoutMs = 120_000;

/**
 * Returns a page that is loaded when it is first shown. A failure carries the page's name; loading may take at most two
 * minutes.
 */
export function lazyPage(name: string, load: () => Promise<PageModule>): Page {
  return lazy(() => countedLoad(() => loadPage(name, load)));
}

/** Throws `ChunkFailure` with the page's name if its code did not arrive, or not in time. */
export async function loadPage(name: string, load: () => Promise<PageModule>): Promise<PageModule> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), chunkTimeoutMs);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (thrown) {
    throw new ChunkFailure(name, thrown);
  } finally {
    clearTimeout(timer);
  }
}
