import type { IconName } from '../ui/images/icon.tsx';
import { Icon, iconNames } from '../ui/images/icon.tsx';
import { Image } from '../ui/images/image.tsx';
import { Logo } from '../ui/images/logo.tsx';
import { PlatformMark } from '../ui/images/platform-mark.tsx';
import { Thumbnails } from '../ui/images/thumbnails.tsx';
import { Grid, Row } from '../ui/layout/box.tsx';
import { Text } from '../ui/text/text.tsx';
import { lamp, platforms, sampleImages } from './sample-data.ts';
import type { Section } from './specimen.ts';

export const images: Section = {
  folder: 'images',
  specimens: () => [
    {
      name: 'Icon',
      states: {
        'of every name': (
          <Grid columns="repeat(auto-fill, minmax(104px, 1fr))" gap={12}>
            {iconNames.map((name: IconName) => (
              <Row key={name} align="center" gap={6} font="caption" shrink>
                <Icon name={name} size={17} />
                <Text cut>{name}</Text>
              </Row>
            ))}
          </Grid>
        ),
      },
    },
    {
      name: 'Image',
      states: {
        'in every size': (
          <Row gap={12} align="end" wrap>
            {[24, 40, 64, 120].map((size) => (
              <Image key={size} url={lamp} size={size} />
            ))}
          </Row>
        ),
        'without an image': <Image url={null} size={64} />,
        broken: <Image url="data:image/png;base64,AAAA" size={64} />,
        'as wide as its column': (
          <Grid columns={4} gap={12}>
            {sampleImages.map((url) => (
              <Image key={url} url={url} />
            ))}
          </Grid>
        ),
      },
    },
    {
      name: 'Logo',
      states: {
        'large and small': (
          <Row gap={12} align="center">
            <Logo />
            <Logo size={16} />
          </Row>
        ),
      },
    },
    {
      name: 'PlatformMark',
      states: {
        'of several platforms': (
          <Row gap={12} align="center">
            {platforms.map(({ id }) => (
              <PlatformMark key={id} platform={id} />
            ))}
          </Row>
        ),
        large: <PlatformMark platform="shopify" size={24} />,
        unknown: <PlatformMark platform="nowhere" size={24} />,
      },
    },
    {
      name: 'Thumbnails',
      states: {
        overlapping: <Thumbnails urls={sampleImages} />,
        apart: <Thumbnails urls={sampleImages} apart />,
      },
    },
  ],
};
