import { readSignature, type SignedTime } from './oauth.ts';

/** The accounts that a simulated store accepts, and the address it uses for itself. */
export interface StoreSettings {
  name: string;
  currency: string;
  weightUnit: 'kg' | 'g' | 'lbs' | 'oz';
  consumerKey: string;
  consumerSecret: string;
  keyMay: 'read' | 'write' | 'read_write';
  user: string;
  applicationPassword: string;
  /** A subscriber may sign in but has no permissions. */
  role: 'shop_manager' | 'subscriber';
  /** Over plain http keys are ignored, application passwords are not (`woocommerce/readme.md`, Credentials). */
  https: boolean;
  /**
   * The address that the store uses for itself when it checks a signature, with the scheme that it sees; '' for the
   * requested one.
   */
  signedAs: string;
  /** Something on the way removes the signature from a request's query, so that the request has no user. */
  cutsSignature: boolean;
  /** What the API reports of the time zone of its clock. */
  gmtOffset: number;
  /** The server removes the header before WordPress sees it, as some do (`woocommerce/readme.md`, Credentials). */
  dropsHeader: boolean;
  /**
   * Whether a time zone in `after` counts, or is ignored as in older versions (from memory, so both can be simulated).
   */
  readsZone: boolean;
  /**
   * Whether `menu_order` of an attribute's values orders what shoppers see: in 11.0.1 it does, 7.9.0 stores it but does
   * not use it (seen on both).
   */
  ordersValues: boolean;
  /** Largest number of items in a batch; a site can lower it. */
  batchMax: number;
}

/** The user of a request; `problem` is the answer to a wrong key or signature. */
export interface Visitor {
  id: number;
  kind: 'keys' | 'user' | 'nobody';
  may: 'nothing' | StoreSettings['keyMay'];
  problem: string | null;
  /** Time of a signed request, to be checked when it is applied. */
  signed: SignedTime | null;
}

const nobody: Visitor = { id: 0, kind: 'nobody', may: 'nothing', problem: null, signed: null };

/**
 * Determines the user of a request. Signed requests are recognised by their parameters
 * (`docs/decisions/0025-signed-creates.md`).
 */
export async function visitorOf(
  request: { method: string; url: URL; authorization: string | null },
  settings: StoreSettings,
): Promise<Visitor> {
  const { url } = request;
  if (url.searchParams.has('oauth_consumer_key') && !settings.cutsSignature) {
    const read = await readSignature(request.method, url, settings);
    return typeof read === 'string' ? { ...nobody, problem: read } : { ...ofKeys(settings), signed: read };
  }
  const pair = basicPair(settings.dropsHeader ? null : request.authorization) ?? pairInQuery(url);
  if (pair === null) {
    return nobody;
  }
  const [name, password] = pair;
  if (/^ck_/.test(name)) {
    // Over plain http they are ignored, not refused (recorded).
    if (!settings.https || name !== settings.consumerKey) {
      return nobody;
    }
    return password === settings.consumerSecret
      ? ofKeys(settings)
      : { ...nobody, problem: 'Consumer secret is invalid.' };
  }
  const isRight =
    name === settings.user &&
    password.replaceAll(' ', '') === settings.applicationPassword.replaceAll(' ', '');
  return isRight
    ? { ...ofKeys(settings), kind: 'user', may: settings.role === 'subscriber' ? 'nothing' : 'read_write' }
    : nobody;
}

function ofKeys({ keyMay }: StoreSettings): Visitor {
  return { id: 1, kind: 'keys', may: keyMay, problem: null, signed: null };
}

function basicPair(authorization: string | null): [string, string] | null {
  const sent = /^Basic (\S+)$/.exec(authorization ?? '')?.[1];
  if (sent === undefined) {
    return null;
  }
  try {
    const [name = '', ...rest] = atob(sent).split(':');
    return [name, rest.join(':')];
  } catch {
    return null;
  }
}

function pairInQuery({ searchParams }: URL): [string, string] | null {
  const key = searchParams.get('consumer_key');
  return key === null ? null : [key, searchParams.get('consumer_secret') ?? ''];
}
