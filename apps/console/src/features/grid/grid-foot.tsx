import { Button } from 'antd';
import { memo } from 'react';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { FootBar } from '../../ui/layout/foot-bar.tsx';
import { Text } from '../../ui/text/text.tsx';
import type { Counted } from './model/count.ts';

interface GridFootProps {
  counted: Counted;
  /** Products that were read so far, of how many. */
  done: number;
  total: number;
  onSettle(): void;
  onWrong(): void;
  onDiscard(): void;
  onSave(): void;
}

/** Below the sheet: how much was entered, what of it needs the person, and saving. */
export const GridFoot = memo(function GridFoot(props: GridFootProps) {
  const { counted, done, total } = props;
  const text = useText();
  const isComplete = done >= total;
  return (
    <FootBar
      actions={
        <>
          {counted.meanwhile > 0 && (
            <Button onClick={props.onSettle}>{text('grid.meanwhile', { n: counted.meanwhile })}</Button>
          )}
          {counted.wrong > 0 && (
            <Button danger onClick={props.onWrong}>
              {text('grid.wrong', { n: counted.wrong })}
            </Button>
          )}
          <Button disabled={counted.cells === 0} onClick={props.onDiscard}>
            {text('grid.discard')}
          </Button>
          <Button
            type="primary"
            disabled={!isComplete || counted.products <= counted.waiting}
            onClick={props.onSave}
          >
            {text('grid.save')}
          </Button>
        </>
      }
    >
      <Icon name="edit" />
      <Text as="span" role="status">
        {!isComplete
          ? text('grid.reading', { done, total })
          : counted.cells === 0
            ? text('grid.changed.none')
            : text('grid.changed', { n: counted.cells, products: counted.products })}
      </Text>
    </FootBar>
  );
});
