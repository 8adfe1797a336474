import type { ReactNode } from 'react';
import { useText } from '../../lib/text/text.ts';
import { Box, Row } from '../layout/box.tsx';
import type { SelectionState } from './use-selection.ts';
import '../charts/bars.css';

interface BulkBarProps {
  selection: SelectionState;
  /** Number of all matches; null until known. */
  total: number | null;
  /** Whether `total` is all of them; otherwise there are more. */
  isCounted?: boolean;
  /** A filter is set, so that "all" means all that match it. */
  filtered?: boolean;
  /** Secondary actions: `BulkAction`s. */
  children?: ReactNode;
  /** The main action. */
  main?: ReactNode;
}

/** Floats at the bottom of a list while anything is selected. */
export function BulkBar({
  selection,
  total,
  isCounted = true,
  filtered = false,
  children,
  main,
}: BulkBarProps) {
  const text = useText();
  if (selection.count === 0) {
    return null;
  }
  const more = !selection.allMatching && total !== null && total > selection.count;
  return (
    <Row className="bulk-bar-place" justify="center" px={16}>
      <Row
        as="section"
        className="bulk-bar"
        wrap
        align="center"
        gap={[4, 14]}
        maxW="100%"
        minH={46}
        p={[6, 8, 6, 16]}
        radius="xl"
        font="small"
        aria-label={text('bulk.bar')}
      >
        <span className="bulk-bar-count" aria-live="polite">
          {text.rich(
            selection.allMatching && !isCounted
              ? 'bulk.allMatchingMore'
              : selection.allMatching && filtered
                ? 'bulk.allMatching'
                : 'bulk.selected',
            { n: selection.count },
          )}
          {selection.except.length > 0 && (
            <span className="bulk-bar-quiet">, {text('bulk.leftOut', { n: selection.except.length })}</span>
          )}
        </span>
        {more && (
          <Box
            as="button"
            type="button"
            className="bulk-bar-link"
            hover="underline"
            onClick={selection.selectAllMatching}
          >
            {isCounted
              ? text(filtered ? 'bulk.selectMatching' : 'bulk.selectAll', { n: total })
              : text('bulk.selectMatchingMore')}
          </Box>
        )}
        <Box as="button" type="button" className="bulk-bar-link" hover="underline" onClick={selection.clear}>
          {text('act.clear')}
        </Box>
        <Box as="span" className="bulk-bar-rule" w={1} h={20} />
        {children}
        {main}
      </Row>
    </Row>
  );
}

interface BulkActionProps {
  icon?: ReactNode;
  children: ReactNode;
  main?: boolean;
  disabled?: boolean;
  onClick(): void;
}

/** A button on the dark bar. */
export function BulkAction({ icon, children, main = false, disabled = false, onClick }: BulkActionProps) {
  return (
    <Row
      as="button"
      type="button"
      className={main ? 'bulk-action main' : 'bulk-action'}
      inline
      align="center"
      gap={6}
      h={30}
      p={[0, 8]}
      radius="m"
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
      <span>{children}</span>
    </Row>
  );
}
