/** A column of sealed values. */
export interface SealedColumn {
  table: string;
  column: string;
  /** The column that tells the rows of the table apart. */
  row: string;
  /** Whether the rows name a merchant, in `owner_id`. */
  owner: boolean;
  /** Whether row-level security closes them to other merchants. */
  closed: boolean;
}

/** Every column that holds sealed values. The view `sealed_total` counts the same. */
export const sealedColumns = {
  'store.credentials': { table: 'store', column: 'credentials', row: 'id', owner: true, closed: true },
  'store.renewed': { table: 'store', column: 'renewed', row: 'id', owner: true, closed: true },
  'store_grant.credentials': {
    table: 'store_grant',
    column: 'credentials',
    row: 'state_hash',
    owner: true,
    closed: true,
  },
  'source_access.credentials': {
    table: 'source_access',
    column: 'credentials',
    row: 'id',
    owner: true,
    closed: true,
  },
  'outbox.sealed_values': { table: 'outbox', column: 'sealed_values', row: 'id', owner: true, closed: false },
  'user.two_step': { table: 'user', column: 'two_step', row: 'id', owner: false, closed: false },
  'two_step_setup.secret': {
    table: 'two_step_setup',
    column: 'secret',
    row: 'user_id',
    owner: false,
    closed: false,
  },
  'pairing.sealed_code': {
    table: 'pairing',
    column: 'sealed_code',
    row: 'user_id',
    owner: false,
    closed: false,
  },
} as const satisfies Record<string, SealedColumn>;

export type SealedColumnName = keyof typeof sealedColumns;

/** Where a sealed value stands. It opens there and nowhere else. */
export interface SealedPlace {
  column: SealedColumnName;
  /** What the row's own column holds; bytes in hexadecimal. */
  row: string;
  /** The merchant whose row it is; null where it is no merchant's. */
  owner: string | null;
}
