import { codeAgainSeconds } from '@bowerbird/contract/account/guest';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { useNotify } from '../../../ui/feedback/notify.tsx';
import { useCountdown } from './use-countdown.ts';

export interface CodeSending {
  send(address: string): void;
  busy: boolean;
  /** Seconds until another code can be requested. */
  left: number | null;
  /** Why no code was sent; cleared on the next try. */
  refused: string | null;
}

/** How long the notice of a sent code stays, in seconds. */
const noticeSeconds = 8;

/**
 * Sends codes, at most once a minute. A failed try can be repeated at once, unless the server says how long to wait.
 */
export function useCodeSending(
  requestConfirmation: (address: string) => Promise<unknown>,
  onSent?: () => void,
  /** The notice shown after sending; `null` if the page shows its own. */
  words: 'user.code.sent' | 'user.code.sent-if' | null = 'user.code.sent',
): CodeSending {
  const text = useText();
  const notify = useNotify();
  const sentence = useFaultText();
  const { left, start, stop } = useCountdown();
  const [refused, setRefused] = useState<string | null>(null);
  const sending = useMutation({
    mutationFn: requestConfirmation,
    onMutate: () => {
      setRefused(null);
      // Starts at 59: the first second has passed when it is read.
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
