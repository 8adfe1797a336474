import type { EditSets } from './edit-set.ts';

/** The program's patience with peers: shortened for drills, and removed. */
export const peers: EditSets = {
  /** 60 s of silence become 3 s, a minute of dripping 5 s, and five repeats one. */
  'short-patience': [
    {
      file: 'apps/server/src/fetch/guarded-fetch.ts',
      find: 'const silenceTimeoutMs = 60_000;',
      replace: 'const silenceTimeoutMs = 3_000;',
    },
    {
      file: 'packages/platforms/src/net/body.ts',
      find: 'const slowMs = 60_000;',
      replace: 'const slowMs = 5_000;',
    },
    {
      file: 'packages/platforms/src/net/patience.ts',
      find: 'needed: { limited: 10, turnedAway: 2, troubled: 5,',
      replace: 'needed: { limited: 10, turnedAway: 2, troubled: 1,',
    },
  ],
  'silence-is-borne': [
    {
      file: 'apps/server/src/fetch/guarded-fetch.ts',
      find: 'headersTimeout: options.timeouts?.silenceMs ?? silenceTimeoutMs,',
      replace: 'headersTimeout: 0,',
    },
  ],
  'dripping-is-borne': [
    {
      file: 'packages/platforms/src/net/body.ts',
      find: 'if (tookMs > slowMs && size <',
      replace: 'if (tookMs > slowMs && -size >',
    },
  ],
  'endless-is-borne': [
    {
      file: 'packages/platforms/src/net/body.ts',
      find: 'if (size > maxBytes) {\n      await reader.cancel();',
      replace: 'if (size < 0) {\n      await reader.cancel();',
    },
    // A large answer continues in a separate process, which still has the limit.
    {
      file: 'apps/server/src/collect/apart/bounded-collector.ts',
      find: 'if (size > bytesMax) {',
      replace: 'if (size < 0) {',
    },
  ],
  'a-cut-answer-has-no-name': [
    {
      file: 'packages/platforms/src/net/failures.ts',
      find: "answered ? 'source.answer-cut' : 'address.unreachable'",
      replace: "answered ? 'unexpected' : 'unexpected'",
    },
  ],
  'half-json-is-none': [
    {
      file: 'packages/platforms/src/net/send.ts',
      find: 'if (begun && !/[}\\]]$/.test(body)) {',
      replace: "if (begun && body === '') {",
    },
  ],
  'a-message-may-take-for-ever': [
    {
      file: 'apps/server/src/messages/mail.ts',
      find: 'await Promise.race([sent, tooLate(patienceMs, late.signal)]);',
      replace: 'await sent;',
    },
  ],
  'short-mail-patience': [
    {
      file: 'apps/server/src/messages/mail.ts',
      find: 'const messageMs = 90_000;',
      replace: 'const messageMs = 4_000;',
    },
    {
      file: 'apps/server/src/messages/mail.ts',
      find: 'greetingTimeout: 10_000,',
      replace: 'greetingTimeout: 3_000,',
    },
  ],
  'failed-messages-stay-failed': [
    {
      file: 'apps/server/src/messages/deliver.ts',
      find: "const later = errorCodes[failure.code].retry === 'later' && pauseMs !== undefined;",
      replace: 'const later = false;',
    },
  ],
};
