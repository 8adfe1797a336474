/** Plans, orders and payments. */
export type BillingTables = Record<never, never>;
