import type { Drill, Found } from '../drill.ts';
import { death, succeed } from '../stage/killed.ts';
import { MailServer, type Mode } from '../stage/mail-server.ts';
import type { Installed, Stage } from '../stage/stage.ts';
import { until } from '../stage/until.ts';

const address = 'demo@bowerbird.localhost';

async function installed(stage: Stage, mode: Mode, edits: readonly string[]) {
  const mail = await MailServer.open(mode);
  stage.later(() => mail.close());
  const environment = {
    SMTP_URL: mail.url,
    MAIL_FROM: 'Bowerbird <no-reply@bower.example>',
    BOWERBIRD_PUBLIC_URL: 'https://bower.example',
  };
  return { mail, environment, ...(await stage.installed({ environment, edits })) };
}

/** Requests a code by mail, as a person does who has forgotten their password. */
async function requestCode({ program }: Pick<Installed, 'program'>): Promise<void> {
  const answer = await program.call('POST', '/v2/e-mail/send-code', { email: address, purpose: 'recover' });
  if (answer.status >= 300) {
    throw new Error(`requesting a code: ${answer.status} ${answer.code}`);
  }
}

interface Outbox {
  id: string;
  state: string;
  tries: number;
  fault: { code: string } | null;
}

function outbox({ database }: Pick<Installed, 'database'>): Promise<Outbox[]> {
  return database.rows<Outbox>('select id, state, tries, fault from outbox order by created_at');
}

/** Makes the mail server misbehave, then work: the message arrives once. */
async function misbehaves(stage: Stage, mode: Mode): Promise<Found> {
  const all = await installed(stage, mode, ['short-mail-patience']);
  await requestCode(all);
  const failed = await until('the first try to fail', async () =>
    (await outbox(all)).find(({ fault }) => fault !== null),
  );
  const wrong =
    failed.fault?.code === 'message.provider-unreachable' ? [] : [`the try failed as ${failed.fault?.code}`];
  all.mail.mode = 'works';
  const began = performance.now();
  await until('the message to be sent', async () =>
    (await outbox(all)).some(({ state }) => state === 'sent'),
  );
  const recoveredMs = performance.now() - began;
  if (all.mail.received.length !== 1) {
    wrong.push(`${all.mail.received.length} mails were received`);
  }
  return { wrong, recoveredMs };
}

function misbehaving(name: string, mode: Mode, does: string, defence: Drill['defence']): Drill {
  return {
    name,
    expectation: `The SMTP server ${does}: the try fails as \`message.provider-unreachable\` within its deadline, and when the server works the mail arrives once.`,
    defence,
    run: (stage) => misbehaves(stage, mode),
  };
}

const triedAgain = { is: 'a temporary failure is retried', without: 'failed-messages-stay-failed' };

/**
 * Kills a process at a point of delivering; another delivers on a clock that is ahead by more than the two-minute
 * lease.
 */
async function killed(stage: Stage, edit: string, times: number): Promise<Found> {
  const first = await installed(stage, 'works', [edit]);
  await requestCode(first);
  await death(first.program, 'while it delivers');
  const { environment } = first;
  const { began } = await succeed(stage, first, { environment, clockFile: stage.clockAhead(3 * 60_000) });
  await until('the message to be sent', async () =>
    (await outbox(first)).every(({ state }) => state === 'sent'),
  );
  const recoveredMs = performance.now() - began;
  const { received } = first.mail;
  const wrong = received.length === times ? [] : [`${received.length} mails were received, not ${times}`];
  return {
    wrong: new Set(received).size === 1 ? wrong : [...wrong, `their ids are ${received.join(', ')}`],
    recoveredMs,
  };
}

export const mail: readonly Drill[] = [
  misbehaving('mail-half-open', 'half-open', 'accepts the connection and sends nothing', triedAgain),
  misbehaving('mail-resets', 'resets', 'resets the connection after its greeting', triedAgain),
  misbehaving('mail-drips', 'drips', 'sends a line now and then and never ends', {
    is: 'a message has a deadline (90 s, here 4 s)',
    without: 'a-message-may-take-for-ever',
  }),
  {
    name: 'killed-before-sending',
    expectation:
      'SIGKILL with a message taken by a worker and not yet sent: after two minutes (here by a clock set ahead) another process sends it, once.',
    defence: { is: 'a worker only leases a message', without: 'messages-are-not-lent' },
    kills: ['messages'],
    run: (stage) => killed(stage, 'kill-message', 1),
  },
  {
    name: 'killed-after-sending',
    expectation:
      "SIGKILL after the mail server accepted a message and before that was recorded: it is sent again with the same Message-ID, so that the reader's mail program can recognise the duplicate.",
    defence: { is: 'a message keeps its Message-ID', without: 'a-message-has-no-name' },
    kills: ['messages'],
    run: (stage) => killed(stage, 'kill-sent-message', 2),
  },
];
