import { createContext, useContext } from 'react';
import type { Tab, Tabs } from './tabs.ts';

export interface TabCommands {
  /** Goes to a path, in its own tab. */
  open(path: string): void;
  /** Closes tabs; asks first where unsaved work would go with them. */
  close(ids: string[]): Promise<void>;
  closeBeside(id: string, side: 'left' | 'right' | 'all'): Promise<void>;
  /** Makes the page anew; asks first where it holds unsaved work. */
  refresh(id: string): Promise<void>;
  /** Asks about whatever is unsaved in any tab; true when the person may go. */
  mayLeave(): Promise<boolean>;
  change(id: string, change: Partial<Pick<Tab, 'title' | 'unsaved' | 'runId'>>): void;
  /** How a tab's unsaved work is saved. */
  setSaver(id: string, save: (() => Promise<boolean>) | null): void;
  titleOf(tab: Tab): string;
  /** The tab that shows this path; null where none does. */
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
