import type { ReactNode } from 'react';
import { createContext, useContext } from 'react';

/** The platform to which a page is limited, because it was opened in that platform's group. */
export interface PlatformScope {
  platform: string;
  name: string;
  /** The group's pages as a row of links, for the page header; null on a detail page. */
  tabs: ReactNode;
  /** Where this group shows a feature, by the component's name; without parameters. */
  paths: Readonly<Record<string, string>>;
}

export const PlatformScopeContext = createContext<PlatformScope | null>(null);

/** Returns the scope; null on the pages for all platforms. */
export function usePlatformScope(): PlatformScope | null {
  return useContext(PlatformScopeContext);
}

/**
 * Returns where a feature opens from here: in the same platform's group if it has the feature, else for all platforms.
 */
export function usePlatformPath(component: string, otherwise: string): string {
  return usePlatformScope()?.paths[component] ?? otherwise;
}
