import type { EditRuleDetail, RuleAttachment } from '@bowerbird/contract/products/edit-rules';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { type HandedSelection, takeHanded } from '../../../lib/kept/handed-selection.ts';
import { usePageTitle } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { stepSentence } from '../../../lib/text/sentences/condition-sentence.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { PageFault } from '../../../ui/feedback/page-fault.tsx';
import { SkeletonPage } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Row, Stack } from '../../../ui/layout/box.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { AttachDrawer } from './attach-drawer.tsx';
import { AttachmentList } from './attachment-list.tsx';
import { ExchangeDrawer } from './exchange-drawer.tsx';
import { LazyRuleForm } from './lazy-rule-form.tsx';
import { rulePath } from './rule-columns.tsx';
import { useRule, useRuleState } from './rule-queries.ts';
import { RuleState } from './rule-state.tsx';
import './rules.css';

/** A saved rule: its versions, where it is attached, and how it is attached, moved and detached. */
export default function RulePage() {
  const { id = '' } = useParams();
  const rule = useRule(id);
  if (rule.data === undefined) {
    return rule.isError ? (
      <PageFault failure={rule.error} onRetry={() => void rule.refetch()} />
    ) : (
      <SkeletonPage shape="run" />
    );
  }
  return <Rule key={id} rule={rule.data} />;
}

/** What is open beside the page. */
type Open =
  | { kind: 'edit' }
  | { kind: 'attach'; handed: HandedSelection | null }
  | { kind: 'move' | 'detach'; attachmentId: string; version: number };

function Rule({ rule }: { rule: EditRuleDetail }) {
  const text = useText();
  const may = useMay();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const state = useRuleState();
  const [open, setOpen] = useState<Open | null>(null);
  usePageTitle(rule.name);
  const mayEdit = may('products', 'edit');
  const isClosed = rule.state === 'closed';

  const asked = query.toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address opens a drawer once.
  useEffect(() => {
    const opened = openedBy(query, rule);
    if (opened !== null && mayEdit) {
      setOpen(opened);
      void navigate(rulePath(rule.id), { replace: true });
    }
  }, [asked]);

  const at = (kind: 'move' | 'detach') => (attachment: RuleAttachment) =>
    setOpen({ kind, attachmentId: attachment.id, version: rule.version });
  const attach = mayEdit && (
    <Button
      type="primary"
      disabled={isClosed}
      title={isClosed ? text('rules.attach.closed') : undefined}
      onClick={() => setOpen({ kind: 'attach', handed: null })}
    >
      {text('rules.attach.open')}
    </Button>
  );
  return (
    <div className="page">
      <PageHead
        title={rule.name}
        before={<RuleState state={rule.state} />}
        hint={[
          text('rules.number', { number: String(rule.number) }),
          text('rules.used', { n: rule.timesUsed }),
        ].join(' · ')}
        actions={
          <>
            {mayEdit && (
              <Button
                loading={state.isPending}
                onClick={() => state.mutate({ id: rule.id, state: isClosed ? 'online' : 'closed' })}
              >
                {text(isClosed ? 'rules.open' : 'rules.close')}
              </Button>
            )}
            {mayEdit && (
              <Button icon={<Icon name="edit" />} onClick={() => setOpen({ kind: 'edit' })}>
                {text('rules.configure')}
              </Button>
            )}
            {rule.attachments.length > 0 && attach}
          </>
        }
      />
      <Stack gap={28}>
        <Text as="p" m={0} anywhere>
          {rule.description}
        </Text>
        <Section title={text('rules.attachments')} note={text('rules.attachments.order')}>
          {rule.attachments.length === 0 ? (
            <Empty act={attach}>{text('rules.attachments.empty')}</Empty>
          ) : (
            <AttachmentList rule={rule} onMove={at('move')} onDetach={at('detach')} />
          )}
        </Section>
        <Versions rule={rule} />
      </Stack>
      {open?.kind === 'edit' && (
        <LazyRuleForm ruleId={rule.id} onClose={() => setOpen(null)} onSaved={() => setOpen(null)} />
      )}
      {open?.kind === 'attach' && (
        <AttachDrawer rule={rule} handed={open.handed} onClose={() => setOpen(null)} />
      )}
      {(open?.kind === 'move' || open?.kind === 'detach') && (
        <ExchangeDrawer
          title={text(`rules.${open.kind}.title`, { rule: rule.name, version: open.version })}
          exchange={open}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

/** Returns what the address of the page asks for: `?attach`, `?detach=<attachment>`, `?move=<attachment>&to=1`. */
function openedBy(query: URLSearchParams, rule: EditRuleDetail): Open | null {
  const held = (id: string | null) => rule.attachments.find((each) => each.id === id);
  const [detached, moved] = [held(query.get('detach')), held(query.get('move'))];
  if (query.has('attach')) {
    return { kind: 'attach', handed: takeHanded() };
  }
  if (detached !== undefined) {
    return { kind: 'detach', attachmentId: detached.id, version: detached.version };
  }
  return moved === undefined
    ? null
    : { kind: 'move', attachmentId: moved.id, version: Number(query.get('to') ?? rule.version) };
}

function Versions({ rule }: { rule: EditRuleDetail }) {
  const text = useText();
  const format = useFormat();
  return (
    <Section title={text('rules.versions')} count={format.number(rule.versions.length)}>
      <ol className="rule-versions">
        {rule.versions.map(({ version, steps, at, by }) => (
          <Box as="li" key={version} borderBottom p={[12, 0]}>
            <Row wrap align="baseline" gap={[2, 12]}>
              <Text weight={600}>{text('rules.version.n', { version })}</Text>
              <Text font="caption" tone="t2">
                {[by, format.full(at)].filter(Boolean).join(' · ')}
              </Text>
            </Row>
            <ol className="rule-steps">
              {steps.map((step, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a version keep their places.
                <li key={index}>{stepSentence(step, text)}</li>
              ))}
            </ol>
          </Box>
        ))}
      </ol>
    </Section>
  );
}
