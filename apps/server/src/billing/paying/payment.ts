import type { Payment } from '@bowerbird/contract/billing/billing';
import { AppError } from '@bowerbird/contract/errors';
import type { Config } from '../../config/config.ts';
import type { Db, OwnerDb } from '../../db/database.ts';
import { getSetting } from '../plans.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** The payer makes a transfer at their own bank, and an administrator confirms its arrival. */
const bankTransfer: PaymentProvider = {
  begin: () => Promise.reject(new AppError('payment.not-offered', 'a transfer is made at the bank')),
  callOff: () => Promise.resolve(),
};

/** Returns the configured payment methods, in the order in which they are offered. */
export async function findPayments(db: Db | OwnerDb, config: Config): Promise<Payment[]> {
  const { bank } = await getSetting(db);
  return [
    ...(bank ? (['bank-transfer'] as const) : []),
    ...(config.stripe && config.publicUrl ? (['card'] as const) : []),
  ];
}

/** Throws `payment.not-offered` for a method that is not (or no longer) configured. */
export async function paymentOf(config: Config, payment: Payment): Promise<PaymentProvider> {
  const provider = payment === 'card' ? (await import('./card.ts')).cardPayments(config) : bankTransfer;
  if (!provider) {
    throw new AppError('payment.not-offered', payment);
  }
  return provider;
}
