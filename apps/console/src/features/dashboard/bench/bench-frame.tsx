import { Button, Input } from 'antd';
import { useState } from 'react';
import { usePage } from '../../../lib/page.ts';
import { useText } from '../../../lib/text/text.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { LoadingMask } from './loading-mask.tsx';

/** Tries out the frame's commands: opening, closing and naming tabs, and the full-window mask. */
export function BenchFrame() {
  const text = useText();
  return (
    <Grid className="bench-frame" columns={2} align="start" gap={[28, 44]} maxW={1040}>
      <section>
        <SectionHead title={text('bench.frame.tabs')} />
        <TabCommandsDemo />
      </section>
      <section>
        <SectionHead title={text('bench.frame.mask')} />
        <MaskDemo />
      </section>
    </Grid>
  );
}

function TabCommandsDemo() {
  const text = useText();
  const page = usePage();
  const toast = useToast();
  const [path, setPath] = useState('/dashboard/monitor');
  const [name, setName] = useState('');
  const orReport = (done: boolean) => {
    if (!done) {
      toast({ text: text('bench.frame.notOpen', { path }) });
    }
  };
  return (
    <Stack gap={14} pt={14}>
      <Field label={text('bench.frame.path')}>
        {(control) => <Input {...control} value={path} onChange={({ target }) => setPath(target.value)} />}
      </Field>
      <Row wrap gap={10}>
        <Button type="primary" onClick={() => page.open(path)}>
          {text('bench.frame.open')}
        </Button>
        <Button onClick={() => orReport(page.close(path))}>{text('bench.frame.close')}</Button>
        <Button onClick={() => page.close()}>{text('bench.frame.closeCurrent')}</Button>
      </Row>
      <Field label={text('bench.frame.name')}>
        {(control) => (
          <Input {...control} value={name} maxLength={40} onChange={({ target }) => setName(target.value)} />
        )}
      </Field>
      <Row wrap gap={10}>
        <Button disabled={name.trim() === ''} onClick={() => orReport(page.rename(path, name.trim()))}>
          {text('bench.frame.rename')}
        </Button>
      </Row>
    </Stack>
  );
}

function MaskDemo() {
  const text = useText();
  const [words, setWords] = useState(text('bench.frame.mask.default'));
  const [shown, setShown] = useState(false);
  return (
    <Stack gap={14} pt={14}>
      <Field label={text('bench.frame.mask.text')}>
        {(control) => (
          <Input
            {...control}
            value={words}
            maxLength={80}
            onChange={({ target }) => setWords(target.value)}
          />
        )}
      </Field>
      <Row wrap gap={10}>
        <Button onClick={() => setShown(true)}>{text('bench.frame.mask.show')}</Button>
      </Row>
      {shown && <LoadingMask words={words} onEnd={() => setShown(false)} />}
    </Stack>
  );
}
