import type { Language } from '@bowerbird/contract/account';
import type { Payment } from '@bowerbird/contract/billing';
import { AppError } from '@bowerbird/contract/errors';
import type { Config } from '../config.ts';
import type { Db, OwnerDb } from '../db/database.ts';
import { cardPayments } from './card.ts';
import type { OrderRow } from './orders.ts';
import { getSetting } from './plans.ts';

/** A way of paying an order. Whether it was paid is never its answer: that is told later, by whoever saw the money. */
export interface PaymentProvider {
  /** Where the person pays; the same place while it is open. */
  begin(order: OrderRow, language: Language): Promise<{ id: string; address: string }>;
  /** No payment of this order can begin from now on; `order.wrong-state` where one was made. */
  callOff(order: OrderRow): Promise<void>;
}

/** A transfer is made at the payer's own bank, and confirmed by an administrator who sees it arrive. */
const bankTransfer: PaymentProvider = {
  begin: () => Promise.reject(new AppError('payment.not-offered', 'a transfer is made at the bank')),
  callOff: () => Promise.resolve(),
};

/** The ways that are configured, in the order they are offered. */
export async function findPayments(db: Db | OwnerDb, config: Config): Promise<Payment[]> {
  const { bank } = await getSetting(db);
  return [
    ...(bank ? (['bank-transfer'] as const) : []),
    ...(config.stripe && config.publicUrl ? (['card'] as const) : []),
  ];
}

/** Throws `payment.not-offered` for a way that is not configured (any more). */
export function paymentOf(config: Config, payment: Payment): PaymentProvider {
  const provider = payment === 'card' ? cardPayments(config) : bankTransfer;
  if (!provider) {
    throw new AppError('payment.not-offered', payment);
  }
  return provider;
}
