import { useEffect } from 'react';
import { onCallFailure } from '../../lib/api/call.ts';
import { leaveWindow } from '../../lib/person/window-person.ts';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useText } from '../../lib/text/text.ts';
import { useNotify } from '../../ui/feedback/notify.tsx';

/** How long the notice stays before a lost session reloads the window, in milliseconds. */
const reloadMs = 1500;

/** Notifies the person of calls that were refused for lack of a session or a permission, wherever they came from. */
export function FailureNotices() {
  const text = useText();
  const notify = useNotify();
  const sentence = useFaultText();

  useEffect(
    () =>
      onCallFailure((failure) => {
        if (failure.status === 403) {
          notify({
            kind: 'error',
            title: text('user.forbidden.title'),
            text: failure.message || sentence(failure),
          });
        }
        if (failure.status === 401 && !failure.isLogin) {
          notify({
            kind: 'error',
            title: text('user.unauthorized.title'),
            text: text('user.unauthorized.content'),
          });
          leaveWindow(reloadMs);
        }
      }),
    [notify, sentence, text],
  );
  return null;
}
