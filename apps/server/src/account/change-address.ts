import { AppError } from '@bowerbird/contract/errors';
import pg from 'pg';
import { recorded } from '../http/recorded.ts';
import type { Call } from '../http/serve.ts';
import { takeCode } from './codes.ts';
import { maskedMail, maskedPhone } from './masked.ts';
import { languageFor } from './profile/profile.ts';

export interface NewAddress {
  channel: 'mail' | 'sms';
  address: string;
}

/** Returns the purpose of a code sent over this channel. */
export function purposeOf(channel: NewAddress['channel']): 'change-email' | 'change-phone' {
  return channel === 'mail' ? 'change-email' : 'change-phone';
}

/**
 * Changes the caller's mail address or telephone number once its code has proved the new one. Notifies the old address,
 * where the owner of a taken-over account still reads. Throws `code.wrong`, `code.expired` or `account.address-taken`.
 */
export async function changeAddress(call: Call, { channel, address }: NewAddress, code: string) {
  const { services, user, request } = call;
  await takeCode(services, { purpose: purposeOf(channel), address, code, ip: request.ip });
  const language = await languageFor(services.db, user.id, call.language);
  const about = { template: 'address-changed' as const, language, ownerId: user.ownerId };
  const masked = channel === 'mail' ? maskedMail(address) : maskedPhone(address);
  const values = { name: user.name, address: masked };
  // The notification is in the outbox exactly if the change is made.
  await recorded(call, async (inside) => {
    const old = await inside
      .selectFrom('user')
      .select(['email', 'phone'])
      .where('id', '=', user.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await inside
      .updateTable('user')
      .set(channel === 'mail' ? { email: address } : { phone: address })
      .where('id', '=', user.id)
      .execute()
      .catch((thrown: unknown) => {
        throw isTaken(thrown)
          ? new AppError('account.address-taken', 'somebody else has this address')
          : thrown;
      });
    await services.messages.send({ channel: 'mail', to: old.email, values, ...about }, inside);
    if (channel === 'sms' && old.phone) {
      await services.messages.send({ channel: 'sms', to: old.phone, values, ...about }, inside);
    }
  });
}

function isTaken(thrown: unknown): boolean {
  return thrown instanceof pg.DatabaseError && thrown.code === '23505';
}
