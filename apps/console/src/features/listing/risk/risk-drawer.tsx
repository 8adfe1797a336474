import { RiskSettings } from '@bowerbird/catalog/risk/gate';
import { riskCodes } from '@bowerbird/catalog/risk/risks';
import { Button, Checkbox, Input } from 'antd';
import { useState } from 'react';
import { safeParse } from 'zod/mini';
import { useText } from '../../../lib/text/text.ts';
import { decimalOf } from '../../../lib/text/typed-decimal.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Box, Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { useSaveRisk } from '../rules/rules-queries.ts';

interface RiskDrawerProps {
  settings: RiskSettings;
  /** Read-only. */
  locked: boolean;
  onClose(): void;
}

/** Sets what stops a product before any store, and which of these a person may release. */
export function RiskDrawer({ settings, locked, onClose }: RiskDrawerProps) {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const save = useSaveRisk();
  const [draft, setDraft] = useState(settings);
  const [words, setWords] = useState(settings.bannedWords.join('\n'));
  const [brands, setBrands] = useState(settings.brands.join('\n'));
  const change = (part: Partial<RiskSettings>) => setDraft({ ...draft, ...part });
  const read = safeParse(RiskSettings, { ...draft, bannedWords: linesOf(words), brands: linesOf(brands) });
  const keep = () => {
    if (read.success) {
      save.mutate(read.data, {
        onError: reportFailure,
        onSuccess: () => {
          toast({ text: text('listing.risk.saved') });
          onClose();
        },
      });
    }
  };
  return (
    <Drawer
      open
      width={480}
      title={text('listing.risk.title')}
      onClose={onClose}
      footer={
        <Row wrap align="center" gap={8}>
          <Box as="span" grow minW={120} font="small" tone="t2">
            {!read.success && <span className="tone-red">{text('listing.rules.bad')}</span>}
          </Box>
          <Button onClick={onClose}>{text('act.cancel')}</Button>
          {!locked && (
            <Button type="primary" loading={save.isPending} onClick={keep}>
              {text('act.save')}
            </Button>
          )}
        </Row>
      }
    >
      <Grid as="fieldset" shrink m={0} p={0} border="none" gap={20} disabled={locked}>
        <p className="quiet">{text('listing.risk.about')}</p>
        <Field label={text('listing.risk.bannedWords')} hint={text('listing.risk.lines')}>
          {(control) => (
            <Input.TextArea
              {...control}
              disabled={locked}
              autoSize={{ minRows: 3, maxRows: 10 }}
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
          )}
        </Field>
        <Field label={text('listing.risk.brands')}>
          {(control) => (
            <Input.TextArea
              {...control}
              disabled={locked}
              autoSize={{ minRows: 3, maxRows: 10 }}
              value={brands}
              onChange={({ target }) => setBrands(target.value)}
            />
          )}
        </Field>
        <Checkbox
          disabled={locked}
          checked={draft.belowCost}
          onChange={({ target }) => change({ belowCost: target.checked })}
        >
          {text('listing.risk.belowCost')}
          <Box as="span" className="caption" block>
            {text('listing.risk.belowCost.note')}
          </Box>
        </Checkbox>
        <PercentLine
          label={text('listing.risk.marginMin')}
          locked={locked}
          value={draft.marginMin}
          first="15"
          onValue={(marginMin) => change({ marginMin })}
        />
        <PercentLine
          label={text('listing.risk.jumpMax')}
          locked={locked}
          value={draft.jumpMax}
          first="50"
          onValue={(jumpMax) => change({ jumpMax })}
        />
        <Checkbox
          disabled={locked}
          checked={draft.emptyStock}
          onChange={({ target }) => change({ emptyStock: target.checked })}
        >
          {text('listing.risk.emptyStock')}
          <Box as="span" className="caption" block>
            {text('listing.risk.emptyStock.note')}
          </Box>
        </Checkbox>
        <Field label={text('listing.risk.releasable')} hint={text('listing.risk.releasable.hint')}>
          {() => (
            <Stack as="span" gap={6}>
              {riskCodes.map((code) => (
                <Checkbox
                  key={code}
                  disabled={locked}
                  checked={draft.releasable.includes(code)}
                  onChange={({ target }) =>
                    change({
                      releasable: target.checked
                        ? [...draft.releasable, code]
                        : draft.releasable.filter((each) => each !== code),
                    })
                  }
                >
                  {text(`listing.risk.${code}`)}
                </Checkbox>
              ))}
            </Stack>
          )}
        </Field>
      </Grid>
    </Drawer>
  );
}

function linesOf(typed: string): string[] {
  const words = typed.split(/[\n,，、;；]/).map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ''))];
}

interface PercentLineProps {
  label: string;
  locked: boolean;
  /** Null: not checked. */
  value: string | null;
  /** Initial value when it is switched on. */
  first: string;
  onValue(value: string | null): void;
}

function PercentLine({ label, locked, value, first, onValue }: PercentLineProps) {
  return (
    <div className="rules-line">
      <Checkbox
        disabled={locked}
        checked={value !== null}
        onChange={({ target }) => onValue(target.checked ? first : null)}
      >
        {label}
      </Checkbox>
      <Input
        className="rules-number"
        aria-label={label}
        inputMode="decimal"
        suffix="%"
        disabled={locked || value === null}
        status={value === null || /^\d{1,4}(\.\d{1,2})?$/.test(value) ? '' : 'error'}
        value={value ?? ''}
        onChange={({ target }) => onValue(decimalOf(target.value))}
      />
    </div>
  );
}
