import { SkeletonBlock, SkeletonPage } from '../../ui/feedback/skeleton.tsx';
import { Logo } from '../../ui/images/logo.tsx';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import './frame.css';

/** Placeholder of the frame while the session loads. */
export function FrameSkeleton() {
  return (
    <div className="frame" aria-hidden="true">
      <Box className="frame-scroll" grow shrink>
        <Row className="frame-body" minH="100%">
          <Stack
            as="aside"
            className="side on-dark"
            rigid
            w="var(--side)"
            h="100%"
            overflow="auto"
            tone="t1"
            ground="canvas"
          >
            <Row
              className="side-head"
              hover="plain"
              rigid
              align="center"
              gap={10}
              h="var(--head)"
              p={[0, 20]}
              tone="t1"
            >
              <Logo />
            </Row>
            <div className="skeleton-late" style={{ display: 'grid', gap: 20, padding: '14px 24px' }}>
              {[84, 64, 72, 56, 68].map((width) => (
                <SkeletonBlock key={width} width={width} height={12} />
              ))}
            </div>
          </Stack>
          <Stack grow shrink>
            <Box className="frame-top" rigid ground="canvas">
              <Row className="head" align="center" gap={4} h="var(--head)">
                <Box as="span" grow />
                <Box as="span" className="head-waiting" w={18} h={18} radius="round" />
              </Row>
              <Row className="tab-bar" relative align="end" h="var(--tabs)" px={12} />
            </Box>
            <Stack as="main" className="frame-page" shrink ground="bg">
              <SkeletonPage />
            </Stack>
          </Stack>
        </Row>
      </Box>
    </div>
  );
}
