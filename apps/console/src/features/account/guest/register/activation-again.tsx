import { sendActivationAgain } from '@bowerbird/contract/account/guest';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../../lib/api/call.ts';
import { CallFailure } from '../../../../lib/api/call-failure.ts';
import { useFaultText } from '../../../../lib/text/fault-text.ts';
import { useText } from '../../../../lib/text/text.ts';
import { useNotify } from '../../../../ui/feedback/notify.tsx';
import { Box } from '../../../../ui/layout/box.tsx';
import { useCountdown } from '../../fields/use-countdown.ts';

/** Sends an activation mail again, at most once a minute; null: no address to send it to yet. */
export function ActivationAgain({ email }: { email: string | null }) {
  const text = useText();
  const notify = useNotify();
  const sentence = useFaultText();
  const { left, start, stop } = useCountdown();
  const again = useMutation({
    mutationFn: (to: string) => call(sendActivationAgain, { body: { email: to } }),
    onMutate: () => start(59),
    onSuccess: (_answer, to) =>
      notify({
        kind: 'success',
        title: text('user.activation.title'),
        text: text('user.activation.sent', { email: to }),
        seconds: 8,
      }),
    onError: (thrown) => {
      stop();
      notify({ kind: 'error', title: text('user.login.error'), text: sentence(CallFailure.from(thrown)) });
    },
  });
  return (
    <Box
      as="button"
      type="button"
      className="guest-link"
      self="start"
      font="small"
      tone="primary-read"
      disabled={left !== null || email === null}
      onClick={() => email !== null && again.mutate(email)}
    >
      {left === null ? text('user.activation.again') : text('user.activation.again.in', { n: left })}
    </Box>
  );
}
