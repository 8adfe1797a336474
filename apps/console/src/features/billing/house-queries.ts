import type { BankDetails, PlanContent } from '@bowerbird/contract/billing';
import {
  addPlan,
  confirmOrder,
  getBank,
  listHouseOrders,
  listHouseOwners,
  listHousePlans,
  refundOrder,
  saveBank,
  savePlan,
  setDefaultPlan,
} from '@bowerbird/contract/house-billing';
import type { OrderState } from '@bowerbird/contract/orders';
import { unfreezeMerchant } from '@bowerbird/contract/people';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { usePages } from '../../lib/use-pages.ts';

const houseKeys = {
  all: ['billing', 'house'] as const,
  orders: (state: OrderState | null) => ['billing', 'house', 'orders', state] as const,
  plans: ['billing', 'house', 'plans'] as const,
  bank: ['billing', 'house', 'bank'] as const,
  owners: (text: string) => ['billing', 'house', 'owners', text] as const,
};

const pageSize = '50';

export function useHouseOrders(state: OrderState | null) {
  return usePages(
    houseKeys.orders(state),
    ({ next, signal }) =>
      call(
        listHouseOrders,
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

export function useHousePlans() {
  return useQuery({
    queryKey: houseKeys.plans,
    queryFn: ({ signal }) => call(listHousePlans, {}, { signal }),
  });
}

export function useBank() {
  return useQuery({ queryKey: houseKeys.bank, queryFn: ({ signal }) => call(getBank, {}, { signal }) });
}

export function useHouseOwners(text: string) {
  return useQuery({
    queryKey: houseKeys.owners(text),
    queryFn: ({ signal }) => call(listHouseOwners, { query: text === '' ? {} : { text } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useConfirmOrder() {
  return useHouseChange(({ id, received, reason }: { id: string; received: string; reason: string }) =>
    call(confirmOrder, { params: { id }, body: { received, reason } }),
  );
}

export function useRefundOrder() {
  return useHouseChange(({ id, reason }: { id: string; reason: string }) =>
    call(refundOrder, { params: { id }, body: { reason } }),
  );
}

/** Adds a plan, or saves the one of this id. */
export function useSavePlan() {
  return useHouseChange(({ id, content }: { id: string | null; content: PlanContent }) =>
    id === null ? call(addPlan, { body: content }) : call(savePlan, { params: { id }, body: content }),
  );
}

export function useSetDefaultPlan() {
  return useHouseChange((planId: string) => call(setDefaultPlan, { body: { planId } }));
}

export function useSaveBank() {
  return useHouseChange((body: BankDetails) => call(saveBank, { body }));
}

export function useUnfreeze() {
  return useHouseChange((id: string) => call(unfreezeMerchant, { params: { id } }));
}

function useHouseChange<Ask, Answer>(change: (ask: Ask) => Promise<Answer>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => void cache.invalidateQueries({ queryKey: houseKeys.all }),
  });
}
