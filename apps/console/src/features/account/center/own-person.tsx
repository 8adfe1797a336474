import type { Center, Profile } from '@bowerbird/contract/account/profile';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { Face } from './face.tsx';
import { OwnTags } from './own-tags.tsx';

/** The person's own profile, as colleagues see it. */
export function OwnPerson({ profile, team }: { profile: Profile; team: Center['team'] }) {
  const text = useText();
  const format = useFormat();
  return (
    <Grid as="aside" gap={20} shrink aria-label={profile.name}>
      <Stack align="center" gap={6} textAlign="center">
        <Face name={profile.name} avatar={profile.avatar} size={104} />
        <Text as="h2" mt={8} font="title" weight={650} anywhere>
          {profile.name}
        </Text>
        {profile.motto === '' ? (
          <Box as={Link} className="own-motto" font="small" anywhere to="/account/settings/basic">
            {text('account.center.motto.add')}
          </Box>
        ) : (
          <Text as="p" className="own-motto" font="small" anywhere>
            {profile.motto}
          </Text>
        )}
      </Stack>
      <Stack as="ul" className="own-facts" gap={8} pt={18} borderTop>
        {profile.jobTitle !== '' && (
          <Row as="li" gap={10} shrink tone="ink2">
            <Icon name="user" size={16} />
            <span>{profile.jobTitle}</span>
          </Row>
        )}
        <Row as="li" gap={10} shrink tone="ink2">
          <Icon name="shield" size={16} />
          <span>{text.named(`access.builtIn.${profile.role.id}`, undefined, profile.role.name)}</span>
        </Row>
        {profile.merchant !== null && (
          <Row as="li" gap={10} shrink tone="ink2">
            <Icon name="store" size={16} />
            <span>{profile.merchant}</span>
          </Row>
        )}
        <Row as="li" gap={10} shrink tone="ink2">
          <Icon name="calendar" size={16} />
          <span>{text('account.center.since', { time: format.day(profile.createdAt) })}</span>
        </Row>
      </Stack>
      <OwnTags profile={profile} />
      {team.length > 0 && (
        <Grid as="section" className="own-part" gap={10} pt={18} borderTop>
          <h3>{text('account.center.team')}</h3>
          <Grid as="ul" columns={2} gap={[10, 12]}>
            {team.map((person) => (
              <Row as="li" align="center" gap={8} shrink font="small" key={person.id}>
                <Face name={person.name} avatar={person.avatar} size={26} />
                <span className="cut" title={`${person.name} · ${person.role}`}>
                  {person.name}
                </span>
              </Row>
            ))}
          </Grid>
        </Grid>
      )}
    </Grid>
  );
}
