import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { TabRow } from '../../../ui/layout/tab-row.tsx';
import { BenchFrame } from './bench-frame.tsx';
import { BenchRead } from './bench-read.tsx';
import './bench.css';

/** Test page on which an administrator sees how an address is read, and tries the frame's commands. */
export default function BenchPage() {
  const text = useText();
  const [part, setPart] = useState<'read' | 'frame'>('read');
  return (
    <div className="page">
      <PageHead title={text('menu.system.bench')} hint={text('bench.hint')} />
      <TabRow<'read' | 'frame'>
        label={text('bench.part')}
        value={part}
        onChange={setPart}
        tabs={(['read', 'frame'] as const).map((key) => ({ key, title: text(`bench.part.${key}`) }))}
      />
      {part === 'read' ? <BenchRead /> : <BenchFrame />}
    </div>
  );
}
