import { login } from '@bowerbird/contract/account/account';
import type { BodyOf } from '@bowerbird/contract/route';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../../lib/api/call.ts';
import type { FailureCode } from '../../../lib/api/call-failure.ts';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { redirectOf } from '../../../lib/person/guard.ts';
import { keepToken } from '../../../lib/person/token.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { greetingOf } from '../../../lib/text/sentences/greeting.ts';
import type { PlainTextKey } from '../../../lib/text/text.ts';
import { useText } from '../../../lib/text/text.ts';
import { useNotify } from '../../../ui/feedback/notify.tsx';

export type SignInBody = BodyOf<typeof login>;

/** A refused sign-in: its error code, its message, and what was sent. */
export interface RefusedSignIn {
  code: FailureCode;
  reported: string;
  body: SignInBody;
}

/** Delay of the welcome notice after a sign-in, in milliseconds. */
const welcomeMs = 1000;

/** Failures for which the login page has its own text. */
const ownWords: Partial<Record<FailureCode, PlainTextKey>> = {
  'auth.wrong-credentials': 'user.login.message-invalid-credentials',
  'code.wrong': 'user.login.message-invalid-verification-code',
};

/** Error codes that open the second step's dialog; not an error until a code was tried. */
export const secondStep: readonly FailureCode[] = ['auth.second-step-needed', 'auth.second-step-wrong'];

/** Signs in, keeps the token as long as requested, and opens the page that the person wanted. */
export function useSignIn(onRefused: () => void) {
  const text = useText();
  const notify = useNotify();
  const sentence = useFaultText();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { pathname, search } = useLocation();
  const [refused, setRefused] = useState<RefusedSignIn | null>(null);

  const signIn = useMutation({
    mutationFn: (body: SignInBody) => call(login, { body }),
    onMutate: () => setRefused(null),
    onSuccess: (token, { rememberMe }) => {
      keepToken(token, rememberMe ?? false);
      cache.clear();
      void navigate(redirectOf(`${pathname}${search}`), { replace: true });
      const greeting = text(greetingOf(new Date().getHours()));
      setTimeout(
        () =>
          notify({
            kind: 'success',
            title: text('user.login.welcome'),
            text: text('user.login.welcome-back', { greeting }),
          }),
        welcomeMs,
      );
    },
    onError: (thrown, body) => {
      const failure = CallFailure.from(thrown);
      const own = ownWords[failure.code];
      const reported = own === undefined ? sentence(failure) : text(own);
      setRefused({ code: failure.code, reported, body });
      if (secondStep.includes(failure.code)) {
        return;
      }
      // The frame already shows a 403.
      if (failure.status !== 403) {
        notify({ kind: 'error', title: text('user.login.error'), text: reported });
      }
      // The field is editable again only after the button is no longer busy.
      setTimeout(onRefused);
    },
  });
  const forSecondStep = refused !== null && secondStep.includes(refused.code);
  return {
    signIn: signIn.mutate,
    busy: signIn.isPending,
    refused: forSecondStep ? null : refused,
    /** The sign-in that waits for its second step. */
    waiting: forSecondStep ? refused : null,
    giveUp: () => setRefused(null),
  };
}
