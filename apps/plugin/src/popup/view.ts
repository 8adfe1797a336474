import type { FromPopup, Handed, PluginState, ToWorker } from '../messages.ts';
import type { PopupText } from '../texts/popup.ts';

/** What the last click came to, told under the place of the click. */
export type Outcome =
  | { place: 'page' | 'pair' | 'batch'; kind: 'fault'; code: string }
  | { place: 'page'; kind: 'handed'; handed: Handed };

/** All that the popup shows, and what its parts may do. */
export interface View {
  state: PluginState;
  words: PopupText;
  /** The tab before the person; null where it is a page that no extension may read. */
  page: { tabId: number; host: string } | null;
  /** What was found on it to be read page by page. */
  leads: { platform: string; urls: string[] } | null;
  outcome: Outcome | null;
  /** The act under way. */
  busy: string | null;
  /** Whether the person is asked if they mean to disconnect. */
  asksUnpair: boolean;
  /** What is typed so far; null before the address was touched. */
  typed: { address: string | null; code: string };
  act(act: string, question: FromPopup | ToWorker, place: Outcome['place']): Promise<void>;
  pair(): Promise<void>;
  allowAndGoOn(): Promise<void>;
  show(change: Partial<Pick<View, 'asksUnpair' | 'leads' | 'outcome'>>): void;
}
