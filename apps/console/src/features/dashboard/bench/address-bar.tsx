import { useState } from 'react';
import { usePlatforms } from '../../../lib/data/use-platforms.ts';
import { addressesIn, addressesInTable, collectPath } from '../../../lib/kept/pasted-addresses.ts';
import { usePage } from '../../../lib/page.ts';
import { useText } from '../../../lib/text/text.ts';
import { PasteBar } from '../../../ui/form/html/paste-bar.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';

/** Takes addresses and opens Collect with them. */
export function AddressBar({ quiet = false }: { quiet?: boolean }) {
  const text = useText();
  const page = usePage();
  const [typed, setTyped] = useState('');
  const platforms = usePlatforms().filter(({ collects }) => collects);
  const go = (addresses: string[]) => {
    page.open(addresses.length === 0 ? '/collect/product' : collectPath(addresses));
    setTyped('');
  };
  return (
    <PasteBar
      value={typed}
      onChange={setTyped}
      onGo={() => go(addressesIn(typed))}
      onFile={(file) =>
        void file.text().then((words) => go([...addressesIn(typed), ...addressesInTable(words)]))
      }
      label={text('dashboard.paste')}
      placeholder={text('dashboard.paste')}
      go={text('dashboard.recognise')}
      quiet={quiet}
      {...(quiet
        ? {}
        : {
            foot: (
              <>
                <span>{text('dashboard.supports')}</span>
                {platforms.map(({ id }) => (
                  <PlatformMark key={id} platform={id} size={18} />
                ))}
              </>
            ),
          })}
    />
  );
}
