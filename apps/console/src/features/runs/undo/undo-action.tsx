import type { ListingRun } from '@bowerbird/contract/listing/listing';
import { hasEnded } from '@bowerbird/contract/runs';
import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { runPath } from '../../../lib/data/use-runs.tsx';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Stack } from '../../../ui/layout/box.tsx';
import { type Undo, useUndo, useUndoListing } from './undo-queries.ts';
import './undo.css';

/** Above this number, the person must type the number to confirm. */
const typedAbove = 1000;

/** Undoes an ended run, after showing what can be undone and what is kept; nothing if nothing can be undone. */
export function UndoAction({ listing: { run } }: { listing: ListingRun }) {
  const text = useText();
  const may = useMay();
  const [open, setOpen] = useState(false);
  const { data, refetch } = useUndo(run, hasEnded(run) && may('listing', 'delete'));
  const count = countOf(data);
  if (data?.of !== 'foreseen' || count === 0 || !may('listing', 'delete')) {
    return null;
  }
  return (
    <>
      <Button
        icon={<Icon name="undo" />}
        onClick={() => {
          void refetch();
          setOpen(true);
        }}
      >
        {text('runs.undo')}
      </Button>
      <UndoDialog runId={run.id} undo={data} count={count} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

function countOf(undo: Undo | undefined): number {
  return undo?.undoGroups.find(({ undoGroup }) => undoGroup === 'taken-back')?.count ?? 0;
}

interface UndoDialogProps {
  runId: string;
  undo: Undo;
  count: number;
  open: boolean;
  onClose(): void;
}

function UndoDialog({ runId, undo, count, open, onClose }: UndoDialogProps) {
  const text = useText();
  const page = usePage();
  const act = useUndoListing(runId);
  const [typed, setTyped] = useState('');
  const mustType = count > typedAbove;
  const isSure = !mustType || typed.replaceAll(/\D/g, '') === String(count);
  const spared = undo.undoGroups.reduce(
    (sum, undoGroup) => sum + (undoGroup.undoGroup === 'taken-back' ? 0 : undoGroup.count),
    0,
  );
  const lines = [
    ...(['trashed', 'hidden', 'restored'] as const).flatMap((way) => {
      const n = undo.ways?.[way] ?? 0;
      return n > 0 ? [text(`runs.undo.${way}`, { n })] : [];
    }),
    ...(spared > 0 ? [text('runs.undo.spared', { n: spared })] : []),
    text('runs.undo.again'),
    ...((undo.ways?.trashed ?? 0) > 0 ? [text('runs.undo.wait')] : []),
  ];
  const go = () =>
    act.mutate(undefined, {
      onSuccess: (answer) => {
        onClose();
        page.open(runPath(answer.runId));
      },
    });
  return (
    <Modal
      open={open}
      title={text('runs.undo.title', { n: count })}
      width={440}
      centered
      destroyOnHidden
      onCancel={onClose}
      footer={[
        <Button key="no" onClick={onClose}>
          {text('act.cancel')}
        </Button>,
        <Button key="yes" type="primary" danger disabled={!isSure} loading={act.isPending} onClick={go}>
          {text('runs.undo.confirm', { n: count })}
        </Button>,
      ]}
    >
      <Stack as="ul" gap={6}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Stack>
      {mustType && (
        <Stack as="label" className="undo-typed" gap={6} mt={14} weight={500}>
          {text('runs.undo.type', { n: count })}
          <Input value={typed} inputMode="numeric" onChange={({ target }) => setTyped(target.value)} />
        </Stack>
      )}
    </Modal>
  );
}
