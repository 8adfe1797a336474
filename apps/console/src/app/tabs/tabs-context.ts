import { createContext, useContext } from 'react';
import type { Tab, Tabs } from './tabs.ts';

export interface TabCommands {
  /** Opens a path in its own tab. */
  open(path: string): void;
  /** Closes tabs; asks for confirmation first if unsaved work would be lost. */
  close(ids: string[]): Promise<void>;
  closeBeside(id: string, side: 'left' | 'right' | 'all'): Promise<void>;
  /** Recreates the page; asks for confirmation first if it holds unsaved work. */
  refresh(id: string): Promise<void>;
  /** Asks about all unsaved work in any tab; true if the person agrees to leave. */
  mayLeave(): Promise<boolean>;
  change(id: string, change: Partial<Pick<Tab, 'title' | 'unsaved' | 'runId'>>): void;
  /** Registers how a tab's unsaved work is saved. */
  setSaver(id: string, save: (() => Promise<boolean>) | null): void;
  titleOf(tab: Tab): string;
  /** Returns the tab that shows this path; null if there is none. */
  idOf(path: string): string | null;
}

export const TabsContext = createContext<{ state: Tabs; commands: TabCommands } | null>(null);

export function useTabs(): { state: Tabs; commands: TabCommands } {
  const tabs = useContext(TabsContext);
  if (tabs === null) {
    throw new Error('useTabs outside the frame');
  }
  return tabs;
}
