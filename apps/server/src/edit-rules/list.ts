import type {
  EditRule,
  EditRuleState,
  editRuleSorts,
  listRuleRejections,
} from '@bowerbird/contract/products/edit-rules';
import type { AnswerOf } from '@bowerbird/contract/route';
import { endStates } from '@bowerbird/contract/runs';
import { type SqlBool, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { readCursor, writeCursor } from '../db/pages/keyset-cursor.ts';

export interface RulesRequest {
  id?: string;
  /** The caller, whose alarms are shown. */
  userId: string;
  text?: string | undefined;
  state?: EditRuleState | undefined;
  usedMin?: number | undefined;
  updatedFrom?: string | undefined;
  updatedTo?: string | undefined;
  attached?: 'yes' | 'no' | undefined;
  alarm?: 'yes' | 'no' | undefined;
  sort: (typeof editRuleSorts)[number];
  direction: 'asc' | 'desc';
  cursor?: string | undefined;
  limit: number;
}

/** The column of each order, and its type. */
const sorts = {
  number: ['edit_rule.number', 'integer'],
  timesUsed: ['edit_rule.times_used', 'integer'],
  updated: ['edit_rule.updated_at', 'timestamptz'],
} as const;

const state = sql<EditRuleState>`case
  when edit_rule.is_closed then 'closed'
  when exists (
    select from rule_change join run on run.id = rule_change.run_id
    where rule_change.rule_id = edit_rule.id and run.state <> all(${[...endStates]}::text[])
  ) then 'running'
  when exists (
    select from rule_rejection join rule_attachment on rule_attachment.id = rule_rejection.attachment_id
    where rule_attachment.rule_id = edit_rule.id
  ) or 'failed' = (
    select run.state from rule_change join run on run.id = rule_change.run_id
    where rule_change.rule_id = edit_rule.id order by run.id desc limit 1
  ) then 'error'
  else 'online' end`;

const isAttached = sql<boolean>`exists (
  select from rule_attachment as attachment
  where attachment.rule_id = edit_rule.id and attachment.detached_at is null
)`;

const isAlarmed = (userId: string) => sql<boolean>`exists (
  select from edit_rule_alarm as alarm where alarm.rule_id = edit_rule.id and alarm.user_id = ${userId}
)`;

/** Returns a merchant's rules, in the requested order. */
export async function findRules(
  db: OwnerDb,
  ownerId: string,
  request: RulesRequest,
): Promise<{ items: EditRule[]; total: number; totalIsEstimate: boolean; nextCursor: string | null }> {
  const { id, userId, text, state: wanted, sort, direction, cursor, limit } = request;
  const { usedMin, updatedFrom, updatedTo, attached, alarm } = request;
  const [column, type] = sorts[sort];
  const after = cursor === undefined ? undefined : readCursor(cursor, sort, direction);
  const pattern = `%${(text ?? '').replace(/[\\%_]/g, '\\$&')}%`;
  const chosen = db
    .selectFrom('edit_rule')
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(wanted !== undefined, (query) => query.where(sql<SqlBool>`${state} = ${wanted}`))
    .$if(usedMin !== undefined, (query) => query.where('times_used', '>=', usedMin ?? 0))
    .$if(updatedFrom !== undefined, (query) =>
      query.where(sql<SqlBool>`updated_at >= ${updatedFrom}::timestamptz`),
    )
    .$if(updatedTo !== undefined, (query) =>
      query.where(sql<SqlBool>`updated_at < ${updatedTo}::timestamptz`),
    )
    .$if(attached !== undefined, (query) => query.where(sql<SqlBool>`${isAttached} = ${attached === 'yes'}`))
    .$if(alarm !== undefined, (query) => query.where(sql<SqlBool>`${isAlarmed(userId)} = ${alarm === 'yes'}`))
    .$if(text !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(number::text = ${text} or name ilike ${pattern} or description ilike ${pattern})`,
      ),
    );
  const rows = await chosen
    .select([
      'id',
      'number',
      'name',
      'description',
      'version',
      'times_used',
      'updated_at',
      state.as('state'),
      isAttached.as('is_attached'),
      isAlarmed(userId).as('alarmed'),
      sql<string>`${sql.ref(column)}::text`.as('sort_value'),
    ])
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(${sql.ref(column)}, id) ${sql.raw(direction === 'asc' ? '>' : '<')}
          (${after?.value}::text::${sql.raw(type)}, ${after?.id}::uuid)`,
      ),
    )
    .orderBy(sql.ref(column), direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute();
  const { total } = await chosen.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    items: rows.map((row) => ({
      id: row.id,
      number: row.number,
      name: row.name,
      description: row.description,
      state: row.state,
      version: row.version,
      timesUsed: row.times_used,
      updatedAt: row.updated_at.toISOString(),
      isAttached: row.is_attached,
      alarmed: row.alarmed,
    })),
    total,
    totalIsEstimate: false,
    nextCursor: last ? writeCursor({ sort, direction, value: last.sort_value, id: last.id }) : null,
  };
}

const rejectionsPage = 100;

/** Returns products to which an attached rule cannot be applied, in the order of their ids. */
export async function findRejections(
  db: OwnerDb,
  ownerId: string,
  attachmentId: string,
  cursor: string | undefined,
): Promise<AnswerOf<typeof listRuleRejections>> {
  const after = cursor === undefined ? undefined : readCursor(cursor, 'product', 'asc');
  const chosen = db
    .selectFrom('rule_rejection')
    .innerJoin('product', 'product.id', 'rule_rejection.product_id')
    .where('rule_rejection.owner_id', '=', ownerId)
    .where('attachment_id', '=', attachmentId);
  const rows = await chosen
    .select(['product_id', 'product.title', 'step', 'fault', 'at'])
    .$if(after !== undefined, (query) => query.where('product_id', '>', after?.id ?? ''))
    .orderBy('product_id')
    .limit(rejectionsPage)
    .execute();
  const { total } = await chosen.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  const last = rows.length === rejectionsPage ? rows.at(-1) : undefined;
  return {
    items: rows.map(({ product_id, title, step, fault, at }) => ({
      productId: product_id,
      title,
      step,
      fault,
      at: at.toISOString(),
    })),
    total,
    totalIsEstimate: false,
    nextCursor: last
      ? writeCursor({ sort: 'product', direction: 'asc', value: '', id: last.product_id })
      : null,
  };
}
