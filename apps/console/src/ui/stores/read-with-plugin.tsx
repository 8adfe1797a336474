import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { usePage } from '../../lib/page.ts';
import { callPlugin } from '../../lib/plugin.ts';
import { useText } from '../../lib/text/text.ts';
import { useToast } from '../feedback/toast.tsx';
import { Icon } from '../images/icon.tsx';
import { useNarrow } from '../layout/use-narrow.ts';

interface ReadWithPluginProps {
  platform: string;
  urls: readonly string[];
  children: ReactNode;
  size?: 'small';
  /** This is the main action here. */
  primary?: boolean;
  /** Accessible name if many are shown side by side. */
  label?: string;
}

/** Lets the plugin read these pages in the merchant's own browser; leads to the plugin's page if it is not ready. */
export function ReadWithPlugin({
  platform,
  urls,
  children,
  size,
  primary = false,
  label,
}: ReadWithPluginProps) {
  const text = useText();
  const page = usePage();
  const toast = useToast();
  const narrow = useNarrow();
  const read = useMutation({
    networkMode: 'always',
    mutationFn: () => callPlugin({ type: 'collect', platform, urls: [...urls] }),
    onSuccess: (answer) => {
      if (answer === null || !answer.paired) {
        page.open('/collect/plugin');
        return;
      }
      const taken = answer.taken ?? urls.length;
      toast(
        answer.ok
          ? { state: 'running', text: text('plugin.read.begun', { n: taken, all: urls.length }) }
          : {
              state: 'failed',
              text: text.named(
                `plugin.fault.${answer.code?.replace(/^plugin\./, '')}`,
                undefined,
                text('plugin.read.refused'),
              ),
            },
      );
    },
  });
  // A phone's browser does not support plugins.
  if (narrow) {
    return null;
  }
  return (
    <Button
      type={primary ? 'primary' : 'default'}
      {...(size && { size })}
      {...(label !== undefined && { 'aria-label': label })}
      icon={<Icon name="plug" />}
      loading={read.isPending}
      onClick={() => read.mutate()}
    >
      {children}
    </Button>
  );
}
