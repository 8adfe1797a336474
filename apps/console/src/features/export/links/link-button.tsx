import { Button } from 'antd';
import { lazy, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { OnceOpened } from '../../../ui/layout/once-opened.tsx';
import type { LinkTarget } from './link-queries.ts';

const LinkDialog = lazy(() => import('./link-dialog.tsx'));

interface LinkButtonProps {
  to: LinkTarget;
  /** The name of the file or schedule. */
  name: string;
}

/** Opens the links by which others download a file. */
export function LinkButton({ to, name }: LinkButtonProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        type="text"
        icon={<Icon name="link" />}
        aria-label={text('export.link.named', { name })}
        title={text('export.link')}
        onClick={() => setOpen(true)}
      />
      <OnceOpened open={isOpen}>
        {isOpen && <LinkDialog to={to} name={name} onClose={() => setOpen(false)} />}
      </OnceOpened>
    </>
  );
}
