import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Session {
  id: string;
  object: 'checkout.session';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  url: string;
  amount_total: number;
  currency: string;
  metadata: { order?: string };
  payment_intent: string;
}

/** What Stripe reports about a failed payment: another payment method is needed. */
const refused = 'requires_payment_method';

/**
 * Stands in for the few calls of Stripe that we use, on loopback: refuses wrong keys, and executes a request once per
 * idempotency key.
 */
export async function stripeStandIn(secretKey: string, webhookSecret: string) {
  const sessions = new Map<string, Session>();
  const done = new Map<string, string>();
  const failed = new Set<string>();
  let count = 0;

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = (status: number, body: object) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
      if (request.headers.authorization !== `Bearer ${secretKey}`) {
        return answer(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } });
      }
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe');
      const [, id, act] = /^\/v1\/checkout\/sessions(?:\/(\w+)(?:\/(\w+))?)?$/.exec(pathname) ?? [];
      if (request.method === 'POST' && id === undefined) {
        const key = String(request.headers['idempotency-key']);
        const known = done.get(key) ?? create(new URLSearchParams(Buffer.concat(chunks).toString()));
        done.set(key, known);
        return answer(200, sessions.get(known) ?? {});
      }
      const session = sessions.get(id ?? '');
      if (!session) {
        return answer(404, { error: { type: 'invalid_request_error', code: 'resource_missing' } });
      }
      if (act === 'expire') {
        if (session.status !== 'open') {
          return answer(400, { error: { type: 'invalid_request_error', message: 'not open' } });
        }
        session.status = 'expired';
      }
      const expands = [...searchParams.values()].includes('payment_intent');
      const intent = { id: session.payment_intent, status: failed.has(session.id) ? refused : 'processing' };
      return answer(200, { ...session, ...(expands && { payment_intent: intent }) });
    });
  });

  function create(form: URLSearchParams): string {
    count += 1;
    const id = `cs_test_${count}`;
    sessions.set(id, {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      url: `https://checkout.stripe.test/${id}`,
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      metadata: { order: form.get('metadata[order]') ?? '' },
      payment_intent: `pi_${count}`,
    });
    return id;
  }

  /** Returns an event as Stripe sends it: its bytes and the header that signs them. */
  function signed(id: string, type: string, object: object, by: { secret?: string; at?: number } = {}) {
    const body = JSON.stringify({ id, object: 'event', type, data: { object } });
    const at = by.at ?? Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', by.secret ?? webhookSecret)
      .update(`${at}.${body}`)
      .digest('hex');
    return { body, header: `t=${at},v1=${signature}` };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    sessions,
    signed,
    /** Pays a session; returns it as the message about it contains it. */
    pay(id: string): Session {
      const session = sessions.get(id);
      if (session?.status !== 'open') {
        throw new Error(`session ${id} cannot be paid`);
      }
      Object.assign(session, { status: 'complete', payment_status: 'paid' });
      return { ...session };
    },
    /** Simulates a payment method that takes days; with `fail`, the money never arrives. */
    promise(id: string, { fail }: { fail: boolean }): void {
      Object.assign(sessions.get(id) ?? {}, { status: 'complete' });
      if (fail) {
        failed.add(id);
      }
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
