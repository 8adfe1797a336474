import type { Plan } from '@bowerbird/contract/billing/billing';
import { PlanContent, Quotas } from '@bowerbird/contract/billing/billing';
import { extend, type input, object, pipe, string, transform } from 'zod/mini';
import { TypedAmount } from '../amount.ts';

/** A quota as a person types it; an empty one is unlimited. */
const TypedQuota = pipe(
  pipe(
    string(),
    transform((typed: string) => {
      const written = typed.replaceAll(/[\s.,]/g, '');
      return written === '' ? null : /^\d+$/.test(written) ? Number(written) : written;
    }),
  ),
  Quotas.shape.products,
);

/** What the form of a plan holds: amounts and quotas as a person types them. */
export const PlanFields = extend(PlanContent, {
  priceMonth: TypedAmount,
  priceYear: TypedAmount,
  quotas: object({
    products: TypedQuota,
    'collected-per-month': TypedQuota,
    'listed-per-month': TypedQuota,
    stores: TypedQuota,
    people: TypedQuota,
  }),
});

export function draftOf(plan: Plan | null): input<typeof PlanFields> {
  const quota = (what: keyof Quotas) => String(plan?.quotas[what] ?? '');
  return {
    name: plan?.name ?? { 'zh-CN': '', 'zh-TW': '', 'en-US': '', 'pt-BR': '' },
    priceMonth: plan?.priceMonth ?? '0.00',
    priceYear: plan?.priceYear ?? '0.00',
    currency: plan?.currency ?? 'CNY',
    quotas: {
      products: quota('products'),
      'collected-per-month': quota('collected-per-month'),
      'listed-per-month': quota('listed-per-month'),
      stores: quota('stores'),
      people: quota('people'),
    },
    onSale: plan?.onSale ?? true,
  };
}
