import type { Language } from '@bowerbird/contract/account/account';
import type { OrderRow } from '../orders.ts';

/**
 * A payment method of an order. It never returns whether the order was paid: that is reported later, by the party that
 * received the money.
 */
export interface PaymentProvider {
  /** Returns where the person pays; the same address while the payment is open. */
  begin(order: OrderRow, language: Language): Promise<{ id: string; address: string }>;
  /** Prevents any payment of this order from now on. Throws `order.wrong-state` if one was made. */
  callOff(order: OrderRow): Promise<void>;
}
