import type { Language } from '@bowerbird/contract/account';
import type { OrderRow } from './orders.ts';

/** A way of paying an order. Whether it was paid is never its answer: that is told later, by whoever saw the money. */
export interface PaymentProvider {
  /** Where the person pays; the same place while it is open. */
  begin(order: OrderRow, language: Language): Promise<{ id: string; address: string }>;
  /** No payment of this order can begin from now on; `order.wrong-state` where one was made. */
  callOff(order: OrderRow): Promise<void>;
}
