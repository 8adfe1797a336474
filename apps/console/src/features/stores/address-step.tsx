import { Input } from 'antd';
import { useText } from '../../lib/text/text.ts';
import { Field } from '../../ui/form/field.tsx';

interface AddressStepProps {
  platform: string;
  domain: string;
  onDomain(domain: string): void;
  name: string;
  onName(name: string): void;
  error: string | null;
}

/** The store's address, in any pasted form, and its name here. */
export function AddressStep({ platform, domain, onDomain, name, onName, error }: AddressStepProps) {
  const text = useText();
  return (
    <>
      <Field
        label={text('stores.address')}
        error={error}
        hint={text.named(`stores.address.${platform}`, {}, text('stores.address.hint'))}
      >
        {(control) => (
          <Input
            {...control}
            name="domain"
            autoFocus
            autoComplete="off"
            spellCheck={false}
            value={domain}
            onChange={({ target }) => onDomain(target.value)}
          />
        )}
      </Field>
      <Field label={text('stores.name')} optional hint={text('stores.name.hint')}>
        {(control) => (
          <Input
            {...control}
            name="name"
            maxLength={80}
            placeholder={nameFrom(domain)}
            value={name}
            onChange={({ target }) => onName(target.value)}
          />
        )}
      </Field>
    </>
  );
}

/** Derives a name from an address: "aster-us.shop.example" becomes Aster Us. */
export function nameFrom(pasted: string): string {
  const bare = pasted
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '');
  const word = /^admin\.[^/]+\/store\/([^/?#]+)/.exec(bare)?.[1] ?? bare.split(/[./:?#]/)[0] ?? '';
  return word
    .split('-')
    .filter((part) => part !== '')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ')
    .slice(0, 80);
}
