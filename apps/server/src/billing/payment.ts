import type { Payment } from '@bowerbird/contract/billing';
import { AppError } from '@bowerbird/contract/errors';
import type { Config } from '../config.ts';
import type { Db, OwnerDb } from '../db/database.ts';
import { cardPayments } from './card.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { getSetting } from './plans.ts';

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
