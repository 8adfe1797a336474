import { Button } from 'antd';
import { CallFailure } from '../lib/api/call-failure.ts';
import { useText } from '../lib/text/text.ts';
import { useChoice, useConfirm } from '../ui/feedback/dialog.tsx';
import { Empty, EmptyArch, EmptyFiltered } from '../ui/feedback/empty.tsx';
import { FaultRow, Notice, SectionFault } from '../ui/feedback/fault-row.tsx';
import { useNotify } from '../ui/feedback/notify.tsx';
import { NotHere, PageFault } from '../ui/feedback/page-fault.tsx';
import type { PageShape } from '../ui/feedback/skeleton.tsx';
import {
  SkeletonBlock,
  SkeletonCards,
  SkeletonLines,
  SkeletonPage,
  SkeletonRows,
} from '../ui/feedback/skeleton.tsx';
import { SlowNote } from '../ui/feedback/slow-note.tsx';
import { StateGlyph, StateText, stateNames } from '../ui/feedback/state-glyph.tsx';
import { useToast } from '../ui/feedback/toast.tsx';
import { Image } from '../ui/images/image.tsx';
import { Grid, Row, Stack } from '../ui/layout/box.tsx';
import { lamp, titles } from './sample-data.ts';
import type { Section } from './specimen.ts';

const unreachable = new CallFailure({
  code: 'call.unreachable',
  status: 502,
  message: '',
  requestId: 'r-7f3a',
});
const notFound = new CallFailure({ code: 'not-found', status: 404, message: '' });
const shapes: PageShape[] = ['list', 'cards', 'editor', 'run', 'wizard', 'dashboard', 'reading'];
const [short = '', long = ''] = titles;
const nothing = () => undefined;

export const feedback: Section = {
  folder: 'feedback',
  without: { UndoEditDialog: 'asks the server what an undo would do' },
  specimens: ({ text }) => {
    const see = <Button size="small">{text('act.see')}</Button>;
    return [
      { name: 'DialogProvider', states: { 'a confirmation and a choice': <Questions /> } },
      { name: 'ToastProvider', states: { 'done, failed, with undo': <Toasts /> } },
      { name: 'NotifyProvider', states: { 'error and success': <Notices /> } },
      {
        name: 'Empty',
        states: {
          'with an action': (
            <Empty act={<Button type="primary">{text('products.empty.collect')}</Button>}>
              {text('products.empty')}
            </Empty>
          ),
          'with a link': (
            <Empty link={<a href="#Empty">{text('products.empty.results')}</a>}>{text('runs.empty')}</Empty>
          ),
        },
      },
      { name: 'EmptyFiltered', states: { plain: <EmptyFiltered onRemove={nothing} /> } },
      { name: 'EmptyArch', states: { plain: <EmptyArch /> } },
      {
        name: 'FaultRow',
        states: {
          'with everything': (
            <FaultRow
              state="refused"
              before={<Image url={lamp} size={40} />}
              what={long}
              why={text('fault.call.unreachable')}
              act={see}
            />
          ),
          'what alone': <FaultRow state="verifying" what={short} />,
        },
      },
      {
        name: 'SectionFault',
        states: {
          'with a retry': <SectionFault failure={unreachable} onRetry={nothing} />,
          'without a retry': <SectionFault failure={notFound} />,
        },
      },
      {
        name: 'Notice',
        states: {
          'in every colour': (
            <Stack gap={8}>
              {(['amber', 'violet', 'green', 'neutral'] as const).map((tone) => (
                <Notice key={tone} tone={tone} before={<StateGlyph state="drift" />} act={see}>
                  {text('collect.claim.note')}
                </Notice>
              ))}
            </Stack>
          ),
        },
      },
      {
        name: 'NotHere',
        states: {
          plain: <NotHere />,
          'with another place': (
            <NotHere what={text('runs.empty')} instead={{ path: '/', title: text('menu.products.list') }} />
          ),
        },
      },
      {
        name: 'PageFault',
        states: { 'not loaded': <PageFault failure={unreachable} onRetry={nothing} /> },
      },
      { name: 'SkeletonBlock', states: { plain: <SkeletonBlock width={180} height={22} /> } },
      { name: 'SkeletonRows', states: { 'of three rows': <SkeletonRows rows={3} /> } },
      { name: 'SkeletonCards', states: { 'of four cards': <SkeletonCards cards={4} /> } },
      { name: 'SkeletonLines', states: { plain: <SkeletonLines /> } },
      {
        name: 'SkeletonPage',
        states: Object.fromEntries(
          shapes.map((shape) => [shape, <SkeletonPage key={shape} shape={shape} />]),
        ),
      },
      { name: 'SlowNote', states: { 'after eight seconds': <SlowNote /> } },
      {
        name: 'StateGlyph',
        states: {
          'of every state': (
            <Row gap={12} wrap>
              {stateNames.map((state) => (
                <StateGlyph key={state} state={state} alone />
              ))}
            </Row>
          ),
        },
      },
      {
        name: 'StateText',
        states: {
          'of every state': (
            <Grid columns="repeat(auto-fill, minmax(140px, 1fr))" gap={12}>
              {stateNames.map((state) => (
                <StateText key={state} state={state} />
              ))}
            </Grid>
          ),
          'with a note': <StateText state="refused" note={text('fault.call.unreachable')} />,
        },
      },
    ];
  },
};

function Questions() {
  const text = useText();
  const confirm = useConfirm();
  const choose = useChoice();
  return (
    <Row gap={8} wrap>
      <Button
        onClick={() =>
          void confirm({ title: text('runs.cancel.title'), confirm: text('runs.cancel'), danger: true })
        }
      >
        {text('runs.cancel')}
      </Button>
      <Button
        onClick={() =>
          void choose({
            title: text('runs.cancel.title'),
            content: text('runs.empty'),
            choices: [
              { key: 'discard', label: text('act.discard'), kind: 'danger' },
              { key: 'stay', label: text('act.stay') },
              { key: 'save', label: text('act.save'), kind: 'primary' },
            ],
          })
        }
      >
        {text('act.discard')}
      </Button>
    </Row>
  );
}

function Toasts() {
  const text = useText();
  const toast = useToast();
  return (
    <Row gap={8} wrap>
      <Button onClick={() => toast({ state: 'complete', text: text('act.copied') })}>
        {text('state.complete')}
      </Button>
      <Button onClick={() => toast({ state: 'failed', text: text('fault.call.unreachable'), stays: true })}>
        {text('state.failed')}
      </Button>
      <Button
        onClick={() =>
          toast({ state: 'complete', text: text('act.copied'), onUndo: nothing, onSee: nothing })
        }
      >
        {text('act.undo')}
      </Button>
    </Row>
  );
}

function Notices() {
  const text = useText();
  const notify = useNotify();
  return (
    <Row gap={8} wrap>
      {(['error', 'success'] as const).map((kind) => (
        <Button
          key={kind}
          onClick={() =>
            notify({ kind, title: text('menu.runs'), text: text('fault.call.unreachable'), seconds: 20 })
          }
        >
          {text(kind === 'error' ? 'state.failed' : 'state.complete')}
        </Button>
      ))}
    </Row>
  );
}
