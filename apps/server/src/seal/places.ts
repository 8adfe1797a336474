/** A column of sealed values. */
export interface SealedColumn {
  table: string;
  column: string;
  /** The column that identifies a row of the table. */
  row: string;
  /** Whether the rows name a merchant, in `owner_id`. */
  owner: boolean;
  /** Whether row-level security hides them from other merchants. */
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
  'file_watch.address': { table: 'file_watch', column: 'address', row: 'id', owner: true, closed: true },
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

/** Location of a sealed value. The value can be opened only there. */
export interface SealedPlace {
  column: SealedColumnName;
  /** Value of the row's identifying column; bytes in hexadecimal. */
  row: string;
  /** The merchant who owns the row; null if it belongs to no merchant. */
  owner: string | null;
}
