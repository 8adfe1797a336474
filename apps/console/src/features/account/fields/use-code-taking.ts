import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { isPasswordRefused, type RefusedPassword } from './refused-password.ts';

/**
 * Performs a call that takes a sent code and a new password. A wrong code and a refused password are shown under their
 * fields, any other error above the form.
 */
export function useCodeTaking<Body extends { password: string }, Answer>(
  requestConfirmation: (body: Body) => Promise<Answer>,
  onDone: (answer: Answer, body: Body) => void,
  /** Returns whether the failure is already shown elsewhere. */
  onFailed: (failure: CallFailure, body: Body) => boolean = () => false,
) {
  const sentence = useFaultText();
  const [codeRefused, setCodeRefused] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [passwordRefused, setPasswordRefused] = useState<RefusedPassword | null>(null);
  const requesting = useMutation({
    mutationFn: requestConfirmation,
    onMutate: () => {
      setCodeRefused(null);
      setRefused(null);
    },
    onSuccess: onDone,
    onError: (thrown, body) => {
      const { password } = body;
      const failure = CallFailure.from(thrown);
      if (onFailed(failure, body)) {
        return;
      }
      if (isPasswordRefused(failure)) {
        setPasswordRefused({ password, reported: sentence(failure) });
      } else {
        (failure.code.startsWith('code.') ? setCodeRefused : setRefused)(sentence(failure));
      }
    },
  });
  return {
    take: requesting.mutate,
    busy: requesting.isPending,
    refused,
    codeRefused,
    passwordRefused,
    forgetCode: () => setCodeRefused(null),
  };
}
