import type { Command } from './command.ts';

/** A command's name and one line about it, for the list of commands, and how its program is read. */
interface Listed {
  name: string;
  summary: string;
  /** Reads the command's program: only the command that is called is read. */
  load(): Promise<Command>;
}

/** All commands, in the order of the list. */
export const commands: readonly Listed[] = [
  {
    name: 'collect',
    summary: 'Collects products from an address and prints the certificate of completeness.',
    load: async () => (await import('./commands/collect.ts')).collect,
  },
  {
    name: 'claim',
    summary: 'Makes products of ours from collected ones. What is claimed already stays one product.',
    load: async () => (await import('./commands/claim.ts')).claim,
  },
  {
    name: 'recollect',
    summary: 'Reads sources again and brings what was claimed from them up to date.',
    load: async () => (await import('./commands/recollect.ts')).recollect,
  },
  {
    name: 'watches',
    summary: 'Lists what is read again by itself, adds to it, takes away, or reads one now.',
    load: async () => (await import('./commands/watches.ts')).watches,
  },
  {
    name: 'rules',
    summary:
      'Lists edit rules, adds one, and attaches it to products, whose sources are then read through it.',
    load: async () => (await import('./commands/rules.ts')).rules,
  },
  {
    name: 'products',
    summary: 'Lists products.',
    load: async () => (await import('./commands/products.ts')).products,
  },
  {
    name: 'bin',
    summary: 'Lists deleted products, restores them, or deletes them for good.',
    load: async () => (await import('./commands/bin.ts')).bin,
  },
  {
    name: 'edit',
    summary: 'Edits many products at once, as one change that can be undone.',
    load: async () => (await import('./commands/edit.ts')).edit,
  },
  {
    name: 'undo',
    summary: 'Undoes a bulk edit or a marking of many products; what was changed later is kept.',
    load: async () => (await import('./commands/undo.ts')).undo,
  },
  {
    name: 'import',
    summary: 'Imports a product file, as the products of a supplier or as edits of your own products.',
    load: async () => (await import('./import/import.ts')).importProducts,
  },
  {
    name: 'watched-files',
    summary:
      'Lists suppliers’ files that are imported by themselves, adds to them, takes away, or looks at one now.',
    load: async () => (await import('./commands/watched-files.ts')).watchedFiles,
  },
  {
    name: 'export',
    summary: 'Writes products to a product file.',
    load: async () => (await import('./commands/export.ts')).exportProducts,
  },
  {
    name: 'links',
    summary: 'Lists the links to exported files, creates one, or revokes one.',
    load: async () => (await import('./commands/links.ts')).links,
  },
  {
    name: 'stores',
    summary: 'Connects, checks and lists stores.',
    load: async () => (await import('./commands/stores.ts')).stores,
  },
  {
    name: 'list',
    summary: 'Lists products in a store, each exactly once.',
    load: async () => (await import('./commands/list.ts')).list,
  },
  {
    name: 'runs',
    summary: 'Lists runs, newest first, or tells one.',
    load: async () => (await import('./commands/runs.ts')).runs,
  },
  {
    name: 'as-stored',
    summary:
      'Shows products that a store keeps hidden with other values than were sent, publishes or removes them.',
    load: async () => (await import('./commands/as-stored.ts')).asStored,
  },
  {
    name: 'audit',
    summary: 'Compares everything in a store with what was listed there.',
    load: async () => (await import('./commands/audit.ts')).audit,
  },
  {
    name: 'capture',
    summary: 'Makes a test case of a page that is read wrongly, without what is secret on it.',
    load: async () => (await import('./capture/capture.ts')).capture,
  },
  {
    name: 'simulate',
    summary: 'Serves simulated shops and stores on this machine until it is stopped.',
    load: async () => (await import('./commands/simulate.ts')).simulate,
  },
  {
    name: 'password',
    summary: 'Gives a person a new password and prints it; their sessions end.',
    load: async () => (await import('./commands/password.ts')).password,
  },
  {
    name: 'origin',
    summary: 'Says where this database comes from, when listing is held because nobody knows.',
    load: async () => (await import('./backup/origin.ts')).origin,
  },
  {
    name: 'keys',
    summary: 'Shows the keys of sealed secrets, makes a new one, or deletes old ones.',
    load: async () => (await import('./backup/keys.ts')).keys,
  },
  {
    name: 'files',
    summary: 'Moves images and exported files between the data folder and a bucket of an object store.',
    load: async () => (await import('./backup/files.ts')).files,
  },
  {
    name: 'backup',
    summary: 'Writes the whole installation to one file, while it runs or not.',
    load: async () => (await import('./backup/backup.ts')).backup,
  },
  {
    name: 'restore',
    summary: 'Puts a backup into an empty installation.',
    load: async () => (await import('./backup/restore.ts')).restore,
  },
];
