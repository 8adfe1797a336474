import type { FromPopup, Handed, PluginState, ToWorker } from '../messages.ts';
import type { PopupText } from '../texts/popup.ts';

/** Result of the last click, shown below it. */
export type Outcome =
  | { place: 'page' | 'pair' | 'batch'; kind: 'fault'; code: string }
  | { place: 'page'; kind: 'handed'; handed: Handed };

/** Everything that the popup shows, and the actions of its parts. */
export interface View {
  state: PluginState;
  words: PopupText;
  /** The active tab; null if it is a page that no extension may read. */
  page: { tabId: number; host: string } | null;
  /** Product addresses found on it, to be read page by page. */
  sourceLinks: { platform: string; urls: string[] } | null;
  outcome: Outcome | null;
  /** The action in progress. */
  busy: string | null;
  /** Whether the person is asked to confirm disconnecting. */
  confirmsUnpair: boolean;
  /** The text typed so far; null before the address was changed. */
  typed: { address: string | null; code: string };
  act(act: string, message: FromPopup | ToWorker, place: Outcome['place']): Promise<void>;
  pair(): Promise<void>;
  allowAndGoOn(): Promise<void>;
  show(change: Partial<Pick<View, 'confirmsUnpair' | 'sourceLinks' | 'outcome'>>): void;
}
