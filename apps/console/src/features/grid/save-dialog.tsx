import type { GridEdit, GridResult } from '@bowerbird/contract/products/grid';
import { Modal, Progress, Select } from 'antd';
import { useEffect, useState } from 'react';
import { useRejectionText } from '../../lib/text/sentences/rejection-text.ts';
import { useText } from '../../lib/text/text.ts';
import { uuidV7 } from '../../lib/uuid-v7.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Row, Stack } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';
import { type CheckedProduct, checkChunks, saveChunk } from './queries.ts';

/** Products that are named of those that the price guard would stop. */
const namedMax = 5;

/** Which variant is kept where several become the same; `none` leaves the product as it is. */
const keeps = ['none', 'first', 'cheapest', 'dearest'] as const;
type Keep = (typeof keeps)[number];

interface SaveDialogProps {
  chunks: readonly GridEdit[][];
  /** Products that wait because of an error or a conflict. */
  waiting: number;
  /** A part was saved, or refused. */
  onResults(results: readonly GridResult[], sent: readonly string[]): void;
  /** Everything was sent; null where nothing was changed. */
  onSaved(runId: string | null, changed: number, left: number): void;
  onClose(): void;
}

/** Checks what would be saved, shows what the price guard would stop afterwards, and saves it as one edit set. */
export function SaveDialog({ chunks, waiting, onResults, onSaved, onClose }: SaveDialogProps) {
  const text = useText();
  const [checked, setChecked] = useState<CheckedProduct[] | null>(null);
  const [done, setDone] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const [saving, setSaving] = useState(false);
  // The first one is what is confirmed, although results arrive while the dialog is open.
  const [sent] = useState(chunks);
  const [key] = useState(uuidV7);
  const [keep, setKeep] = useState<Keep>('none');
  /** Products that need a rule for variants that become the same: as the check without one said. */
  const [equal, setEqual] = useState(0);
  const merge = keep === 'none' ? undefined : ({ keep, stock: 'own' } as const);
  const [next, setNext] = useState({ at: 0, changed: 0, left: 0, runId: null as string | null });
  const products = new Set(sent.flat().map(({ id }) => id)).size;
  const cells = sent.flat().reduce((sum, edit) => sum + edit.cells.length, 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt, and another rule, check the same again.
  useEffect(() => {
    const stop = new AbortController();
    setDone(0);
    setChecked(null);
    setFailure(null);
    checkChunks(sent, merge, setDone, stop.signal).then(
      (all) => {
        setChecked(all);
        if (merge === undefined) {
          setEqual(all.filter(hasEqualVariants).length);
        }
      },
      (thrown: unknown) => {
        if (!stop.signal.aborted) {
          setFailure(thrown);
        }
      },
    );
    return () => stop.abort();
  }, [sent, attempt, keep]);

  const save = async () => {
    setSaving(true);
    setFailure(null);
    let { at, changed, left, runId } = next;
    try {
      for (; at < sent.length; at += 1) {
        const part = sent[at] ?? [];
        const answer = await saveChunk(key, part, merge);
        runId ??= answer.runId;
        changed += answer.products.filter(({ outcome }) => outcome === 'changed').length;
        left += answer.products.filter(
          ({ outcome }) => outcome === 'rejected' || outcome === 'meanwhile',
        ).length;
        setNext({ at: at + 1, changed, left, runId });
        setDone(sent.slice(0, at + 1).flat().length);
        onResults(
          answer.products,
          part.map(({ id }) => id),
        );
      }
      onSaved(runId, changed, left);
    } catch (thrown) {
      // Sent again with the same key, nothing is applied twice.
      setSaving(false);
      setFailure(thrown);
    }
  };

  const total = sent.flat().length;
  const percent = total === 0 ? 100 : Math.round((done / total) * 100);
  return (
    <Modal
      open
      centered
      width={520}
      mask={{ closable: false }}
      closable={!saving}
      keyboard={!saving}
      title={text('grid.save.title', { n: cells, products })}
      okText={text('grid.save')}
      okButtonProps={{ disabled: checked === null, loading: saving, autoFocus: true }}
      cancelText={text('act.cancel')}
      cancelButtonProps={{ disabled: saving }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Stack gap={12}>
        {failure !== null && (
          <SectionFault
            failure={failure}
            onRetry={() => (checked === null ? setAttempt((n) => n + 1) : void save())}
          />
        )}
        {(checked === null || saving) && failure === null && (
          <div role="status">
            <Text font="small" tone="t2">
              {text(saving ? 'grid.save.saving' : 'grid.save.checking', {
                done: saving ? done : done,
                total,
              })}
            </Text>
            <Progress percent={percent} size="small" showInfo={false} />
          </div>
        )}
        {equal > 0 && <EqualVariants products={equal} keep={keep} disabled={saving} onKeep={setKeep} />}
        {checked !== null && !saving && <Verdict checked={checked} waiting={waiting} />}
      </Stack>
    </Modal>
  );
}

function hasEqualVariants({ rejected }: CheckedProduct): boolean {
  return rejected.some(({ code }) => code === 'grid.variants-equal');
}

interface EqualVariantsProps {
  /** Products in which variants become the same. */
  products: number;
  keep: Keep;
  disabled: boolean;
  onKeep(keep: Keep): void;
}

/** Asks which variant is kept where option values became one. */
function EqualVariants({ products, keep, disabled, onKeep }: EqualVariantsProps) {
  const text = useText();
  return (
    <Field label={text('grid.merge', { n: products })} hint={text('grid.merge.note')}>
      {(control) => (
        <Select<Keep>
          {...control}
          disabled={disabled}
          value={keep}
          onChange={onKeep}
          options={keeps.map((value) => ({ value, label: text(`grid.merge.${value}`) }))}
        />
      )}
    </Field>
  );
}

function Verdict({ checked, waiting }: { checked: readonly CheckedProduct[]; waiting: number }) {
  const text = useText();
  const reason = useRejectionText();
  const stopped = checked.filter(({ stops }) => stops.length > 0);
  const refused = checked.filter(({ outcome }) => outcome === 'rejected' || outcome === 'meanwhile').length;
  return (
    <>
      <Text font="small" tone="t2">
        {text('grid.save.undo')}
      </Text>
      {waiting > 0 && <Line state="held" words={text('grid.save.waiting', { n: waiting })} />}
      {refused > 0 && <Line state="failed" words={text('grid.save.refused', { n: refused })} />}
      {stopped.length === 0 ? (
        <Line state="complete" words={text('grid.save.noStops')} />
      ) : (
        <Stack gap={6}>
          <Line state="held" words={text('grid.save.stops', { n: stopped.length })} />
          <Stack as="ul" gap={4} m={0} p={[0, 0, 0, 24]}>
            {stopped.slice(0, namedMax).map(({ id, product, stops }) => (
              <Text as="li" key={id} font="small" anywhere>
                {product.title}
                <Text as="span" tone="t2">
                  {' — '}
                  {stops.map(reason).join(' ')}
                </Text>
              </Text>
            ))}
          </Stack>
          {stopped.length > namedMax && (
            <Text font="small" tone="t2">
              {text('grid.save.more', { n: stopped.length - namedMax })}
            </Text>
          )}
        </Stack>
      )}
    </>
  );
}

function Line({ state, words }: { state: 'held' | 'failed' | 'complete'; words: string }) {
  return (
    <Row gap={8} align="start" font="small">
      <StateGlyph state={state} />
      <span>{words}</span>
    </Row>
  );
}
