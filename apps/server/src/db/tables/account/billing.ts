import type {
  BankDetails,
  InvoiceData,
  Payment,
  PlanName,
  Quotas,
} from '@bowerbird/contract/billing/billing';
import type { OrderState } from '@bowerbird/contract/billing/orders';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, JsonColumn, NullableInstant, NullableJsonColumn } from '../core.ts';

/** The driver returns decimals as text, and the program keeps them as text. */
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
  /** If off, nothing is counted and nothing is limited. */
  plans_on: Generated<boolean>;
  /** The plan of every merchant without a paid term. */
  default_plan: string;
  bank: NullableJsonColumn<BankDetails>;
}

/** The term that a merchant has paid for. An ended one counts as none. */
export interface SubscriptionTable {
  owner_id: string;
  plan_id: string;
  starts_at: Instant;
  ends_at: Instant;
  /** The worth of the whole term, so that the rest of it can be credited. */
  value: Money;
  currency: string;
  order_id: string;
  /** The merchant has been notified that the term ends soon. */
  end_notified: Generated<boolean>;
}

/** What is counted by calendar month (UTC). */
export interface QuotaMonthTable {
  owner_id: string;
  what: string;
  month: ColumnType<Date, string, string>;
  used: Generated<number>;
}

/** The listings that were counted: each once, whatever the outcome of its sends. */
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
  /** The rest of a credit larger than the price, as days of the new term. */
  extra_days: Generated<number>;
  /** The invoice data at the time of the order. */
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

/** Events that a payment provider reported, each once. */
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
