import { AppError } from '@bowerbird/contract/errors';
import * as contract from '@bowerbird/contract/system/outbox';
import { consoleAddress } from '../http/console-address.ts';
import { requireAdministrator } from '../http/protection/administrators-only.ts';
import { type Call, serve } from '../http/serve.ts';
import { channelsOf } from '../messages/messages.ts';
import { channelOf, findMessages, getMessage, lineUpAgain } from '../messages/outbox.ts';
import { letsInWider } from './who-is-let-in.ts';

export const outboxRoutes = [
  serve(contract.listOutbox, async ({ query }, call) => {
    const { db, config } = ofAdministrator(call);
    const channels = channelsOf(config);
    return {
      ...(await findMessages(db, query)),
      delivers: { mail: channels.has('mail'), sms: channels.has('sms') },
    };
  }),
  serve(contract.readOutboxMessage, async ({ params: { id } }, call) => {
    const services = ofAdministrator(call);
    const message = await getMessage(services, {
      id,
      consoleUrl: consoleAddress(call),
      letsInWider: (of) => letsInWider(services.db, call.user, of),
    });
    // Nobody reads a message without an audit event of the reading.
    await call.record(services.db);
    return message;
  }),
  serve(contract.sendOutboxAgain, async ({ params }, call) => {
    const services = ofAdministrator(call);
    const channel = await channelOf(services.db, params.id);
    if (!channelsOf(services.config).has(channel)) {
      throw new AppError('message.not-configured', `nobody delivers ${channel}`);
    }
    return await lineUpAgain(services.db, params.id, new Date(services.clock.wall()));
  }),
];

/**
 * Returns the services to an administrator only. The outbox holds everybody's codes and links, so no person of a
 * merchant reads it, whatever their role allows.
 */
function ofAdministrator(call: Call): Call['services'] {
  requireAdministrator(call, 'support', 'get');
  return call.services;
}
