import type { SourceAccess } from '@bowerbird/contract/collect/sources';
import { Button } from 'antd';
import { useCheckSourceAccess, useDeleteSourceAccess } from '../../lib/data/use-source-access.ts';
import { useMay } from '../../lib/person/session.ts';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { useConfirm } from '../feedback/dialog.tsx';
import { StateGlyph } from '../feedback/state-glyph.tsx';
import { useToast } from '../feedback/toast.tsx';
import { useReportFailure } from '../feedback/use-report-failure.ts';
import { PlatformMark } from '../images/platform-mark.tsx';
import { Box, Grid, Row, Stack } from '../layout/box.tsx';
import { Text } from '../text/text.tsx';
import './own-access.css';

/** The merchant's access to sources, each with its state and actions. */
export function OwnAccessRows({ all }: { all: readonly SourceAccess[] }) {
  return (
    <Stack as="ul">
      {all.map((access) => (
        <OwnAccessRow key={access.id} access={access} />
      ))}
    </Stack>
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
    <Grid
      as="li"
      className="own-access-row"
      columns="auto minmax(0, 1fr) auto"
      align="center"
      gap={[8, 12]}
      minH={64}
      p={[10, 0]}
      borderBottom
    >
      <PlatformMark platform={access.platform} size={24} />
      <Stack shrink>
        <Row as="span" align="center" gap={8} shrink weight={500}>
          <span className="cut">{access.name}</span>
          {ending !== undefined && (
            <Box as="code" className="quiet" rigid>
              …{ending}
            </Box>
          )}
        </Row>
        <Row as="span" wrap gap={[0, 14]} font="small" tone="t2" anywhere>
          <Row as="span" inline align="center" gap={4}>
            <StateGlyph state={state} size={14} />
            {text(word[access.state])}
          </Row>
          {access.shop !== null && <span>{access.shop}</span>}
          <span>
            {access.lastUsedAt === null
              ? text('sources.unused')
              : text('sources.usedAt', { time: format.relative(access.lastUsedAt) })}
          </span>
          {access.expiresAt !== null && (
            <span>{text('sources.until', { time: format.day(access.expiresAt) })}</span>
          )}
        </Row>
        {access.fault !== null && (
          <Text font="small" tone="amber">
            {sentence(access.fault)}
          </Text>
        )}
      </Stack>
      <OwnAccessActions access={access} />
    </Grid>
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
    <Row className="own-access-actions" gap={8}>
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
    </Row>
  );
}
