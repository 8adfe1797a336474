import type { Simulation } from '@bowerbird/simulators/simulation';
import { faultKinds } from '@bowerbird/simulators/simulation-faults';
import { z } from 'zod';

/** Body of a post to `/__simulator/faults`. */
const Requested = z.object({
  /** Clears earlier faults first. */
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
 * Answers the addresses with which a test in another process controls a simulated shop: `POST /__simulator/faults`
 * injects faults, `GET /__simulator/faults` returns how often each occurred, `GET /__simulator/ledger` returns the
 * simulator state. Null for any other address.
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
    const requested = Requested.safeParse(await request.json().catch(() => null));
    if (!requested.success) {
      return json({ errors: requested.error.issues }, 400);
    }
    if (requested.data.clear) {
      shop.faults.clear();
    }
    shop.faults.add(...requested.data.add.map(withoutUndefined));
  }
  return json({ hits: shop.faults.hits });
}

type RequestedFault = z.infer<typeof Requested>['add'][number];

function withoutUndefined({ kind, value, matching, skip, count, probability }: RequestedFault) {
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
