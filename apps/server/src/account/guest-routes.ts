import * as contract from '@bowerbird/contract/account/guest';
import { languageOf } from '../http/language.ts';
import { type Call, serve } from '../http/serve.ts';
import { requireAccepted } from '../news/pages/acceptance.ts';
import { activateAccount } from './activate.ts';
import { type CodePurpose, sendCode, takeCode } from './codes.ts';
import { refuseCommonPassword } from './passwords/common-passwords.ts';
import { findByAddress, recover } from './passwords/recover.ts';
import { requestForAccount, sendLinkAgain } from './sign-up.ts';

const sent = { sent: true as const };

/** The calls of a guest who is not signed in. No response reveals whether an account exists. */
export const guestRoutes = [
  serve(contract.signUp, async ({ body }, call) => {
    const { services, request, language } = call;
    // Checks this before taking the code, so that the code still works with another password and once the box is
    // ticked.
    await refuseCommonPassword(body.password);
    const accepted = await requireAccepted(services, body.accepted);
    await takeCode(services, {
      purpose: 'sign-up',
      address: body.phone,
      code: body.code,
      ip: request.ip,
    });
    await requestForAccount(services, {
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
    await similar(call, sendLinkAgain(call.services, body.email));
    return sent;
  }),
];

/** Sends a code to the person with this address; if nobody has it, only pretends to. */
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
  await similar(call, sending);
}

/** Longer than sending takes, so that the response time does not reveal whether there was somebody to send to. */
const answersAfterMs = 200;

async function similar({ services }: Call, sending: Promise<void>): Promise<void> {
  await Promise.all([sending, services.clock.sleep(answersAfterMs)]);
}
