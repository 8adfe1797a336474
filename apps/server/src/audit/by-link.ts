import type { LinkEvent } from '@bowerbird/contract/system/audit';
import type { FastifyRequest } from 'fastify';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';

/** Records in the caller's transaction what somebody did who followed a link and did not sign in. */
export async function recordByLink(
  db: OwnerDb,
  request: Pick<FastifyRequest, 'ip' | 'headers' | 'id'>,
  {
    ownerId,
    what,
    ...details
  }: { ownerId: string; what: LinkEvent; params: Record<string, string>; fields: Record<string, string> },
): Promise<void> {
  await db
    .insertInto('audit_event')
    .values({
      id: v7(),
      owner_id: ownerId,
      user_id: null,
      user_name: null,
      what,
      area: 'other',
      details: JSON.stringify(details),
      ip: request.ip,
      user_agent: request.headers['user-agent']?.slice(0, 300) ?? null,
      request_id: request.id,
      status: 200,
      at: new Date(),
    })
    .execute();
}
