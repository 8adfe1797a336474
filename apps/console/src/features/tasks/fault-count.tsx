import { Popover } from 'antd';
import { useState } from 'react';
import { useText } from '../../lib/text/text.ts';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Stack } from '../../ui/layout/box.tsx';
import type { ProjectFault } from './project-draft.ts';

interface FaultCountProps {
  faults: ProjectFault[];
  onGo(fault: ProjectFault): void;
}

/** The number of missing entries; opens their list, in which a click jumps to the field. */
export function FaultCount({ faults, onGo }: FaultCountProps) {
  const text = useText();
  const [open, setOpen] = useState(false);
  if (faults.length === 0) {
    return <span className="quiet">{text('tasks.project.ready')}</span>;
  }
  return (
    <Popover
      trigger="click"
      placement="topLeft"
      open={open}
      onOpenChange={setOpen}
      content={
        <div role="dialog" aria-label={text('tasks.project.faults')}>
          <Stack as="ul" gap={6} maxW={320}>
            {faults.map((fault) => (
              <li key={fault.field}>
                <button
                  type="button"
                  className="link-button"
                  onClick={() => {
                    setOpen(false);
                    onGo(fault);
                  }}
                >
                  {text(fault.text)}
                </button>
              </li>
            ))}
          </Stack>
        </div>
      }
    >
      <button type="button" className="project-fault-count" aria-haspopup="dialog" aria-expanded={open}>
        <StateGlyph state="refused" />
        {text('tasks.project.faultCount', { n: faults.length })}
      </button>
    </Popover>
  );
}
