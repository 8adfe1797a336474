import type { Center, Profile } from '@bowerbird/contract/profile';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { Face } from './face.tsx';
import { OwnTags } from './own-tags.tsx';

/** The person's own profile, as colleagues see it. */
export function OwnPerson({ profile, team }: { profile: Profile; team: Center['team'] }) {
  const text = useText();
  const format = useFormat();
  return (
    <aside className="own-person" aria-label={profile.name}>
      <div className="own-head">
        <Face name={profile.name} avatar={profile.avatar} size={104} />
        <h2 className="own-name">{profile.name}</h2>
        {profile.motto === '' ? (
          <Link className="own-motto" to="/account/settings/basic">
            {text('account.center.motto.add')}
          </Link>
        ) : (
          <p className="own-motto">{profile.motto}</p>
        )}
      </div>
      <ul className="own-facts">
        {profile.jobTitle !== '' && (
          <li>
            <Icon name="user" size={16} />
            <span>{profile.jobTitle}</span>
          </li>
        )}
        <li>
          <Icon name="shield" size={16} />
          <span>{text.named(`access.builtIn.${profile.role.id}`, undefined, profile.role.name)}</span>
        </li>
        {profile.merchant !== null && (
          <li>
            <Icon name="store" size={16} />
            <span>{profile.merchant}</span>
          </li>
        )}
        <li>
          <Icon name="calendar" size={16} />
          <span>{text('account.center.since', { time: format.day(profile.createdAt) })}</span>
        </li>
      </ul>
      <OwnTags profile={profile} />
      {team.length > 0 && (
        <section className="own-part">
          <h3>{text('account.center.team')}</h3>
          <ul className="own-team">
            {team.map((person) => (
              <li key={person.id}>
                <Face name={person.name} avatar={person.avatar} size={26} />
                <span className="cut" title={`${person.name} · ${person.role}`}>
                  {person.name}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}
