import type { ReactNode } from 'react';
import scene from '../../../assets/bower-scene.svg';
import { useGuestLinks } from '../../../lib/links.ts';
import { useText } from '../../../lib/text/text.ts';
import { LanguageMenu } from '../../../ui/form/language-menu.tsx';
import { Logo } from '../../../ui/images/logo.tsx';
import { Box, Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { LinkList } from '../../../ui/text/link-list.tsx';
import { Text } from '../../../ui/text/text.tsx';
import './guest-layout.css';

/**
 * Layout of the pages before sign-in: the bower illustration on one side, the form on the other; on a phone the bower
 * is a band on top.
 */
export function GuestLayout({ children }: { children: ReactNode }) {
  const text = useText();
  const links = useGuestLinks();
  return (
    <Grid className="guest" columns="7fr 5fr" minH="100dvh" ground="bg">
      <Row as="header" className="guest-head" align="center" justify="between" p={[32, 36, 0, 44]}>
        <Row as="span" className="guest-logo" inline align="center" gap={14} font="title" weight={650}>
          <Logo size={28} />
          <span>{text('product.title')}</span>
        </Row>
        <LanguageMenu />
      </Row>
      <Stack as="aside" className="guest-scene" align="center" justify="center">
        <img src={scene} alt="" width={760} height={660} />
        <Box className="guest-text" rigid textAlign="center">
          <Text as="p" font="title" weight={650}>
            {text('layouts.userLayout.promise')}
          </Text>
          <Text as="p" mt={4} tone="t2">
            {text('layouts.userLayout.proof')}
          </Text>
        </Box>
      </Stack>
      <Stack as="main" className="guest-main" align="center">
        <Box className="guest-form" w={368} maxW="100%">
          {children}
        </Box>
        {links.length > 0 && (
          <Row as="footer" className="guest-links" gap={[6, 20]} wrap justify="center" mt={28} font="caption">
            <LinkList links={links} />
          </Row>
        )}
      </Stack>
    </Grid>
  );
}
