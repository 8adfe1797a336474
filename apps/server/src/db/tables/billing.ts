import type { BankDetails, InvoiceData, Payment, PlanName, Quotas } from '@bowerbird/contract/billing';
import type { OrderState } from '@bowerbird/contract/orders';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, JsonColumn, NullableInstant, NullableJsonColumn } from './house.ts';

/** The driver gives decimals as text, and so does the program. */
type Money = ColumnType<string, string, string>;
type NullableMoney = ColumnType<string | null, string | null | undefined, string | null>;

export interface PlanTable {
  id: string;
  name: JsonColumn<PlanName>;
  price_month: Money;
  price_year: Money;
  currency: string;
  quotas: JsonColumn<Quotas>;
  on_sale: boolean;
  position: number;
}

export interface BillingSettingTable {
  one: Generated<boolean>;
  /** Off: nothing is counted and nothing is limited. */
  plans_on: Generated<boolean>;
  /** Of every merchant without a term that was paid for. */
  default_plan: string;
  bank: NullableJsonColumn<BankDetails>;
}

/** The term a merchant has paid for. One that is over counts as none. */
export interface SubscriptionTable {
  owner_id: string;
  plan_id: string;
  starts_at: Instant;
  ends_at: Instant;
  /** What the whole of it is worth, so that what is left of it can be credited. */
  value: Money;
  currency: string;
  order_id: string;
  /** The merchant has been told that it ends soon. */
  end_told: Generated<boolean>;
}

/** What is counted by calendar month (UTC). */
export interface QuotaMonthTable {
  owner_id: string;
  what: string;
  month: ColumnType<Date, string, string>;
  used: Generated<number>;
}

/** The listings that were counted: each once, whatever becomes of its sends. */
export interface QuotaListedTable {
  listing_id: string;
  generation: number;
  owner_id: string;
  at: Instant;
}

export interface PlanOrderTable {
  id: string;
  owner_id: string;
  number: string;
  plan_id: string;
  plan_name: JsonColumn<PlanName>;
  term: 'month' | 'year';
  state: Generated<OrderState>;
  payment: Payment;
  currency: string;
  price: Money;
  credit: Money;
  amount: Money;
  /** What is left of a credit larger than the price, as days of the new term. */
  extra_days: Generated<number>;
  /** As it stood when the order was made. */
  invoice: NullableJsonColumn<InvoiceData>;
  checkout_id: string | null;
  payment_ref: string | null;
  created_by: string | null;
  created_at: Instant;
  expires_at: Instant;
  paid_at: NullableInstant;
  received: NullableMoney;
  confirmed_by: string | null;
  reason: string | null;
  period_start: NullableInstant;
  period_end: NullableInstant;
  /** When it was cancelled, expired or refunded. */
  ended_at: NullableInstant;
}

export interface InvoiceDataTable {
  owner_id: string;
  data: JsonColumn<InvoiceData>;
}

export interface UnfreezeRequestTable {
  id: string;
  owner_id: string;
  user_id: string | null;
  message: string;
  at: Instant;
  settled_at: NullableInstant;
}

/** What a payment provider told, each once. */
export interface PaymentEventTable {
  provider: string;
  id: string;
  at: Instant;
}

/** Plans, quotas, orders and payments. */
export interface BillingTables {
  plan: PlanTable;
  billing_setting: BillingSettingTable;
  subscription: SubscriptionTable;
  quota_month: QuotaMonthTable;
  quota_listed: QuotaListedTable;
  plan_order: PlanOrderTable;
  invoice_data: InvoiceDataTable;
  unfreeze_request: UnfreezeRequestTable;
  payment_event: PaymentEventTable;
}
