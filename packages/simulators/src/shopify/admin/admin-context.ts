import type { DocumentNode } from 'graphql';
import type { Faults } from '../../simulation-faults.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { StoreSettings } from '../settings.ts';

/** What the resolvers of one request work with. */
export interface AdminContext {
  ledger: Ledger;
  settings: StoreSettings;
  faults: Faults;
  /** The scopes of the request's token. */
  scopes: ReadonlySet<string>;
  now: number;
  /** Scheme, host and port that the request was sent to. */
  origin: string;
  /** The request's body, for faults that are injected into only some requests. */
  text: string;
  /**
   * Runs one line of a bulk operation at this time: the mutation with the line's variables, not counted as query cost.
   */
  runLine(mutation: string, line: string, at: number): object;
  /** Reads a part of what a bulk query requests, as the store is at this time; not counted as query cost. */
  runRead(document: DocumentNode, variables: Record<string, unknown>, at: number): AnswerBody;
}

/** The body of an answer; the Admin API sends it with status 200 whatever happened. */
export interface AnswerBody {
  data?: unknown;
  errors?: object[];
  extensions?: object;
}

/** What graphql-js resolves from: values, and functions of a field's arguments. */
export type View = Record<string, unknown>;

/** One error in what was sent; the field is a path such as `input.variants.0.price`. */
export interface UserError {
  code: string | null;
  field: string[] | null;
  message: string;
}

export const locations = [
  { id: 7_100_000_000_001, name: 'Shop location' },
  { id: 7_100_000_000_002, name: 'Warehouse' },
] as const;
export const defaultLocation = locations[0];

export const publications = [
  { id: 7_200_000_000_001, name: 'Online Store', future: true },
  { id: 7_200_000_000_002, name: 'Point of Sale', future: false },
  { id: 7_200_000_000_003, name: 'Shop', future: false },
] as const;
export const onlineStore = publications[0];

/** Returns a time as the Admin API writes it. */
export function isoTime(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}
