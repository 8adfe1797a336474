import { Button } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Stack } from '../../../ui/layout/box.tsx';
import { Face } from '../center/face.tsx';
import { useRemoveAvatar } from './own-account-queries.ts';

const AvatarDialog = lazy(() => import('./avatar-dialog.tsx'));

/** The person's own avatar, large; a click opens the dialog that replaces it. */
export function AvatarEdit({ name, avatar }: { name: string; avatar: string | null }) {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const confirm = useConfirm();
  const remove = useRemoveAvatar();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  const confirmRemove = async () => {
    const sure = await confirm({
      title: text('account.avatar.remove.title'),
      confirm: text('account.avatar.remove'),
      danger: true,
    });
    if (sure) {
      remove.mutate(undefined, {
        onError: reportFailure,
        onSuccess: () => toast({ state: 'complete', text: text('account.avatar.removed') }),
      });
    }
  };
  return (
    <Stack className="avatar-edit" align="center" gap={12}>
      <Box as="span" self="start" font="small" weight={500}>
        {text('account.avatar')}
      </Box>
      <Box
        as="button"
        type="button"
        ref={opener}
        className="avatar-edit-face"
        relative
        radius="round"
        aria-label={text('account.avatar.change')}
        onClick={() => setOpen(true)}
      >
        <Face name={name} avatar={avatar} size={144} />
        <Stack
          as="span"
          className="avatar-edit-mark"
          align="center"
          justify="center"
          w={34}
          h={34}
          border="line2"
          radius="round"
          tone="t2"
          ground="bg"
          aria-hidden="true"
        >
          <Icon name="image" size={18} />
        </Stack>
      </Box>
      <Button onClick={() => setOpen(true)}>{text('account.avatar.change')}</Button>
      {avatar !== null && (
        <button type="button" className="link-button" onClick={() => void confirmRemove()}>
          {text('account.avatar.remove')}
        </button>
      )}
      {open && (
        <Suspense fallback={null}>
          <AvatarDialog
            onClose={() => {
              setOpen(false);
              opener.current?.focus();
            }}
          />
        </Suspense>
      )}
    </Stack>
  );
}
