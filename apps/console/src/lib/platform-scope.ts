import type { ReactNode } from 'react';
import { createContext, useContext } from 'react';

/** The platform that a page shows alone, because it was opened in that platform's group. */
export interface PlatformScope {
  platform: string;
  name: string;
  /** The group's pages as a row of links, for the page's head; null on the page of one thing. */
  tabs: ReactNode;
  /** Where this group shows a feature, by the component's name; without parameters. */
  paths: Readonly<Record<string, string>>;
}

export const PlatformScopeContext = createContext<PlatformScope | null>(null);

/** Null on the pages for all platforms. */
export function usePlatformScope(): PlatformScope | null {
  return useContext(PlatformScopeContext);
}

/** Where a feature is opened from here: in the same platform's group where it has it, else for all platforms. */
export function usePlatformPath(component: string, otherwise: string): string {
  return usePlatformScope()?.paths[component] ?? otherwise;
}
