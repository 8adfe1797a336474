import { z } from 'zod/mini';
import type { RunningStore } from '../set-up.ts';

const Made = z.object({ id: z.int() });

/**
 * Does what the merchant does in the store without us: through its API, as its own pages and other programs do. Throws
 * for a refusal.
 */
export async function byHand(
  { ports, installed }: RunningStore,
  method: 'POST' | 'PUT' | 'DELETE',
  route: string,
  body?: object,
): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${ports.said}/wp-json/wc/v3${route}`, {
    method,
    headers: {
      authorization: `Basic ${btoa(`${installed.consumerKey}:${installed.consumerSecret}`)}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const reported: unknown = await answer.json();
  if (!answer.ok) {
    throw new Error(`${method} ${route}: ${JSON.stringify(reported)}`);
  }
  return Made.parse(reported).id;
}
