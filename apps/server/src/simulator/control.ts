import type { Simulation } from '@bowerbird/platforms/simulation';
import { faultKinds } from '@bowerbird/platforms/simulation-faults';
import { z } from 'zod';

/** What is posted to `/__simulator/faults`. */
const Asked = z.object({
  /** Forgets earlier faults first. */
  clear: z.boolean().default(false),
  add: z
    .array(
      z.object({
        kind: z.enum(faultKinds),
        value: z.union([z.string(), z.number()]).optional(),
        matching: z.string().optional(),
        skip: z.number().int().min(0).optional(),
        count: z.number().int().min(1).nullable().optional(),
        probability: z.number().min(0).max(1).optional(),
      }),
    )
    .default([]),
});

/**
 * Answers the addresses by which a test in another process rules a simulated shop: `POST /__simulator/faults` makes
 * faults, `GET /__simulator/faults` tells how often each struck, `GET /__simulator/ledger` shows the books. Null for any other.
 */
export async function answerControl(request: Request, shop: Simulation): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  if (pathname === '/__simulator/ledger') {
    return json(shop.view?.() ?? {});
  }
  if (pathname !== '/__simulator/faults') {
    return null;
  }
  if (request.method === 'POST') {
    const asked = Asked.safeParse(await request.json().catch(() => null));
    if (!asked.success) {
      return json({ errors: asked.error.issues }, 400);
    }
    if (asked.data.clear) {
      shop.faults.clear();
    }
    shop.faults.add(...asked.data.add.map(withoutUndefined));
  }
  return json({ hits: shop.faults.hits });
}

type AskedFault = z.infer<typeof Asked>['add'][number];

function withoutUndefined({ kind, value, matching, skip, count, probability }: AskedFault) {
  return {
    kind,
    ...(value === undefined ? {} : { value }),
    ...(matching === undefined ? {} : { matching }),
    ...(skip === undefined ? {} : { skip }),
    ...(count === undefined ? {} : { count }),
    ...(probability === undefined ? {} : { probability }),
  };
}

function json(value: object, status = 200): Response {
  const text = JSON.stringify(value, (_, inside: unknown) =>
    inside instanceof Map ? Object.fromEntries(inside) : inside,
  );
  return new Response(text, { status, headers: { 'content-type': 'application/json' } });
}
