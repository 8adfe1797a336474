import type { Answered } from './heard.ts';

/** A page that is open in the tab, as far as reading it needs to know. */
export interface OpenPage {
  url: URL;
  title: string;
  /** A slider or another check of the visitor stands on it. */
  isChecking(): boolean;
  /** Its markup as it stands now; null where what it holds may belong to another page shown before in the same document. */
  markup(): string | null;
  /** What it links to and shows, without its scripts: that is always of the page shown now. */
  shown(): string;
  /** Answers that it received. */
  answers(kind: Answered['kind']): Answered[];
  /** Its variables as scripts of a page. */
  variables(): Promise<string | null>;
  /** Resolves when another answer came or the page changed, at the latest after so many milliseconds. */
  change(waitMs: number): Promise<void>;
  /** Asks the page's own host with its session. */
  fetch: typeof fetch;
  /** Asks for a description on another host; null where there is none. */
  document(address: string): Promise<{ status: number; text: string } | null>;
  now(): number;
}
