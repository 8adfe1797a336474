import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailure } from '../../lib/call-failure.ts';
import { useFaultText } from '../../lib/fault-text.ts';

/** A call that takes a sent code: a wrong code is told under its field, all else above the form. */
export function useCodeTaking<Body, Answer>(
  ask: (body: Body) => Promise<Answer>,
  onDone: (answer: Answer, body: Body) => void,
  onFailed?: (failure: CallFailure) => void,
) {
  const sentence = useFaultText();
  const [codeRefused, setCodeRefused] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const asking = useMutation({
    mutationFn: ask,
    onMutate: () => {
      setCodeRefused(null);
      setRefused(null);
    },
    onSuccess: onDone,
    onError: (thrown) => {
      const failure = CallFailure.from(thrown);
      (failure.code.startsWith('code.') ? setCodeRefused : setRefused)(sentence(failure));
      onFailed?.(failure);
    },
  });
  return {
    take: asking.mutate,
    busy: asking.isPending,
    refused,
    codeRefused,
    forgetCode: () => setCodeRefused(null),
  };
}
