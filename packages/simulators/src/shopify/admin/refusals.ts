import { refusalPage } from '../../storefront/broken-answers.ts';

const storeMessages: Record<number, string> = {
  400: 'Bad Request',
  401: '[API] Invalid API key or access token (unrecognized login or wrong password)',
  402: 'Unavailable Shop',
  404: 'Not Found',
  423: 'Locked',
  429: 'Exceeded 2 calls per second for api client. Reduce request rates to resume uninterrupted service.',
};

/**
 * Answers as the gateway before the Admin side does when too much was requested: in its own form, not as GraphQL does.
 */
export function limitReached(): Response {
  return Response.json({ errors: storeMessages[429] }, { status: 429, headers: { 'retry-after': '2.0' } });
}

/** Returns a refusal of the Admin side by status (`shopify/readme.md`, Errors). */
export function storeRefusals(status: number): Response {
  // What stands before the store rejects with a page.
  return status >= 500 || status === 403
    ? refusalPage(status)
    : Response.json({ errors: storeMessages[status] ?? 'Refused' }, { status });
}
