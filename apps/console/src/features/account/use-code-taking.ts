import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailure } from '../../lib/call-failure.ts';
import { useFaultText } from '../../lib/fault-text.ts';
import { isPasswordRefused, type RefusedPassword } from './refused-password.ts';

/**
 * A call that takes a sent code and a new password: a wrong code and a refused password are told under their fields, all
 * else above the form.
 */
export function useCodeTaking<Body extends { password: string }, Answer>(
  ask: (body: Body) => Promise<Answer>,
  onDone: (answer: Answer, body: Body) => void,
  /** Answers whether the failure is told elsewhere. */
  onFailed: (failure: CallFailure, body: Body) => boolean = () => false,
) {
  const sentence = useFaultText();
  const [codeRefused, setCodeRefused] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [passwordRefused, setPasswordRefused] = useState<RefusedPassword | null>(null);
  const asking = useMutation({
    mutationFn: ask,
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
        setPasswordRefused({ password, told: sentence(failure) });
      } else {
        (failure.code.startsWith('code.') ? setCodeRefused : setRefused)(sentence(failure));
      }
    },
  });
  return {
    take: asking.mutate,
    busy: asking.isPending,
    refused,
    codeRefused,
    passwordRefused,
    forgetCode: () => setCodeRefused(null),
  };
}
