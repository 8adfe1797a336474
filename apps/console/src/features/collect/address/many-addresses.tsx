import { Select } from 'antd';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { usePlatforms } from '../../../lib/data/use-platforms.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { SkeletonBlock } from '../../../ui/feedback/skeleton.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Box, Row } from '../../../ui/layout/box.tsx';
import type { Recognised } from './recognised.ts';
import { candidateOf, hostOf, nearCandidates, scopeKeys } from './recognised.ts';
import './recognition.css';

interface ManyAddressesProps {
  recognised: Recognised[];
  /** Addresses beyond the number that is checked for one paste. */
  left: string[];
  onChoose(address: string, platform: string): void;
  onRemove(addresses: string[]): void;
}

/** One row per address with its platform; an address with an error stays in the box, marked. */
export function ManyAddresses({ recognised, left, onChoose, onRemove }: ManyAddressesProps) {
  const text = useText();
  const good = recognised.filter((each) => candidateOf(each) !== null).length;
  const faulty = recognised.filter(
    ({ recognition, failure }) => failure !== null || recognition?.candidates.length === 0,
  );
  return (
    <section aria-label={text('collect.address')}>
      <p role="status">
        {text('collect.many.recognised', { n: good, all: recognised.length })}
        {faulty.length > 0 && (
          <>
            {' · '}
            <span className="tone-red">{text('collect.many.faults', { n: faulty.length })}</span>
          </>
        )}
      </p>
      <Box as="ul" mt={4}>
        {recognised.map((each) => (
          <AddressRow
            key={each.probe.address}
            recognised={each}
            onChoose={(platform) => onChoose(each.probe.address, platform)}
            onRemove={() => onRemove(each.probe.stands)}
          />
        ))}
      </Box>
      {left.length > 0 && <p className="caption">{text('collect.many.left', { n: left.length })}</p>}
    </section>
  );
}

interface AddressRowProps {
  recognised: Recognised;
  onChoose(platform: string): void;
  onRemove(): void;
}

function AddressRow({ recognised, onChoose, onRemove }: AddressRowProps) {
  const text = useText();
  const sentence = useFaultText();
  const { probe, recognition, failure } = recognised;
  const candidate = candidateOf(recognised);
  const name = probe.stands.length > 1 ? hostOf(probe.address) : probe.address;
  const fault = recognition?.fault ?? (failure === null ? null : CallFailure.from(failure));
  return (
    <Row
      as="li"
      className="address-row"
      align="center"
      gap={10}
      minH={44}
      p={[6, 0]}
      borderBottom
      font="small"
    >
      {candidate !== null ? (
        <PlatformMark platform={candidate.platform} size={20} />
      ) : fault !== null ? (
        <StateGlyph state="refused" size={20} />
      ) : (
        <SkeletonBlock width={20} height={20} round={5} />
      )}
      <Box grow shrink>
        <Box anywhere>{name}</Box>
        {fault !== null && (
          <div
            className={candidate === null ? 'address-row-why' : 'tone-amber'}
            role={candidate === null ? 'alert' : undefined}
          >
            {sentence(fault)}
          </div>
        )}
      </Box>
      {recognition !== null && nearCandidates(recognition).length > 0 && (
        <PlatformChoice recognised={recognised} onChoose={onChoose} />
      )}
      <Box as="span" className="address-row-note" rigid tone="t2">
        {candidate === null
          ? recognition === null && failure === null && text('collect.recognising')
          : probe.stands.length > 1
            ? text('collect.many.of', { n: probe.stands.length })
            : text(
                candidate.scope === 'category' ? 'collect.scope.thisCategory' : scopeKeys[candidate.scope],
              )}
      </Box>
      <Row
        as="button"
        type="button"
        className="address-row-remove"
        inline
        align="center"
        justify="center"
        w={28}
        h={28}
        radius="s"
        tone="t2"
        hover="ground"
        aria-label={text('act.remove', { name })}
        onClick={onRemove}
      >
        <Icon name="close" size={14} />
      </Row>
    </Row>
  );
}

function PlatformChoice({ recognised, onChoose }: Pick<AddressRowProps, 'recognised' | 'onChoose'>) {
  const text = useText();
  const platforms = usePlatforms();
  return (
    <Select
      size="small"
      aria-label={text('collect.recognised.uncertain')}
      value={recognised.platform ?? ''}
      onChange={onChoose}
      options={(recognised.recognition?.candidates ?? []).map(({ platform }) => ({
        value: platform,
        label: platforms.find(({ id }) => id === platform)?.name ?? platform,
      }))}
      popupMatchSelectWidth={false}
    />
  );
}
