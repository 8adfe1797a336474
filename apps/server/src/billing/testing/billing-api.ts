import type { PlanContent, Quotas } from '@bowerbird/contract/billing/billing';
import { apiBase } from '@bowerbird/contract/route';
import { signIn, testApp } from '../../../testing/api/app.ts';
import type { Db } from '../../db/database.ts';
import type { Served } from '../../http/serve.ts';
import type { Services } from '../../services/services.ts';
import { preparePlans } from '../plans.ts';
import { billingBrowserRoutes, billingRoutes } from '../routes.ts';
import { setBank } from './one-order.ts';

const none: Quotas = {
  products: null,
  'collected-per-month': null,
  'listed-per-month': null,
  stores: null,
  people: null,
};

/** The API of plans and orders, with plans on, and with its merchant and its administrator signed in. */
export async function billingApi(
  db: Db,
  parts: { served?: Served[]; services?: Partial<Services>; platforms?: Services['platforms'] } = {},
) {
  const made = await testApp(db, {
    ...parts,
    served: [...billingRoutes, ...(parts.served ?? [])],
    browserServed: billingBrowserRoutes,
  });
  const { app, accounts } = made;
  await preparePlans(db, true);
  await setBank(db);
  const merchant = await signIn(app, accounts.merchant);
  const administrator = await signIn(app, accounts.administrator);

  async function send(
    as: Record<string, string>,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    payload?: object | string,
  ) {
    const answer = await app.inject({
      method,
      url: apiBase + path,
      headers: as,
      ...(payload !== undefined && { payload }),
    });
    return { status: answer.statusCode, text: answer.body, headers: answer.headers };
  }
  async function call<Answer>(
    as: Record<string, string>,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    payload?: object,
  ): Promise<Answer> {
    const { status, text } = await send(as, method, path, payload);
    if (status >= 300) {
      throw new Error(`${method} ${path} answered ${status} ${text}`);
    }
    return (JSON.parse(text) as { data: Answer }).data;
  }
  /** Creates a plan of the installation with these quotas; returns its id. */
  async function plan(quotas: Partial<Quotas>, more: Partial<PlanContent> = {}): Promise<string> {
    const { id } = await call<{ id: string }>(administrator, 'POST', '/billing/admin/plans', {
      name: { 'zh-CN': '小', 'zh-TW': '小', 'en-US': 'Small', 'pt-BR': 'Pequeno' },
      priceMonth: '0.00',
      priceYear: '0.00',
      currency: 'CNY',
      quotas: { ...none, ...quotas },
      onSale: true,
      ...more,
    });
    return id;
  }

  return {
    ...made,
    ownerId: accounts.merchant.ownerId,
    merchant,
    administrator,
    send,
    call,
    plan,
    /** Gives these quotas, from now on, to everybody without a paid plan. */
    async limit(quotas: Partial<Quotas>): Promise<void> {
      await call(administrator, 'PUT', '/billing/admin/default-plan', { planId: await plan(quotas) });
    },
    code: (answer: { text: string }) => (JSON.parse(answer.text) as { code?: string }).code,
  };
}
