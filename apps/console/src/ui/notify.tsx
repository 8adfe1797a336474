import { notification } from 'antd';
import type { ReactNode } from 'react';
import { createContext, useContext, useMemo } from 'react';

export interface Notice {
  kind: 'error' | 'success';
  title: string;
  text: string;
}

type Notify = (notice: Notice) => void;

const Notifications = createContext<Notify>(() => undefined);

/** A titled notice in the corner, for what concerns the session and not one page. */
export function useNotify(): Notify {
  return useContext(Notifications);
}

export function NotifyProvider({ children }: { children: ReactNode }) {
  const [api, holder] = notification.useNotification({ placement: 'topRight', maxCount: 3, top: 62 });
  const notify = useMemo<Notify>(
    () =>
      ({ kind, title, text }) => {
        if (kind === 'success') {
          // What failed before has been mended.
          api.destroy();
        }
        api[kind]({
          key: `${title} ${text}`,
          title,
          description: text,
          duration: 4,
          role: kind === 'error' ? 'alert' : 'status',
        });
      },
    [api],
  );
  return (
    <Notifications value={notify}>
      {holder}
      {children}
    </Notifications>
  );
}
