import { codeAgainSeconds } from '@bowerbird/contract/guest';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailure } from '../../lib/call-failure.ts';
import { useFaultText } from '../../lib/fault-text.ts';
import { useText } from '../../lib/text.ts';
import { useNotify } from '../../ui/notify.tsx';
import { useCountdown } from './use-countdown.ts';

export interface CodeSending {
  send(address: string): void;
  busy: boolean;
  /** Seconds until a code can be asked for again. */
  left: number | null;
  /** Why none was sent; gone with the next try. */
  refused: string | null;
}

/** How long the notice of a sent code stays, in seconds. */
const noticeSeconds = 8;

/** Sends codes, once a minute. A failed try can be repeated at once, unless the server says how long to wait. */
export function useCodeSending(
  ask: (address: string) => Promise<unknown>,
  onSent?: () => void,
  /** Says that it was sent; `null` where the page says so itself. */
  words: 'user.code.sent' | 'user.code.sent-if' | null = 'user.code.sent',
): CodeSending {
  const text = useText();
  const notify = useNotify();
  const sentence = useFaultText();
  const { left, start, stop } = useCountdown();
  const [refused, setRefused] = useState<string | null>(null);
  const sending = useMutation({
    mutationFn: ask,
    onMutate: () => {
      setRefused(null);
      // The first second is over when it is read: it begins at 59.
      start(codeAgainSeconds - 1);
    },
    onSuccess: (_answer, address) => {
      if (words !== null) {
        notify({
          kind: 'success',
          title: text('user.code.sent.title'),
          text: text(words, { address }),
          seconds: noticeSeconds,
        });
      }
      onSent?.();
    },
    onError: (thrown) => {
      const failure = CallFailure.from(thrown);
      const { seconds } = failure.params;
      setRefused(sentence(failure));
      if (failure.code === 'code.too-often' && typeof seconds === 'number') {
        start(seconds);
      } else {
        stop();
      }
    },
  });
  return { send: sending.mutate, busy: sending.isPending, left, refused };
}
