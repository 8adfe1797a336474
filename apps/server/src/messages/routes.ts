import { AppError } from '@bowerbird/contract/errors';
import * as contract from '@bowerbird/contract/outbox';
import { requireAdministrator } from '../http/administrators-only.ts';
import { consoleAddress } from '../http/console-address.ts';
import { type Call, serve } from '../http/serve.ts';
import { channelsOf } from './messages.ts';
import { findMessages, getMessage, lineUpAgain } from './outbox.ts';

export const outboxRoutes = [
  serve(contract.listOutbox, async ({ query }, call) => {
    const { db, config } = ofAdministrator(call);
    const channels = channelsOf(config);
    return {
      ...(await findMessages(db, query)),
      delivers: { mail: channels.has('mail'), sms: channels.has('sms') },
    };
  }),
  serve(contract.readOutboxMessage, ({ params }, call) =>
    getMessage(ofAdministrator(call), params.id, consoleAddress(call)),
  ),
  serve(contract.sendOutboxAgain, async ({ params }, call) => {
    const services = ofAdministrator(call);
    const message = await getMessage(services, params.id, consoleAddress(call));
    if (!channelsOf(services.config).has(message.channel)) {
      throw new AppError('message.not-configured', `nobody delivers ${message.channel}`);
    }
    return await lineUpAgain(services.db, params.id, new Date(services.clock.wall()));
  }),
];

/** Codes and links of everybody are here: whatever a merchant's role says, none of its people reads them. */
function ofAdministrator(call: Call): Call['services'] {
  requireAdministrator(call, 'support', 'get');
  return call.services;
}
