import type { Outside } from '../../simulation.ts';
import type { StoreSettings } from '../settings.ts';

/**
 * Lifetime of a token from client credentials, in seconds: 24 h less one, as Shopify reports it (`shopify/readme.md`,
 * Credentials).
 */
export const tokenSeconds = 86_399;

/** The tokens that a store accepts: the app's own, and those issued for client credentials. */
export class Access {
  readonly #settings: StoreSettings;
  readonly #outside: Outside;
  readonly #endsAt = new Map<string, number>();

  constructor(settings: StoreSettings, outside: Outside) {
    this.#settings = settings;
    this.#outside = outside;
  }

  accepts(token: string | null): boolean {
    if (token === null || token === '') {
      return false;
    }
    return token === this.#settings.access.token || (this.#endsAt.get(token) ?? 0) > this.#outside.now();
  }

  /** Revokes every token issued so far. */
  revoke(): void {
    this.#endsAt.clear();
  }

  /** Handles `POST /admin/oauth/access_token` with grant type client_credentials, as a form or as JSON. */
  async exchange(request: Request): Promise<Response> {
    const sent = await readFields(request);
    const { clientId, clientSecret, installed, sameOrganisation, scopes } = this.#settings.access;
    if (sent.get('grant_type') !== 'client_credentials') {
      return refusal('unsupported_grant_type', 'The grant type is not supported');
    }
    if (sent.get('client_id') !== clientId || sent.get('client_secret') !== clientSecret) {
      return refusal('invalid_client', 'Client authentication failed');
    }
    if (!sameOrganisation) {
      return refusal('shop_not_permitted', 'Client credentials cannot be performed on this shop');
    }
    if (!installed) {
      return refusal('app_not_installed', 'The application is not installed on this shop');
    }
    const token = `practice-${this.#part()}${this.#part()}`;
    this.#endsAt.set(token, this.#outside.now() + tokenSeconds * 1000);
    return Response.json({ access_token: token, scope: scopes.join(','), expires_in: tokenSeconds });
  }

  #part(): string {
    return Math.floor(this.#outside.random() * 2 ** 48)
      .toString(16)
      .padStart(12, '0');
  }
}

function refusal(error: string, description: string): Response {
  return Response.json({ error, error_description: description }, { status: 400 });
}

async function readFields(request: Request): Promise<URLSearchParams> {
  const text = await request.text();
  if (!request.headers.get('content-type')?.includes('json')) {
    return new URLSearchParams(text);
  }
  try {
    const body: unknown = JSON.parse(text);
    const pairs = Object.entries(typeof body === 'object' && body !== null ? body : {});
    return new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]));
  } catch {
    return new URLSearchParams();
  }
}
