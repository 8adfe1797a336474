import {
  addPlan,
  confirmOrder,
  getBank,
  listAdminOrders,
  listAdminOwners,
  listAdminPlans,
  refundOrder,
  saveBank,
  savePlan,
  setDefaultPlan,
} from '@bowerbird/contract/billing/admin-billing';
import type { BankDetails, PlanContent } from '@bowerbird/contract/billing/billing';
import type { OrderState } from '@bowerbird/contract/billing/orders';
import { unfreezeMerchant } from '@bowerbird/contract/team/people';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { usePages } from '../../../lib/api/use-pages.ts';

const adminKeys = {
  all: ['billing', 'admin'] as const,
  orders: (state: OrderState | null) => ['billing', 'admin', 'orders', state] as const,
  plans: ['billing', 'admin', 'plans'] as const,
  bank: ['billing', 'admin', 'bank'] as const,
  owners: (text: string) => ['billing', 'admin', 'owners', text] as const,
};

const pageSize = '50';

export function useAdminOrders(state: OrderState | null) {
  return usePages(
    adminKeys.orders(state),
    ({ next, signal }) =>
      call(
        listAdminOrders,
        {
          query: {
            limit: pageSize,
            ...(state === null ? {} : { state }),
            ...next,
          },
        },
        { signal },
      ),
    { placeholderData: keepPreviousData },
  );
}

export function useAdminPlans() {
  return useQuery({
    queryKey: adminKeys.plans,
    queryFn: ({ signal }) => call(listAdminPlans, {}, { signal }),
  });
}

export function useBank() {
  return useQuery({ queryKey: adminKeys.bank, queryFn: ({ signal }) => call(getBank, {}, { signal }) });
}

export function useAdminOwners(text: string) {
  return useQuery({
    queryKey: adminKeys.owners(text),
    queryFn: ({ signal }) => call(listAdminOwners, { query: text === '' ? {} : { text } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useConfirmOrder() {
  return useAdminChange(({ id, received, reason }: { id: string; received: string; reason: string }) =>
    call(confirmOrder, { params: { id }, body: { received, reason } }),
  );
}

export function useRefundOrder() {
  return useAdminChange(({ id, reason }: { id: string; reason: string }) =>
    call(refundOrder, { params: { id }, body: { reason } }),
  );
}

/** Adds a plan, or saves the one with this id. */
export function useSavePlan() {
  return useAdminChange(({ id, content }: { id: string | null; content: PlanContent }) =>
    id === null ? call(addPlan, { body: content }) : call(savePlan, { params: { id }, body: content }),
  );
}

export function useSetDefaultPlan() {
  return useAdminChange((planId: string) => call(setDefaultPlan, { body: { planId } }));
}

export function useSaveBank() {
  return useAdminChange((body: BankDetails) => call(saveBank, { body }));
}

export function useUnfreeze() {
  return useAdminChange((id: string) => call(unfreezeMerchant, { params: { id } }));
}

function useAdminChange<Params, Answer>(change: (request: Params) => Promise<Answer>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => void cache.invalidateQueries({ queryKey: adminKeys.all }),
  });
}
