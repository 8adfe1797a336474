import type { Plan, PlanName, QuotaName } from '@bowerbird/contract/billing';
import { PlanContent, quotaNames } from '@bowerbird/contract/billing';
import { safeParse } from 'zod/mini';
import { amountOf } from './confirm-dialog.tsx';

/** A plan being edited. An empty quota is unlimited. */
export interface PlanDraft {
  name: PlanName;
  priceMonth: string;
  priceYear: string;
  currency: PlanContent['currency'];
  quotas: Record<QuotaName, string>;
  onSale: boolean;
}

export function draftOf(plan: Plan | null): PlanDraft {
  const quota = (what: QuotaName) => String(plan?.quotas[what] ?? '');
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

/** Returns the content of the draft, or the names of the invalid fields. */
export function contentOf(draft: PlanDraft): { content: PlanContent | null; wrong: ReadonlySet<string> } {
  const quotas = Object.fromEntries(
    quotaNames.map((what) => {
      const written = draft.quotas[what].replaceAll(/[\s.,]/g, '');
      return [what, written === '' ? null : /^\d+$/.test(written) ? Number(written) : 'wrong'];
    }),
  );
  const read = safeParse(PlanContent, {
    ...draft,
    priceMonth: amountOf(draft.priceMonth),
    priceYear: amountOf(draft.priceYear),
    quotas,
  });
  if (read.success) {
    return { content: read.data, wrong: new Set() };
  }
  const wrong = read.error.issues.map(({ path }) =>
    path[0] === 'quotas' ? String(path[1]) : path.map(String).join('.'),
  );
  return { content: null, wrong: new Set(wrong) };
}
