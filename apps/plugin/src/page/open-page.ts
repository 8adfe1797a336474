import type { Answered } from './heard.ts';

/** An open page in the tab, as far as reading needs it. */
export interface OpenPage {
  url: URL;
  title: string;
  /** It shows a slider or another check of the visitor. */
  isChecking(): boolean;
  /** Its current markup; null if its content may belong to another page shown before in the same document. */
  markup(): string | null;
  /** What it links to and shows, without its scripts: always of the current page. */
  shown(): string;
  /** Responses that it received. */
  answers(kind: Answered['kind']): Answered[];
  /** Its variables as scripts of a page. */
  variables(): Promise<string | null>;
  /**
   * Resolves when another response arrived or the page changed, at the latest after the given number of milliseconds.
   */
  change(waitMs: number): Promise<void>;
  /** Sends a request to the page's own host with its session. */
  fetch: typeof fetch;
  /** Requests a description on another host; null if there is none. */
  document(address: string): Promise<{ status: number; text: string } | null>;
  now(): number;
}
