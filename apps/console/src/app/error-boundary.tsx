import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Component } from 'react';
import { useText } from '../lib/text/text.ts';
import { EmptyArch } from '../ui/feedback/empty.tsx';
import { Stack } from '../ui/layout/box.tsx';
import { Text } from '../ui/text/text.tsx';
import { ChunkFailure } from './lazy-page.ts';
import '../ui/feedback/exception.css';

interface ErrorBoundaryProps {
  /** A change of this key renders the children again. */
  resetKey: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  thrown: unknown;
  broken: boolean;
}

/** Keeps a page's failure inside its tab. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { thrown: null, broken: false };

  static getDerivedStateFromError(thrown: unknown): ErrorBoundaryState {
    return { thrown, broken: true };
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (this.state.broken && before.resetKey !== this.props.resetKey) {
      this.setState({ thrown: null, broken: false });
    }
  }

  override render() {
    if (!this.state.broken) {
      return this.props.children;
    }
    return <Broken thrown={this.state.thrown} onRetry={() => this.retry()} />;
  }

  private retry() {
    const { thrown } = this.state;
    if (thrown instanceof ChunkFailure) {
      // A browser remembers a module that failed to load; only a new document requests it again.
      location.reload();
      return;
    }
    this.setState({ thrown: null, broken: false });
  }
}

function Broken({ thrown, onRetry }: { thrown: unknown; onRetry(): void }) {
  const text = useText();
  const chunk = thrown instanceof ChunkFailure ? thrown : null;
  return (
    <Stack className="exception" align="center" gap={8} textAlign="center" role="alert">
      <EmptyArch />
      <Text as="h1" font="head" weight={600}>
        {chunk === null ? text('exception.page') : text('chunk.title')}
      </Text>
      {chunk !== null && (
        <Text as="p" maxW={440} tone="t2">
          {text('chunk.content', { name: chunk.page })}
        </Text>
      )}
      <Button type="primary" onClick={onRetry}>
        {text('act.retry')}
      </Button>
    </Stack>
  );
}
