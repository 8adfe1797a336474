import {
  getInvoiceData,
  getStanding,
  type InvoiceData,
  listPlans,
  saveInvoiceData,
  type Term,
} from '@bowerbird/contract/billing/billing';
import {
  cancelOrder,
  listOrders,
  payOrder,
  placeOrder,
  quoteOrder,
} from '@bowerbird/contract/billing/orders';
import type { BodyOf } from '@bowerbird/contract/route';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';

export const billingKeys = {
  all: ['billing'] as const,
  standing: ['billing', 'standing'] as const,
  plans: ['billing', 'plans'] as const,
  orders: ['billing', 'orders'] as const,
  quote: (planId: string, term: Term) => ['billing', 'quote', planId, term] as const,
  invoice: ['billing', 'invoice'] as const,
};

/** Only for members of a merchant: administrators have no plan. */
export function useStanding(enabled: boolean) {
  return useQuery({
    queryKey: billingKeys.standing,
    queryFn: ({ signal }) => call(getStanding, {}, { signal }),
    enabled,
    // An administrator may have confirmed a payment meanwhile.
    staleTime: 0,
  });
}

export function usePlans() {
  return useQuery({
    queryKey: billingKeys.plans,
    queryFn: ({ signal }) => call(listPlans, {}, { signal }),
  });
}

export function useOrders() {
  return useQuery({
    queryKey: billingKeys.orders,
    queryFn: ({ signal }) => call(listOrders, { query: { limit: '100' } }, { signal }),
    staleTime: 0,
  });
}

export function useQuote(planId: string, term: Term) {
  return useQuery({
    queryKey: billingKeys.quote(planId, term),
    queryFn: ({ signal }) => call(quoteOrder, { body: { planId, term } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
}

export function useInvoiceData() {
  return useQuery({
    queryKey: billingKeys.invoice,
    queryFn: ({ signal }) => call(getInvoiceData, {}, { signal }),
  });
}

export function usePlaceOrder() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (body: BodyOf<typeof placeOrder>) => call(placeOrder, { body }),
    onSettled: readAgain,
  });
}

/** Opens the page where the order is paid by card. */
export function usePayByCard() {
  return useMutation({
    mutationFn: (id: string) => call(payOrder, { params: { id } }),
    onSuccess: ({ address }) => location.assign(address),
  });
}

export function useCancelOrder() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (id: string) => call(cancelOrder, { params: { id } }),
    onSettled: readAgain,
  });
}

export function useSaveInvoiceData() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (body: InvoiceData) => call(saveInvoiceData, { body }),
    onSuccess: readAgain,
  });
}

function useReadAgain(): () => void {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: billingKeys.all });
}
