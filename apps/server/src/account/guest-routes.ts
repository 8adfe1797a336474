import * as contract from '@bowerbird/contract/guest';
import { languageOf } from '../http/language.ts';
import { type Call, serve } from '../http/serve.ts';
import { requireAccepted } from '../news/pages/acceptance.ts';
import { activateAccount } from './activate.ts';
import { type CodePurpose, sendCode, takeCode } from './codes.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { findByAddress, recover } from './recover.ts';
import { askForAccount, sendLinkAgain } from './sign-up.ts';

const sent = { sent: true as const };

/** What somebody who is not signed in may ask for. No answer tells whether an account exists. */
export const guestRoutes = [
  serve(contract.signUp, async ({ body }, call) => {
    const { services, request, language } = call;
    // Before the code is taken: it still works with another password, and once the box is ticked.
    refuseCommonPassword(body.password);
    const accepted = await requireAccepted(services, body.accepted);
    await takeCode(services, {
      purpose: 'sign-up',
      address: body.phone,
      code: body.code,
      ip: request.ip,
    });
    await askForAccount(services, {
      ...body,
      accepted,
      language,
      ip: request.ip,
    });
    return { email: body.email };
  }),
  serve(contract.sendSignInCode, async ({ body }, call) => {
    await sendToHolder(call, 'sign-in', 'sms', body.phone);
    return sent;
  }),
  serve(contract.sendSmsCode, async ({ params: { purpose }, body: { phone } }, call) => {
    if (purpose === 'sign-up') {
      await sendCode(call.services, {
        purpose,
        channel: 'sms',
        address: phone,
        language: call.language,
        ownerId: null,
        ip: call.request.ip,
      });
    } else {
      await sendToHolder(call, purpose, 'sms', phone);
    }
    return sent;
  }),
  serve(contract.sendMailCode, async ({ body: { purpose, email } }, call) => {
    await sendToHolder(call, purpose, 'mail', email);
    return sent;
  }),
  serve(contract.recoverPassword, async ({ body }, call) => ({
    changed: true as const,
    ended: await recover(call, body),
  })),
  serve(contract.activate, ({ body }, call) => activateAccount(call, body.token)),
  serve(contract.sendActivationAgain, async ({ body }, call) => {
    await alike(call, sendLinkAgain(call.services, body.email));
    return sent;
  }),
];

/** A code for whoever has this address; where nobody has it, only the looks of one. */
async function sendToHolder(
  call: Call,
  purpose: CodePurpose,
  channel: 'mail' | 'sms',
  address: string,
): Promise<void> {
  const { services, request, language } = call;
  const holder = await findByAddress(services.db, address);
  const sending = sendCode(services, {
    purpose,
    channel,
    address,
    language: holder?.language ? languageOf(holder.language, undefined) : language,
    ownerId: holder?.owner_id ?? null,
    ip: request.ip,
    toNobody: holder === undefined,
  });
  await alike(call, sending);
}

/** Longer than sending takes: how soon the answer comes does not tell whether there was somebody to send to. */
const answersAfterMs = 200;

async function alike({ services }: Call, sending: Promise<void>): Promise<void> {
  await Promise.all([sending, services.clock.sleep(answersAfterMs)]);
}
