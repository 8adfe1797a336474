import type { MappedField } from '@bowerbird/contract/files/mapping';

/** What a header's words can name; `key` names the product that a variant belongs to. */
export type NamedByHeader = MappedField | 'key';

/** Words of headers by what they name, in lower case and without signs, separated by commas. */
export type WordLists = Readonly<Partial<Record<NamedByHeader, string>>>;
