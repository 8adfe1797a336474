import type { ReactNode } from 'react';
import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../images/icon.tsx';
import { Box, Row, Stack } from '../layout/box.tsx';
import { Text } from '../text/text.tsx';
import { StateGlyph } from './state-glyph.tsx';
import './notify.css';

export interface Notice {
  kind: 'error' | 'success';
  title: string;
  text: string;
  /** How long it stays, in seconds; four if left out. */
  seconds?: number;
}

type Notify = (notice: Notice) => void;

const Notifications = createContext<Notify>(() => undefined);

/** Maximum number of notices shown at once. */
const most = 3;

/** Returns a function that shows a titled notice in the corner, for what concerns the session and not one page. */
export function useNotify(): Notify {
  return useContext(Notifications);
}

const nameOf = ({ title, text }: Notice) => `${title} ${text}`;

export function NotifyProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Notice[]>([]);
  const notify = useCallback<Notify>(
    (notice) =>
      setShown((held) => {
        // A success removes earlier failures; the same notice is shown only once.
        const kept = notice.kind === 'success' ? [] : held.filter((each) => nameOf(each) !== nameOf(notice));
        return [...kept, notice].slice(-most);
      }),
    [],
  );
  const close = useCallback(
    (notice: Notice) => setShown((held) => held.filter((each) => each !== notice)),
    [],
  );
  return (
    <Notifications value={notify}>
      {createPortal(
        <Stack className="notify-place" gap={12} w="min(360px, calc(100vw - 32px))">
          {shown.map((notice) => (
            <Shown key={nameOf(notice)} notice={notice} onClose={close} />
          ))}
        </Stack>,
        document.body,
      )}
      {children}
    </Notifications>
  );
}

function Shown({ notice, onClose }: { notice: Notice; onClose(notice: Notice): void }) {
  const text = useText();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) {
      return;
    }
    const timer = setTimeout(() => onClose(notice), (notice.seconds ?? 4) * 1000);
    return () => clearTimeout(timer);
  }, [held, notice, onClose]);
  return (
    <Row
      className="notify"
      align="start"
      gap={10}
      p={[14, 16]}
      radius="xl"
      tone="t1"
      ground="raised"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <StateGlyph state={notice.kind === 'error' ? 'failed' : 'complete'} />
      <Box grow shrink role={notice.kind === 'error' ? 'alert' : 'status'}>
        <Text as="strong" font="body" weight={600}>
          {notice.title}
        </Text>
        <Text as="p" mt={2} font="small" tone="t2" anywhere>
          {notice.text}
        </Text>
      </Box>
      <Row
        as="button"
        inline
        rigid
        p={4}
        radius="s"
        tone="t3"
        type="button"
        aria-label={text('act.close')}
        onClick={() => onClose(notice)}
      >
        <Icon name="close" size={14} />
      </Row>
    </Row>
  );
}
