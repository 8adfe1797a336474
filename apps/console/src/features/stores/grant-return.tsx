import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { CallFailure } from '../../lib/api/call-failure.ts';
import { useText } from '../../lib/text/text.ts';
import { Notice } from '../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Stack } from '../../ui/layout/box.tsx';
import { rightsOf, useConnectSentence } from './connect-fault.ts';
import { Connected } from './connected.tsx';
import { useFinishGrant } from './queries.ts';
import { RightsList } from './rights-list.tsx';

interface GrantReturnProps {
  query: string;
  onClose(): void;
  onAgain(): void;
}

/** Handles the return from a shop that was asked to grant our app access: what the shop sent can be used once. */
export function GrantReturn({ query, onClose, onAgain }: GrantReturnProps) {
  const text = useText();
  const sentence = useConnectSentence();
  const finish = useFinishGrant();
  const tried = useRef(false);
  const { mutate } = finish;
  useEffect(() => {
    if (!tried.current) {
      tried.current = true;
      mutate(query);
    }
  }, [mutate, query]);

  if (finish.data !== undefined) {
    return <Connected store={finish.data} onClose={onClose} />;
  }
  const failure = finish.error === null ? null : CallFailure.from(finish.error);
  const missing = failure === null ? [] : rightsOf(failure);
  return (
    <Stack className="connect" grow shrink>
      <Stack grow gap={18} p={[20, 24]} overflow="auto">
        {failure === null ? (
          <div role="status">
            <Notice tone="neutral" before={<StateGlyph state="running" />}>
              {text('stores.grant.coming')}
            </Notice>
          </div>
        ) : (
          <div role="alert">
            <Notice tone="amber" before={<StateGlyph state="refused" />}>
              {sentence(failure)}
            </Notice>
          </div>
        )}
        {missing.length > 0 && <RightsList rights={missing} platform="" connection="" />}
      </Stack>
      {failure !== null && (
        <div className="connect-foot">
          <Button type="primary" onClick={onAgain}>
            {text('stores.grant.again')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
