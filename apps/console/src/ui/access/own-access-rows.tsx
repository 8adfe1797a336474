import type { SourceAccess } from '@bowerbird/contract/sources';
import { Button } from 'antd';
import { useFaultText } from '../../lib/fault-text.ts';
import { useFormat } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { useCheckSourceAccess, useDeleteSourceAccess } from '../../lib/use-source-access.ts';
import { useConfirm } from '../feedback/dialog.tsx';
import { StateGlyph } from '../feedback/state-glyph.tsx';
import { useToast } from '../feedback/toast.tsx';
import { useReportFailure } from '../feedback/use-report-failure.ts';
import { PlatformMark } from '../images/platform-mark.tsx';
import './own-access.css';

/** The merchant's access to sources, each with its state and actions. */
export function OwnAccessRows({ all }: { all: readonly SourceAccess[] }) {
  return (
    <ul className="own-access-rows">
      {all.map((access) => (
        <OwnAccessRow key={access.id} access={access} />
      ))}
    </ul>
  );
}

function OwnAccessRow({ access }: { access: SourceAccess }) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  const ending = Object.values(access.shown).at(-1);
  const state = access.state === 'works' ? 'complete' : access.state === 'refused' ? 'refused' : 'waiting';
  const word = { works: 'sources.works', refused: 'sources.ended', unchecked: 'sources.unchecked' } as const;
  return (
    <li className="own-access-row">
      <PlatformMark platform={access.platform} size={24} />
      <div className="own-access-text">
        <span className="own-access-name">
          <span className="cut">{access.name}</span>
          {ending !== undefined && <code className="quiet">…{ending}</code>}
        </span>
        <span className="own-access-facts">
          <span className="own-access-state">
            <StateGlyph state={state} size={14} />
            {text(word[access.state])}
          </span>
          {access.shop !== null && <span>{access.shop}</span>}
          <span>
            {access.lastUsedAt === null
              ? text('sources.unused')
              : text('sources.usedAt', { time: format.relative(access.lastUsedAt) })}
          </span>
          {access.expiresAt !== null && (
            <span>{text('sources.until', { time: format.day(access.expiresAt) })}</span>
          )}
        </span>
        {access.fault !== null && <span className="own-access-fault">{sentence(access.fault)}</span>}
      </div>
      <OwnAccessActions access={access} />
    </li>
  );
}

function OwnAccessActions({ access: { id, name } }: { access: SourceAccess }) {
  const text = useText();
  const may = useMay();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const confirm = useConfirm();
  const sentence = useFaultText();
  const check = useCheckSourceAccess();
  const remove = useDeleteSourceAccess();
  if (!may('collect', 'edit')) {
    return null;
  }
  const confirmRemove = async () => {
    const sure = await confirm({
      title: text('sources.remove.title', { name }),
      content: text('sources.remove.content'),
      confirm: text('sources.remove'),
      danger: true,
    });
    if (sure) {
      remove.mutate(id, {
        onError: reportFailure,
        onSuccess: () => toast({ state: 'complete', text: text('sources.removed', { name }) }),
      });
    }
  };
  return (
    <div className="own-access-actions">
      <Button
        size="small"
        aria-label={text('sources.check.named', { name })}
        loading={check.isPending}
        onClick={() =>
          check.mutate(id, {
            onError: reportFailure,
            onSuccess: ({ fault }) =>
              toast(
                fault === null
                  ? { state: 'complete', text: text('sources.checked', { name }) }
                  : { state: 'failed', text: sentence(fault) },
              ),
          })
        }
      >
        {text('sources.check')}
      </Button>
      <Button
        size="small"
        aria-label={text('sources.remove.named', { name })}
        loading={remove.isPending}
        onClick={() => void confirmRemove()}
      >
        {text('sources.remove')}
      </Button>
    </div>
  );
}
